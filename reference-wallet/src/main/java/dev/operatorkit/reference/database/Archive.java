package dev.operatorkit.reference.database;

import static dev.operatorkit.reference.schema.Tables.LEDGER;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;

/**
 * Keeps the hot tables small: closed rounds that can no longer be retried (DEL-1) move to the archive tables with their
 * transactions, in small batches, while the wallet runs. As long as the archive keeps them, their ids stay in use and the
 * rounds stay closed (IDM-1, D-56). Open rounds and rollbacks without a debit (D-25) are never archived.
 */
public final class Archive {
    /** Limits the age from below: the retry window of three days, plus time for a manual review. */
    public static final Duration MIN_AGE = Duration.ofDays(7);

    private static final int BATCH_SIZE = 2000;
    private static final String LEDGER_COLUMNS =
            LEDGER.fieldStream().map(Field::getName).collect(Collectors.joining(", "));

    private final Database database;
    private final Clock clock;

    /** Creates an archive in a database. */
    public Archive(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Moves every closed round whose settlement is older than {@code age}, and returns their number. */
    public long olderThan(Duration age) {
        if (age.compareTo(MIN_AGE) < 0) {
            throw new IllegalArgumentException(
                    "Rounds younger than " + MIN_AGE.toDays() + " days may still be retried. Choose a higher age.");
        }
        database.require(Privileges.ARCHIVE);
        var before = clock.instant().minus(age).atOffset(ZoneOffset.UTC);
        var partitions = database.partitions();
        if (partitions == null) {
            return moveAll(before, Where.EVERYWHERE);
        }
        // Each transaction in one partition, so that one server commits it.
        return IntStream.range(0, partitions.count())
                .mapToObj(Where::inPartition)
                .mapToLong(where -> moveAll(before, where))
                .sum();
    }

    /** Moves the rows of one partition, or of tables without partitions. */
    private record Where(String columns, int partition) {
        static final Where EVERYWHERE = new Where("", 0);

        static Where inPartition(int partition) {
            return new Where(Partitions.COLUMN + ", ", partition);
        }

        /** Returns the condition for each of these tables. */
        String of(String... tables) {
            return columns.isEmpty()
                    ? ""
                    : Stream.of(tables)
                            .map(table -> " and " + table + Partitions.COLUMN + " = " + partition)
                            .collect(Collectors.joining());
        }
    }

    private long moveAll(OffsetDateTime before, Where where) {
        long moved = 0;
        int last;
        do {
            last = database.writes().transactionResult(transaction -> move(transaction.dsl(), before, where));
            moved += last;
        } while (last == BATCH_SIZE);
        return moved;
    }

    private static int move(DSLContext sql, OffsetDateTime before, Where where) {
        var select = """
            select r.account_id, r.game_round_id, r.debit_id from rounds r
            join ledger d on d.transaction_id = r.debit_id
            join ledger s on s.reference_transaction_id = r.debit_id
            where r.state <> 'BET' and r.opened_at < {0} and s.created_at < {0}%s
            limit {1}\
            """.formatted(where.of("r.", "d.", "s."));
        var chosen = sql.fetch(select, DSL.val(before), DSL.inline(BATCH_SIZE));
        if (chosen.isEmpty()) {
            return 0;
        }
        var accounts = ArrayBinding.texts(chosen.getValues(0, String.class));
        var rounds = ArrayBinding.texts(chosen.getValues(1, String.class));
        var debits = ArrayBinding.texts(chosen.getValues(2, String.class));
        sql.execute(
                "insert into ledger_archive (" + where.columns() + LEDGER_COLUMNS + ") select " + where.columns()
                        + LEDGER_COLUMNS + " from ledger"
                        + " where (transaction_id = any({0}) or reference_transaction_id = any({0}))" + where.of(""),
                debits);
        sql.execute(
                "delete from ledger where (transaction_id = any({0}) or reference_transaction_id = any({0}))"
                        + where.of(""),
                debits);
        sql.execute(
                "insert into rounds_archive (" + where.columns()
                        + "account_id, game_round_id, debit_id, state, opened_at)"
                        + " select " + where.columns()
                        + "r.account_id, r.game_round_id, r.debit_id, r.state, r.opened_at"
                        + " from rounds r join unnest({0}, {1}) as w (a, g)"
                        + " on r.account_id = w.a and r.game_round_id = w.g" + where.of("r."),
                accounts,
                rounds);
        sql.execute(
                "delete from rounds where exists (select 1 from unnest({0}, {1}) as w (a, g)"
                        + " where account_id = w.a and game_round_id = w.g)" + where.of(""),
                accounts,
                rounds);
        return chosen.size();
    }
}
