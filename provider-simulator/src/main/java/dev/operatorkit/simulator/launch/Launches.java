package dev.operatorkit.simulator.launch;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.database.Database;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/** Issues and stores launch URLs (LAU). */
public final class Launches {
    static final Table<Record> LAUNCH = table(name("launch"));
    static final Field<String> ID = field(name("id"), String.class);
    static final Field<String> OPERATOR = field(name("operator"), String.class);
    static final Field<String> SLUG = field(name("slug"), String.class);
    static final Field<String> IP = field(name("ip"), String.class);
    static final Field<String> LANG = field(name("lang"), String.class);
    static final Field<String> CURRENCY = field(name("currency"), String.class);
    static final Field<String> TOKEN = field(name("token"), String.class);
    static final Field<Instant> CREATED_AT = field(name("created_at"), Instant.class);
    static final Field<Instant> OPENED_AT = field(name("opened_at"), Instant.class);
    static final Field<String> ACCOUNT_ID = field(name("account_id"), String.class);
    static final Field<String> DISPLAY_NAME = field(name("display_name"), String.class);
    static final Field<Long> BALANCE_MINOR = field(name("balance_minor"), Long.class);
    static final Field<Instant> BALANCE_AT = field(name("balance_at"), Instant.class);

    private static final List<Field<?>> ALL = List.of(
            ID,
            OPERATOR,
            SLUG,
            IP,
            LANG,
            CURRENCY,
            TOKEN,
            CREATED_AT,
            OPENED_AT,
            ACCOUNT_ID,
            DISPLAY_NAME,
            BALANCE_MINOR,
            BALANCE_AT);

    private static final int ID_BYTES = 32;

    private final Database database;
    private final Catalogue catalogue;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public Launches(Database database, Catalogue catalogue, Clock clock) {
        this.database = database;
        this.catalogue = catalogue;
        this.clock = clock;
        database.create(Launches.class);
    }

    /** Returns why a game cannot be launched from an address, or empty if it can (LAU-3, LAU-12, D-11). */
    public Optional<String> findObstacle(String operator, LaunchRequest request) {
        var game = catalogue.find(operator, request.slug());
        if (game.isEmpty()) {
            return Optional.of("there is no game '" + request.slug() + "'");
        }
        if (!game.get().available()) {
            return Optional.of("the game '" + request.slug() + "' is not enabled for operator '" + operator + "'");
        }
        return Countries.find(request.ip())
                .filter(game.get().restrictedCountries()::contains)
                .map(country -> "the game '" + request.slug() + "' is restricted in " + country
                        + ", where the player's address is");
    }

    /** Creates a launch. Check {@link #findObstacle} first. */
    public Launch create(String operator, LaunchRequest request) {
        var launch = new Launch(newId(), operator, request, clock.instant(), null);
        var insert = database.sql()
                .insertInto(LAUNCH)
                .set(ID, launch.id())
                .set(OPERATOR, operator)
                .set(SLUG, request.slug())
                .set(IP, request.ip().getHostAddress())
                .set(LANG, request.lang())
                .set(CREATED_AT, launch.createdAt());
        switch (request) {
            case LaunchRequest.Demo demo -> insert.execute();
            case LaunchRequest.RealMoney real ->
                insert.set(CURRENCY, real.currency().code())
                        .set(TOKEN, real.token())
                        .execute();
        }
        return launch;
    }

    private String newId() {
        var bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public Optional<Launch> find(String id) {
        return database.reading().select(ALL).from(LAUNCH).where(ID.eq(id)).fetchOptional(Launch::of);
    }

    void markOpened(GameSession session) {
        var update = database.sql().update(LAUNCH).set(OPENED_AT, session.openedAt());
        switch (session) {
            case GameSession.Demo demo -> update.where(ID.eq(demo.id())).execute();
            case GameSession.RealMoney real ->
                update.set(ACCOUNT_ID, real.player().accountId())
                        .set(DISPLAY_NAME, real.displayName())
                        .set(BALANCE_MINOR, real.openingBalance().minorUnits())
                        .set(BALANCE_AT, real.balanceUpdatedAt())
                        .where(ID.eq(real.id()))
                        .execute();
        }
    }
}
