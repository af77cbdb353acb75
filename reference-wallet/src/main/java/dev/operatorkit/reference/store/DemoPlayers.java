package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.SESSIONS;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Query;

/** Creates the demo players of {@code --demo-players N}: accounts {@code player-1} … with tokens {@code token-1} …. */
public final class DemoPlayers {
    private static final int CHUNK = 100;
    private static final long ONE_MILLION_EURO = 100_000_000;
    private static final int YEARS = 10; // a token of a demo must still be valid long after its creation

    private static final String AUTHOR = "(wallet)"; // as in the trail, and no name that a person can have
    private static final String REASON = "opening balance of a demo player";

    private DemoPlayers() {}

    /** Creates the players that do not exist yet. */
    public static void ensure(Database database, Clock clock, int count) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        for (var first = 1; first <= count; first += CHUNK) {
            var numbers = IntStream.rangeClosed(first, Math.min(count, first + CHUNK - 1));
            database.writes().transaction(transaction -> insert(transaction.dsl(), now, numbers));
        }
    }

    /** Inserts rows so that each is created once, even when another node creates the same players concurrently. */
    private static void insert(DSLContext sql, OffsetDateTime now, IntStream numbers) {
        sql.batch(numbers.boxed().flatMap(n -> rows(sql, now, n)).toList()).execute();
    }

    private static Stream<Query> rows(DSLContext sql, OffsetDateTime now, int number) {
        var id = "player-" + number;
        var partition = Partitions.value(sql, id);
        return Stream.of(
                sql.insertInto(ACCOUNTS)
                        .set(ACCOUNTS.ID, id)
                        .set(ACCOUNTS.DISPLAY_NAME, "Player " + number)
                        .set(ACCOUNTS.CURRENCY, "EUR")
                        .set(ACCOUNTS.BALANCE, ONE_MILLION_EURO)
                        .set(ACCOUNTS.VERSION, 1L)
                        .set(ACCOUNTS.UPDATED_AT, now)
                        .set(partition)
                        .onConflictDoNothing(),
                sql.insertInto(ADJUSTMENTS)
                        .set(ADJUSTMENTS.ACCOUNT_ID, id)
                        .set(ADJUSTMENTS.ACCOUNT_VERSION, 1L)
                        .set(ADJUSTMENTS.AMOUNT, ONE_MILLION_EURO)
                        .set(ADJUSTMENTS.BALANCE_BEFORE, 0L)
                        .set(ADJUSTMENTS.BALANCE_AFTER, ONE_MILLION_EURO)
                        .set(ADJUSTMENTS.MADE_BY, AUTHOR)
                        .set(ADJUSTMENTS.WHY, REASON)
                        .set(ADJUSTMENTS.CREATED_AT, now)
                        .set(partition)
                        .onConflictDoNothing(),
                sql.insertInto(SESSIONS)
                        .set(SESSIONS.TOKEN_HASH, Sessions.hash("token-" + number))
                        .set(SESSIONS.ACCOUNT_ID, id)
                        .set(SESSIONS.BORN_AT, now)
                        .set(SESSIONS.EXPIRES_AT, now.plusYears(YEARS))
                        .onConflictDoNothing());
    }
}
