package dev.operatorkit.simulator.transcript;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which exchanges are meant; null means any.
 *
 * @param operator exactly
 * @param player exactly
 * @param round exactly
 * @param kind exactly
 * @param status exactly; 0 are those without an answer
 * @param attempt at least that attempt
 * @param text a part of the verdict or of the transaction's id
 */
public record Filter(
        @Nullable String operator,
        @Nullable String player,
        @Nullable String round,
        @Nullable String kind,
        @Nullable Integer status,
        @Nullable Integer attempt,
        @Nullable String text) {
    /** Everything. */
    public static final Filter ALL = new Filter(null, null, null, null, null, null, null);

    /** The exchanges of one round. */
    public static Filter ofRound(String round) {
        return new Filter(null, null, round, null, null, null, null);
    }

    /** The exchanges that were answered so. */
    public static Filter ofStatus(@Nullable Integer status) {
        return new Filter(null, null, null, null, status, null, null);
    }

    /** Whether it means this one: for those who follow live. */
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
