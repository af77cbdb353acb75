package dev.operatorkit.reference.store;

import dev.operatorkit.wallet.Players;
import dev.operatorkit.wire.Player;
import java.util.Optional;

/**
 * Who plays, for the wallet SDK.
 *
 * @param sessions by token
 * @param accounts by id
 */
public record JooqPlayers(Sessions sessions, Accounts accounts) implements Players {
    @Override
    public Optional<Session> session(String token) {
        return sessions.of(token);
    }

    @Override
    public Optional<Player> player(String accountId) {
        return accounts.player(accountId);
    }
}
