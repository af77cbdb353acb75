package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PlayerSession;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Represents a started game. Only real money has a token and an account, so that a demo cannot send callbacks (LAU-13). */
public sealed interface GameSession {
    String id();

    String operator();

    String slug();

    /** Returns the language in ISO 639-1, or null. */
    @Nullable
    String lang();

    Instant openedAt();

    /**
     * Represents a game for real money.
     *
     * @param token the operator's session token, sent along with each debit (D-16)
     * @param accountId the account that the wallet returned (WAL-2)
     * @param balanceUpdatedAt the time of the opening balance by the wallet's clock; the epoch if the wallet named none
     */
    record RealMoney(
            String id,
            String operator,
            String slug,
            @Nullable String lang,
            Instant openedAt,
            String token,
            String accountId,
            String displayName,
            Money openingBalance,
            Instant balanceUpdatedAt)
            implements GameSession {
        /** Returns the player's session for rounds; a demo has none (LAU-13). */
        public PlayerSession playerSession() {
            return new PlayerSession(operator, accountId, slug, token, openingBalance.currency());
        }

        @Override
        public String toString() {
            return "RealMoney[" + slug + " for " + accountId + "]";
        }
    }

    /** Represents a demo in the virtual currency {@code FUN}. */
    record Demo(
            String id,
            String operator,
            String slug,
            @Nullable String lang,
            Instant openedAt) implements GameSession {}
}
