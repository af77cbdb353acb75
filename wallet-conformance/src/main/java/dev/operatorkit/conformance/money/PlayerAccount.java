package dev.operatorkit.conformance.money;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Holds what a run knows about the money of one player: the balance to restore at its end, and the newest one. */
public final class PlayerAccount {
    private final Player player;
    private @Nullable BigDecimal start;
    private @Nullable BigDecimal latest;
    private boolean isReadable = true;

    /** Creates the account of a player whose balance is not known yet. */
    public PlayerAccount(Player player) {
        this.player = player;
    }

    /** Returns the player. */
    public Player player() {
        return player;
    }

    /** Records a balance that the wallet returned. The first one is restored at the end of the run. */
    public synchronized void recordBalance(BigDecimal balance) {
        latest = balance;
        if (start == null && isReadable) {
            start = balance;
        }
    }

    /** Returns the newest balance in any response. */
    public synchronized @Nullable BigDecimal latest() {
        return latest;
    }

    /** Returns the balance to which the player is restored. */
    public synchronized @Nullable BigDecimal start() {
        return start;
    }

    /** Records that money has moved for good: the player is restored to a balance that is higher by this change. */
    public synchronized void acceptChange(BigDecimal change) {
        start = start == null ? null : start.add(change);
    }

    /** Records that no session token of the player is valid, so that no run can ask for the balance and restore it. */
    public synchronized void loseSession() {
        isReadable = false;
    }

    /** Returns false when no session token can ask for the balance. */
    public synchronized boolean isReadable() {
        return isReadable;
    }
}
