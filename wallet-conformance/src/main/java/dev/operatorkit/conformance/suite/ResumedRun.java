package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Continues an earlier run. A player without a session token that is still valid can be settled (WAL-8), but the balance cannot be read.
 *
 * @param checkpoint what the first run left
 * @param sessions the players by account, each with a token that is still valid
 * @param found the balances of these players, before this run moved anything
 * @param firstAnswer the response to the first callback, which is the first of the settlements; null when none was left
 */
public record ResumedRun(
        Checkpoint checkpoint,
        Map<String, Player> sessions,
        Map<String, BigDecimal> found,
        @Nullable WalletResponse firstAnswer) {
    /** Explains how to run the cases of a resumed run. */
    public static final String HOW_TO_ENABLE =
            "needs two runs: one with --leave FILE, and after a restart of the wallet"
                    + " or a pause another with --resume FILE";

    /** Returns the players of the first run, with a valid token where there is one. */
    public List<Player> players() {
        return checkpoint.players().stream()
                .map(Checkpoint.Account::player)
                .map(player -> sessions.getOrDefault(player.accountId(), player))
                .toList();
    }

    /** Returns true when a token of this player is still valid. */
    public boolean isReadable(Player player) {
        return sessions.containsKey(player.accountId());
    }

    /** Skips the case unless a token of every player is still valid. */
    public void requireReadable() {
        for (var player : players()) {
            if (!isReadable(player)) {
                throw new SkipCase(
                        "needs a session token of " + player + " that is still valid; give a fresh one with --token");
            }
        }
    }

    /** Returns the balance that this run found before it moved anything. */
    public BigDecimal foundBalance(Player player) {
        return Objects.requireNonNull(found.get(player.accountId()));
    }
}
