package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Continues an earlier run: what that run left, the players with a session token that is still valid, and the balances that were
 * found. A player without such a token can still be settled (WAL-8), but the balance cannot be read.
 */
public final class ResumedRun {
    /** Explains how to run the cases of a resumed run. */
    public static final String HOW_TO_ENABLE =
            "needs two runs: one with --leave FILE, and after a restart of the wallet"
                    + " or a pause another with --resume FILE";

    private final RunState run;
    private final Checkpoint checkpoint;
    private final Map<String, Player> sessions;
    private final Map<String, BigDecimal> found;
    private final @Nullable WalletResponse firstAnswer;

    /**
     * Creates the second run.
     *
     * @param sessions the players by account, each with a valid token
     * @param found the balances of these players
     * @param firstAnswer the response to the first settlement; null when none was left
     */
    public ResumedRun(
            RunState run,
            Checkpoint checkpoint,
            Map<String, Player> sessions,
            Map<String, BigDecimal> found,
            @Nullable WalletResponse firstAnswer) {
        this.run = run;
        this.firstAnswer = firstAnswer;
        this.checkpoint = checkpoint;
        this.sessions = sessions;
        this.found = found;
    }

    /** Returns what the first run left. */
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Returns the response to the first callback, which is the first of the settlements; null when none was left. */
    public @Nullable WalletResponse firstAnswer() {
        return firstAnswer;
    }

    /** Returns the players of the first run, with a valid token where there is one. */
    public List<Player> players() {
        return checkpoint.players().stream()
                .map(Checkpoint.Account::player)
                .map(player -> sessions.getOrDefault(player.accountId(), player))
                .toList();
    }

    /** Returns the players whose token is still valid. */
    public List<Player> readable() {
        return List.copyOf(sessions.values());
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

    /** Records that a settlement of the first run's rounds was applied: this change of the balance is right and stays. */
    public void recordSettled(Player player, BigDecimal change) {
        run.account(player).acceptChange(change);
    }
}
