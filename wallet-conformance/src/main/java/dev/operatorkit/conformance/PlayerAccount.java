package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a run knows about the money of one player: the balance at the start, the last balance that the player callback
 * reported, and the debits that cases left open. A reported balance is known until another call begins, since that may move money;
 * two cases, or two checks, that look with nothing between them share one call.
 */
final class PlayerAccount {
    private final Player player;
    private final List<MovementBody> open = new ArrayList<>();
    private final List<MovementBody> abandoned = new ArrayList<>();
    private BigDecimal conceded = BigDecimal.ZERO;
    private @Nullable BigDecimal start;
    private @Nullable BigDecimal latest;
    private @Nullable WalletResponse look;
    private boolean readable = true;
    private boolean paused;
    private int calls;
    private int underWay;

    PlayerAccount(Player player) {
        this.player = player;
    }

    Player player() {
        return player;
    }

    /** Returns a copy for a case that runs beside others: it shares what is known, and keeps what it learns to itself. */
    synchronized PlayerAccount copy() {
        var copy = new PlayerAccount(player);
        copy.start = start;
        copy.latest = latest;
        copy.look = look;
        copy.readable = readable;
        return copy;
    }

    /** Records that a call begins which may move money. */
    synchronized void beginCall() {
        calls++;
        underWay++;
        look = null;
    }

    /** Records that such a call has ended. */
    synchronized void endCall() {
        underWay--;
    }

    /** Returns the number of calls before a look, which {@link #recordLook} compares. */
    synchronized int calls() {
        return underWay == 0 ? calls : -1;
    }

    /** Records the response of the player callback, unless a call was under way since {@code before}. */
    synchronized void recordLook(WalletResponse answer, int before) {
        var balance = answer.balance();
        if (answer.status() == 200 && balance != null) {
            recordBalance(balance);
            look = underWay == 0 && before == calls ? answer : null;
        }
    }

    /** Records a balance that the wallet returned with a movement. */
    synchronized void recordBalance(BigDecimal balance) {
        latest = balance;
        if (start == null && readable) {
            start = balance;
        }
    }

    /** Forgets the last look, so that the next one makes a call. */
    synchronized void forgetLook() {
        look = null;
    }

    /** Returns true the first time: a run waits once for each player whether the balance moves by itself. */
    synchronized boolean takePause() {
        var isFirst = !paused;
        paused = true;
        return isFirst;
    }

    /** Returns the last look, if no call began since. */
    synchronized @Nullable WalletResponse look() {
        return look;
    }

    /** Returns the newest balance in any response, which a call under way may change. */
    synchronized @Nullable BigDecimal latest() {
        return latest;
    }

    /** Returns the balance to which the player is restored. */
    synchronized @Nullable BigDecimal start() {
        return start;
    }

    /** Returns true when a case left something to restore. */
    synchronized boolean isOff() {
        return !open.isEmpty() || (start != null && latest != null && start.compareTo(latest) != 0);
    }

    /** Accepts this balance as the one to restore to, since the wallet refused to correct it. */
    synchronized void acceptBalance(BigDecimal balance) {
        conceded = start == null ? conceded : conceded.add(start.subtract(balance));
        start = balance;
    }

    /** Takes back what {@link #acceptBalance} accepted, and opens the abandoned debits again: the end of a run tries once more. */
    synchronized void reclaim() {
        acceptChange(conceded);
        conceded = BigDecimal.ZERO;
        reopenAbandoned();
    }

    /** Leaves a debit that could not be rolled back until {@link #reclaim}. */
    synchronized void abandon(MovementBody debit) {
        abandoned.add(debit);
    }

    /** Leaves the abandoned debits open. */
    synchronized void reopenAbandoned() {
        open.addAll(abandoned);
        abandoned.clear();
    }

    /** Returns the debits that were left open or abandoned. */
    synchronized List<MovementBody> unsettled() {
        return Stream.concat(open.stream(), abandoned.stream()).toList();
    }

    /** Records that money has moved for good: the player is restored to a balance that is higher by this change. */
    synchronized void acceptChange(BigDecimal change) {
        start = start == null ? null : start.add(change);
    }

    /** Records that no session token of the player is valid, so that nobody can ask for the balance and restore it. */
    synchronized void loseSession() {
        readable = false;
    }

    /** Returns false when nobody can ask for the balance. */
    synchronized boolean isReadable() {
        return readable;
    }

    /** Leaves this debit open until {@link #takeOpen}. */
    synchronized void leaveOpen(MovementBody debit) {
        open.add(debit);
    }

    synchronized List<MovementBody> open() {
        return List.copyOf(open);
    }

    /** Returns the debits that were left open, and forgets them. */
    synchronized List<MovementBody> takeOpen() {
        var taken = List.copyOf(open);
        open.clear();
        return taken;
    }
}
