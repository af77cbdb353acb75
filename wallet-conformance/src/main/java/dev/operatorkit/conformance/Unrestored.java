package dev.operatorkit.conformance;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names something about the money of players that could not be restored.
 *
 * @param missing what the player lacks, below 0 for too much; 0 when no balance was read
 */
record Unrestored(List<Player> players, String text, BigDecimal missing) {
    /** Names a balance that differs from the one to restore. */
    static Unrestored difference(Player player, BigDecimal missing) {
        var text = player + (missing.signum() > 0 ? " lacks " : " has too much: ")
                + missing.abs().toPlainString() + " " + player.currency();
        return new Unrestored(List.of(player), text, missing);
    }

    /** Names what the wallet did not accept. */
    static Unrestored refusal(List<Player> players, String text) {
        return new Unrestored(players, text, BigDecimal.ZERO);
    }

    static String describe(List<Unrestored> all) {
        return all.stream().map(Unrestored::text).collect(Collectors.joining(", "));
    }

    /** Returns true when a balance was read that is not the one to restore, perhaps too early. */
    static boolean hasDifference(List<Unrestored> all) {
        return all.stream().anyMatch(each -> each.missing.signum() != 0);
    }

    boolean isLack() {
        return missing.signum() > 0;
    }

    boolean isOf(Player player) {
        return players.stream().anyMatch(player::isSameAccount);
    }
}
