package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Record;

/**
 * Finds players and sessions for the wallet SDK.
 *
 * @param database the database with the accounts
 * @param sessions the sessions by token
 * @param servers the servers that have the accounts; the sessions are on none of them
 * @param clock the clock by which an exclusion ends
 */
public record JooqPlayers(Database database, Sessions sessions, Servers servers, Clock clock)
        implements PlayerDirectory {
    @Override
    public Optional<Session> findSession(String token) {
        return sessions.findByToken(token);
    }

    /** Finds the player of an account, with the current balance (WAL-2). */
    @Override
    public Optional<Player> findPlayer(String accountId) {
        return servers.read(
                accountId,
                () -> database.lookups()
                        .selectFrom(ACCOUNTS)
                        .where(is(accountId))
                        .fetchOptional(JooqPlayers::player));
    }

    /** Keeps excluded players from starting any game; the games in progress cannot bet (D-15). */
    @Override
    public GameAccess gameAccess(Player player, String gameId) {
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        var isExcluded = ACCOUNTS.EXCLUDED_UNTIL.gt(today);
        return servers.read(
                        player.accountId(),
                        () -> database.lookups()
                                .fetchExists(ACCOUNTS, is(player.accountId()).and(isExcluded)))
                ? GameAccess.refused(Exclusion.REFUSAL.message())
                : GameAccess.granted();
    }

    private Condition is(String accountId) {
        return ACCOUNTS.ID.eq(accountId).and(Partitions.condition(database.lookups(), ACCOUNTS, accountId));
    }

    /** Reads the player in a row of the accounts. */
    public static Player player(Record row) {
        var money = new Money(row.get(ACCOUNTS.BALANCE), CurrencyCode.of(row.get(ACCOUNTS.CURRENCY)));
        var balance = new Balance(money, row.get(ACCOUNTS.UPDATED_AT).toInstant());
        return new Player(row.get(ACCOUNTS.ID), row.get(ACCOUNTS.DISPLAY_NAME), balance);
    }
}
