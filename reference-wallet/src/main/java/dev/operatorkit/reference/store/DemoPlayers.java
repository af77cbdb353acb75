package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.SESSIONS;
import static org.jooq.impl.DSL.row;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/** Creates the demo players of {@code --demo-players N}: accounts {@code player-1} … with tokens {@code token-1} …. */
public final class DemoPlayers {
    private static final int CHUNK = 100; // H2 parses longer statements recursively and overflows its stack
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
        var players = numbers.boxed().toList();
        insert(
                sql,
                ACCOUNTS,
                List.of(
                        ACCOUNTS.ID,
                        ACCOUNTS.DISPLAY_NAME,
                        ACCOUNTS.CURRENCY,
                        ACCOUNTS.BALANCE,
                        ACCOUNTS.VERSION,
                        ACCOUNTS.UPDATED_AT),
                players,
                n -> List.of("player-" + n, "Player " + n, "EUR", ONE_MILLION_EURO, 1L, now));
        insert(
                sql,
                ADJUSTMENTS,
                List.of(
                        ADJUSTMENTS.ACCOUNT_ID,
                        ADJUSTMENTS.ACCOUNT_VERSION,
                        ADJUSTMENTS.AMOUNT,
                        ADJUSTMENTS.BALANCE_BEFORE,
                        ADJUSTMENTS.BALANCE_AFTER,
                        ADJUSTMENTS.MADE_BY,
                        ADJUSTMENTS.WHY,
                        ADJUSTMENTS.CREATED_AT),
                players,
                n -> List.of("player-" + n, 1L, ONE_MILLION_EURO, 0L, ONE_MILLION_EURO, AUTHOR, REASON, now));
        sql.insertInto(SESSIONS, SESSIONS.TOKEN_HASH, SESSIONS.ACCOUNT_ID, SESSIONS.BORN_AT, SESSIONS.EXPIRES_AT)
                .valuesOfRows(players.stream()
                        .map(n -> row(Sessions.hash("token-" + n), "player-" + n, now, now.plusYears(YEARS)))
                        .toList())
                .onConflictDoNothing()
                .execute();
    }

    private static void insert(
            DSLContext sql,
            Table<?> table,
            List<Field<?>> columns,
            List<Integer> players,
            IntFunction<List<Object>> values) {
        var all = new ArrayList<>(columns);
        all.addAll(Partitions.value(sql, "player-1").keySet());
        var rows = players.stream()
                .map(n -> {
                    var row = new ArrayList<>(values.apply(n));
                    row.addAll(Partitions.value(sql, "player-" + n).values());
                    return row(row);
                })
                .toList();
        sql.insertInto(table, all).valuesOfRows(rows).onConflictDoNothing().execute();
    }
}
