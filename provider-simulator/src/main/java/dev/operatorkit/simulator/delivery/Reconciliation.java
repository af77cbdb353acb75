package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.delivery.RoundStore.Change;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Resolves rounds in doubt: by lookups at the wallet (DEL-5), and in the end by manual review (DEL-1). */
public final class Reconciliation {
    /** Begins the last result of a round whose retries have ended. */
    public static final String RETRIES_ENDED = "the retry window is over; last result: ";

    private final RoundStore store;
    private final CallbackSender sender;
    private final Clock clock;

    Reconciliation(RoundStore store, CallbackSender sender, Clock clock) {
        this.store = store;
        this.sender = sender;
        this.clock = clock;
    }

    /** Stores a rollback for a round without a settlement. */
    void rollBack(GameRound round, @Nullable String debitResult, String why) {
        var rollback = sender.rollback(round.operator(), round.bet());
        store.settle(round.bet(), rollback, null, debitResult, why);
    }

    /** Ends the retries: looks the settlement up once more and then hands the round to manual review. */
    void giveUp(GameRound round) {
        if (lookUp(round) != Lookup.CLOSED) {
            store.change(
                    round.id(),
                    Change.to(RoundState.REVIEW, RETRIES_ENDED + round.detail()),
                    new Attempt(0, clock.instant(), "REVIEW", null, "handed to manual review"));
        }
    }

    /** Describes what a lookup of a round found. */
    public enum Lookup {
        CLOSED,
        /** Found the debit, or the settlement of a round that was closed before. */
        FOUND,
        /** Found nothing, or got no answer. */
        NOT_FOUND
    }

    /** Looks up the settlement and, unless that closes the round, the debit; both go into the history. */
    public Lookup lookUp(GameRound round) {
        var settlement = round.settlement();
        var isFound = false;
        if (settlement != null) {
            var reply = lookUp(round, settlement.transactionId());
            if (reply instanceof CallbackReply.Silent) {
                return Lookup.NOT_FOUND;
            }
            if (reply instanceof CallbackReply.Done done) {
                if (!round.state().isFinal()) {
                    store.finish(
                            round,
                            done,
                            new Attempt(0, clock.instant(), "LOOKUP", settlement.transactionId(), "found by lookup"));
                    return Lookup.CLOSED;
                }
                isFound = true;
            }
        }
        isFound |= lookUp(round, round.bet().transactionId()) instanceof CallbackReply.Done;
        return isFound ? Lookup.FOUND : Lookup.NOT_FOUND;
    }

    private CallbackReply lookUp(GameRound round, String transactionId) {
        var bet = round.bet();
        var reply = sender.send(
                sender.writer(round.operator()).lookup(bet.playerId(), transactionId),
                CallbackContext.of(round.operator(), bet, transactionId, 1));
        store.note(round.id(), new Attempt(1, clock.instant(), "LOOKUP", transactionId, reply.describe()));
        return reply;
    }

    /** Sends a settlement in manual review again and returns the reply. */
    public CallbackReply resend(String roundId) {
        var round = inReview(roundId);
        var settlement = RoundStore.settlement(round);
        var at = clock.instant();
        var number = round.attempts() + 1;
        var reply = sender.sendSettlement(round, number);
        var attempt = new Attempt(
                number, at, settlement.kind().name(), settlement.transactionId(), "manual: " + reply.describe());
        if (reply instanceof CallbackReply.Done done) {
            store.finish(round, done, attempt);
        } else {
            store.postpone(round, null, attempt);
        }
        return reply;
    }

    /** Closes a round in manual review with a note. */
    public void close(String roundId, String note) {
        if (note.isBlank()) {
            throw new IllegalArgumentException("Enter a note that says why the round is closed.");
        }
        var round = inReview(roundId);
        store.change(
                round.id(),
                Change.to(RoundState.CLOSED, "closed manually: " + note),
                new Attempt(0, clock.instant(), "CLOSED", null, note));
    }

    /** Returns a round in manual review, or throws an IllegalArgumentException that says what became of it. */
    public GameRound inReview(String roundId) {
        var round = store.find(roundId)
                .orElseThrow(() -> new IllegalArgumentException("There is no round '" + roundId + "'."));
        if (round.state() != RoundState.REVIEW) {
            throw new IllegalArgumentException(
                    "Round '" + roundId + "' is no longer in manual review; nothing was changed. It is " + round.state()
                            + " since " + round.changedAt() + ": " + round.detail());
        }
        return round;
    }
}
