package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PlayerSession;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Represents a started game. Only real money has a token and an account, so that a demo cannot send callbacks (LAU-13). */
public sealed interface GameSession {
    /** Returns the id of the session and its launch URL. */
    String id();

    String operator();

    String slug();

    /** Returns the language in ISO 639-1, or null. */
    @Nullable
    String lang();

    /** Returns the start time of the game. */
    Instant openedAt();

    /**
     * Represents a game for real money.
     *
     * @param id the id of the session
     * @param operator the operator
     * @param slug the game
     * @param lang the language, if given
     * @param openedAt the start time
     * @param token the operator's session token, sent along with each debit (D-16)
     * @param accountId the account that the wallet returned (WAL-2)
     * @param displayName the name shown in the game
     * @param openingBalance the balance at the start of the game
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
            Money openingBalance)
            implements GameSession {
        /** Returns the player's session for rounds; a demo has none (LAU-13). */
        public PlayerSession playerSession() {
            return new PlayerSession(operator, accountId, slug, token, openingBalance.currency());
        }

        /** Hides the token. */
        @Override
        public String toString() {
            return "RealMoney[" + slug + " for " + accountId + "]";
        }
    }

    /**
     * Represents a demo in the virtual currency {@code FUN}.
     *
     * @param id the id of the session
     * @param operator the operator
     * @param slug the game
     * @param lang the language, if given
     * @param openedAt the start time
     */
    record Demo(
            String id,
            String operator,
            String slug,
            @Nullable String lang,
            Instant openedAt) implements GameSession {}
}
