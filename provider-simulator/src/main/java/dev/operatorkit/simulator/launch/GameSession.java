package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PlayerSession;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A game that was started. Only one for real money knows a token and an account, so that a demo can call nobody (LAU-13). */
public sealed interface GameSession {
    /** Names the session, and its launch URL. */
    String id();

    /** Whose player it is. */
    String operator();

    /** The game. */
    String slug();

    /** ISO 639-1, or null. */
    @Nullable
    String lang();

    /** When the game was started. */
    Instant openedAt();

    /**
     * A game for real money.
     *
     * @param id names the session
     * @param operator whose player it is
     * @param slug the game
     * @param lang the language, if given
     * @param openedAt when it was started
     * @param token the operator's session token, sent along with each debit (D-16)
     * @param accountId the player, as the wallet named him (WAL-2)
     * @param displayName what the game shows
     * @param openingBalance what the wallet said when the game was started
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
        /** The player's seat at the rounds; a demo has none (LAU-13). */
        public PlayerSession seat() {
            return new PlayerSession(operator, accountId, slug, token, openingBalance.currency());
        }

        /** Hides the token. */
        @Override
        public String toString() {
            return "RealMoney[" + slug + " for " + accountId + "]";
        }
    }

    /**
     * A game for fun, in the play currency {@code FUN}.
     *
     * @param id names the session
     * @param operator whose visitor it is
     * @param slug the game
     * @param lang the language, if given
     * @param openedAt when it was started
     */
    record Demo(
            String id,
            String operator,
            String slug,
            @Nullable String lang,
            Instant openedAt) implements GameSession {}
}
