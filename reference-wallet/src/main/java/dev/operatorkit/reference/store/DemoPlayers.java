package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.SESSIONS;
import static org.jooq.impl.DSL.row;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import org.jooq.DSLContext;

/** {@code --demo-players N}: accounts {@code player-1} … with tokens {@code token-1} …, for trying out. */
public final class DemoPlayers {
    private static final int CHUNK = 100; // H2 reads a longer statement by recursion, and its stack ends
    private static final long ONE_MILLION_EURO = 100_000_000;
    private static final int YEARS = 10; // a demo's token must still be good when its author comes back to it

    private static final String AUTHOR = "--demo-players";
    private static final String WHY = "opening balance";

    private DemoPlayers() {}

    /** Makes those that do not exist yet. */
    public static void ensure(Database database, Clock clock, int count) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        for (var first = 1; first <= count; first += CHUNK) {
            var numbers = IntStream.rangeClosed(first, Math.min(count, first + CHUNK - 1));
            database.writes().transaction(transaction -> insert(transaction.dsl(), now, numbers));
        }
    }

    /** Where another node makes the same players at the same moment, each row is still made once. */
    private static void insert(DSLContext sql, OffsetDateTime now, IntStream numbers) {
        var players = numbers.boxed().toList();
        sql.insertInto(
                        ACCOUNTS,
                        ACCOUNTS.ID,
                        ACCOUNTS.DISPLAY_NAME,
                        ACCOUNTS.CURRENCY,
                        ACCOUNTS.BALANCE,
                        ACCOUNTS.VERSION,
                        ACCOUNTS.UPDATED_AT)
                .valuesOfRows(players.stream()
                        .map(n -> row("player-" + n, "Player " + n, "EUR", ONE_MILLION_EURO, 1L, now))
                        .toList())
                .onConflictDoNothing()
                .execute();
        sql.insertInto(
                        ADJUSTMENTS,
                        ADJUSTMENTS.ACCOUNT_ID,
                        ADJUSTMENTS.ACCOUNT_VERSION,
                        ADJUSTMENTS.AMOUNT,
                        ADJUSTMENTS.BALANCE_BEFORE,
                        ADJUSTMENTS.BALANCE_AFTER,
                        ADJUSTMENTS.MADE_BY,
                        ADJUSTMENTS.WHY,
                        ADJUSTMENTS.CREATED_AT)
                .valuesOfRows(players.stream()
                        .map(n -> row("player-" + n, 1L, ONE_MILLION_EURO, 0L, ONE_MILLION_EURO, AUTHOR, WHY, now))
                        .toList())
                .onConflictDoNothing()
                .execute();
        sql.insertInto(SESSIONS, SESSIONS.TOKEN_HASH, SESSIONS.ACCOUNT_ID, SESSIONS.BORN_AT, SESSIONS.EXPIRES_AT)
                .valuesOfRows(players.stream()
                        .map(n -> row(Sessions.hash("token-" + n), "player-" + n, now, now.plusYears(YEARS)))
                        .toList())
                .onConflictDoNothing()
                .execute();
    }
}
