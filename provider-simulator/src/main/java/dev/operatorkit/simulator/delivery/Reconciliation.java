package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.delivery.Round.Attempt;
import dev.operatorkit.simulator.delivery.Round.Settlement;
import dev.operatorkit.simulator.delivery.RoundStore.Change;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackKind;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rounds in doubt: the wallet is asked what it knows (DEL-5), and in the end a person decides (DEL-1). */
public final class Reconciliation {
    private final RoundStore store;
    private final CallbackSender sender;
    private final Clock clock;

    Reconciliation(RoundStore store, CallbackSender sender, Clock clock) {
        this.store = store;
        this.sender = sender;
        this.clock = clock;
    }

    /** Stores a rollback for a round without a settlement. */
    void rollBack(Round round, @Nullable String debitWords, String why) {
        var bet = round.bet();
        var id = "rollback-" + UUID.randomUUID();
        var nothing = new Money(0, bet.stake().currency());
        var body = sender.writer(round.operator()).rollback(id, bet).body();
        store.settle(bet, new Settlement(CallbackKind.ROLLBACK, id, nothing, body), null, debitWords, why);
    }

    /** The time for retries is over: a last look at the wallet's books, then manual review. */
    void giveUp(Round round) {
        if (!lookUp(round)) {
            store.change(
                    round.id(),
                    Change.to(RoundState.REVIEW, "the time for retries is over; newest: " + round.detail()),
                    new Attempt(0, clock.instant(), "REVIEW", null, "handed to manual review"));
        }
    }

    /**
     * Asks the wallet for the settlement and, when it does not know that, for the debit; both go into the history. True
     * when the settlement was there: the round is closed then.
     */
    public boolean lookUp(Round round) {
        var settlement = round.settlement();
        if (settlement != null) {
            var reply = ask(round, settlement.transactionId());
            if (reply instanceof CallbackReply.Done done && !round.state().isFinal()) {
                store.finish(
                        round,
                        done.balance(),
                        new Attempt(0, clock.instant(), "LOOKUP", settlement.transactionId(), "found by lookup"));
                return true;
            }
            if (reply instanceof CallbackReply.Silent) {
                return false;
            }
        }
        ask(round, round.bet().transactionId());
        return false;
    }

    private CallbackReply ask(Round round, String transactionId) {
        var bet = round.bet();
        var reply = sender.send(
                sender.writer(round.operator()).lookup(bet.playerId(), transactionId),
                CallbackContext.of(round.operator(), bet, transactionId, 1));
        store.note(round.id(), new Attempt(1, clock.instant(), "LOOKUP", transactionId, reply.describe()));
        return reply;
    }

    /** A person sends a settlement in manual review once more; what came of it. */
    public CallbackReply resend(String roundId) {
        var round = inReview(roundId);
        var settlement = RoundStore.settlement(round);
        var at = clock.instant();
        var number = round.attempts() + 1;
        var reply = sender.send(
                Callback.post(settlement.kind(), settlement.body()),
                CallbackContext.of(round.operator(), round.bet(), settlement.transactionId(), number));
        var attempt = new Attempt(
                number, at, settlement.kind().name(), settlement.transactionId(), "by hand: " + reply.describe());
        if (reply instanceof CallbackReply.Done done) {
            store.finish(round, done.balance(), attempt);
        } else {
            store.postpone(round, null, attempt);
        }
        return reply;
    }

    /** A person closes a round in manual review and says why. */
    public void close(String roundId, String note) {
        if (note.isBlank()) {
            throw new IllegalArgumentException("a round is closed with a note");
        }
        var round = inReview(roundId);
        store.change(
                round.id(),
                Change.to(RoundState.CLOSED, "closed by hand: " + note),
                new Attempt(0, clock.instant(), "CLOSED", null, note));
    }

    private Round inReview(String roundId) {
        var round = store.find(roundId)
                .orElseThrow(() -> new IllegalArgumentException("there is no round '" + roundId + "'"));
        if (round.state() != RoundState.REVIEW) {
            throw new IllegalArgumentException(
                    "round '" + roundId + "' is not in manual review, it is " + round.state());
        }
        return round;
    }
}
