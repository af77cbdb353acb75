package dev.operatorkit.simulator.campaign;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jooq.Converter;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** Defines the columns of this package's {@code schema.sql}. */
final class Tables {
    static final Table<Record> CAMPAIGN = table(name("campaign"));
    static final Table<Record> BONUS_CODE = table(name("bonus_code"));

    static final Field<String> OPERATOR = field(name("operator"), String.class);
    static final Field<String> CODE = field(name("code"), String.class);
    static final Field<String> NAME = field(name("name"), String.class);
    static final Field<Long> AMOUNT_MINOR = field(name("amount_minor"), Long.class);
    static final Field<String> CURRENCY = field(name("currency"), String.class);
    static final Field<String> GAME_SLUGS = field(name("game_slugs"), String.class);
    static final Field<Instant> START_DATE = field(name("start_date"), Instant.class);
    static final Field<Instant> END_DATE = field(name("end_date"), Instant.class);
    static final Field<OptionalInt> MAX_ROUNDS = field(
            name("max_rounds"),
            SQLDataType.INTEGER.asConvertedDataType(Converter.of(
                    Integer.class,
                    OptionalInt.class,
                    stored -> stored == null ? OptionalInt.empty() : OptionalInt.of(stored),
                    rounds -> rounds.isPresent() ? rounds.getAsInt() : null)));
    static final Field<Instant> CREATED_AT = field(name("created_at"), Instant.class);
    static final Field<Instant> DISABLED_AT = field(name("disabled_at"), Instant.class);
    static final Field<String> CAMPAIGN_CODE = field(name("campaign_code"), String.class);
    static final Field<String> USER_ID = field(name("user_id"), String.class);
    static final Field<Integer> ROUNDS_TAKEN = field(name("rounds_taken"), Integer.class);

    /** Lists each field, since a plain {@code select *} would use the database's types. */
    static final List<Field<?>> CAMPAIGN_FIELDS = List.of(
            CODE, NAME, AMOUNT_MINOR, CURRENCY, GAME_SLUGS, START_DATE, END_DATE, MAX_ROUNDS, CREATED_AT, DISABLED_AT);

    static final List<Field<?>> BONUS_CODE_FIELDS =
            List.of(CODE, CAMPAIGN_CODE, USER_ID, CURRENCY, MAX_ROUNDS, ROUNDS_TAKEN, CREATED_AT);

    private Tables() {}
}
