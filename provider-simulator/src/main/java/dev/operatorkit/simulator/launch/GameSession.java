package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.operator.PlayerSession;
import java.time.Instant;

/** Represents a started game. Only real money has a token and an account, so that a demo cannot send callbacks (LAU-13). */
public sealed interface GameSession {
    String id();

    String operator();

    String slug();

    Instant openedAt();

    /**
     * Represents a game for real money.
     *
     * @param player the account that the wallet returned (WAL-2), with the token that is sent along with each debit (D-16)
     * @param balanceUpdatedAt the time of the opening balance by the wallet's clock; the epoch if the wallet named none
     */
    record RealMoney(
            String id,
            PlayerSession player,
            Instant openedAt,
            String displayName,
            Money openingBalance,
            Instant balanceUpdatedAt)
            implements GameSession {
        @Override
        public String operator() {
            return player.operator();
        }

        @Override
        public String slug() {
            return player.gameId();
        }
    }

    /** Represents a demo in the virtual currency {@code FUN}. */
    record Demo(String id, String operator, String slug, Instant openedAt) implements GameSession {}
}
