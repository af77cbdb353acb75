package dev.operatorkit.simulator.transcript;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects exchanges; null matches any.
 *
 * @param operator the operator
 * @param player the player
 * @param round the round
 * @param kind the kind
 * @param status the status; 0 matches exchanges without a response
 * @param attempt the lowest attempt
 * @param text a part of the verdict or the transaction id
 */
public record Filter(
        @Nullable String operator,
        @Nullable String player,
        @Nullable String round,
        @Nullable String kind,
        @Nullable Integer status,
        @Nullable Integer attempt,
        @Nullable String text) {
    /** Matches all exchanges. */
    public static final Filter ALL = new Filter(null, null, null, null, null, null, null);

    /** Returns a filter for one round. */
    public static Filter ofRound(String round) {
        return new Filter(null, null, round, null, null, null, null);
    }

    /** Returns a filter for one player of an operator. */
    public static Filter ofPlayer(String operator, String player) {
        return new Filter(operator, player, null, null, null, null, null);
    }

    /** Returns a filter for a status. */
    public static Filter ofStatus(@Nullable Integer status) {
        return new Filter(null, null, null, null, status, null, null);
    }

    /** Returns whether it matches an exchange, for live followers. */
    public boolean matches(Entry entry) {
        return (operator == null || operator.equals(entry.operator()))
                && (player == null || player.equals(entry.player()))
                && (round == null || round.equals(entry.round()))
                && (kind == null || kind.equals(entry.kind()))
                && (status == null || status == entry.status())
                && (attempt == null || attempt <= entry.attempt())
                && (text == null
                        || entry.verdict().contains(text)
                        || Objects.requireNonNullElse(entry.transaction(), "").contains(text));
    }
}
