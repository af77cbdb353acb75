package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.transport.Sending.Cut;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.ReplyReader;
import dev.operatorkit.simulator.wallet.TransportFault;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Plays one round of a load run: a debit and exactly one settlement (RND-4), with replays and dropped responses. */
final class PlayedRound {
    /** Holds the average number of rounds per round that fails after its debit and is rolled back. */
    private static final int FAILS = 40;

    private final LoadRun run;
    private final PlayerLane lane;
    private final Bet bet;
    private final String id;
    private final SplittableRandom random;
    private boolean leftOpen;

    PlayedRound(LoadRun run, PlayerLane lane, Bet bet, String id, SplittableRandom random) {
        this.run = run;
        this.lane = lane;
        this.bet = bet;
        this.id = id;
        this.random = random;
    }

    void play() {
        var unheard = chance(run.settings().drop());
        if (unheard && random.nextBoolean()) {
            lane.exclusively(() -> playUnlessEnding(this::rollBackLostDebit));
        } else {
            lane.withLock(() -> playUnlessEnding(() -> debit(unheard)));
        }
    }

    /** Plays the round, unless the run was stopped or given up while this round waited for its lane. */
    private void playUnlessEnding(Runnable round) {
        if (run.begin(bet)) {
            round.run();
            if (!leftOpen) {
                run.end(bet);
            }
        }
    }

    private boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    /** Drops the debit's response and rolls the debit back directly, so that it does not matter whether it was applied. */
    private void rollBackLostDebit() {
        dropResponse(run.writer().debit(bet));
        var reply = retryUntilAnswered(run.writer().rollback("s-" + id, bet));
        if (reply instanceof CallbackReply.Done done) {
            lane.balanceTrail().recordReverted(done.balance().minorUnits());
        }
    }

    private void debit(boolean unheard) {
        var debit = run.writer().debit(bet);
        if (unheard) {
            dropResponse(debit);
        }
        var reply = call(debit, TransportFault.PLAIN);
        if (reply instanceof CallbackReply.Done done) {
            lane.balanceTrail().debit(bet.stake().minorUnits(), done.balance().minorUnits());
            repeat(debit, done);
            settle();
        } else if (reply instanceof CallbackReply.Refused refused
                && refused.status() != 500
                && refused.isExpected()
                && refused.status() != 503) {
            run.refused.increment();
        } else {
            run.silent.increment();
            rollBackUncertainDebit();
        }
    }

    /** Rolls back a debit to which the wallet responded with 500 or not at all (DEL-2, D-31). */
    private void rollBackUncertainDebit() {
        var reply = retryUntilAnswered(run.writer().rollback("s-" + id, bet));
        if (reply instanceof CallbackReply.Done done) {
            var after = done.balance().minorUnits();
            var lookup = run.writer().lookup(bet.playerId(), bet.transactionId());
            var known = callUntilBack(lookup, () -> false);
            if (Outage.isAway(known)) {
                run.giveUp("The debit of round " + bet.roundId() + " could not be looked up within " + run.maxWait()
                        + ": " + known.describe());
            } else if (known instanceof CallbackReply.Done debited) {
                lane.balanceTrail()
                        .recordUncertain(
                                bet.stake().minorUnits(), debited.balance().minorUnits(), after);
            } else {
                lane.balanceTrail().recordReverted(after);
            }
        }
    }

    private void settle() {
        var rollsBack = random.nextInt(FAILS) == 0;
        var payout = rollsBack ? bet.stake() : run.settings().payTable().win(bet.stake(), random);
        var settlement =
                rollsBack ? run.writer().rollback("s-" + id, bet) : run.writer().credit("s-" + id, bet, payout);
        if (chance(run.settings().drop())) {
            dropResponse(settlement);
        }
        if (retryUntilAnswered(settlement) instanceof CallbackReply.Done done) {
            settled(rollsBack, payout, done.balance().minorUnits());
            repeat(settlement, done);
        }
    }

    private void settled(boolean rolledBack, Money amount, long after) {
        if (rolledBack) {
            lane.balanceTrail().rollback(amount.minorUnits(), after);
        } else {
            lane.balanceTrail().credit(amount.minorUnits(), after);
        }
    }

    /** Sends a call and drops its response, before or after the wallet sends it. */
    private void dropResponse(Callback callback) {
        run.dropped.increment();
        call(callback, TransportFault.withCut(random.nextBoolean() ? Cut.AFTER_SEND : Cut.AFTER_ANSWER));
    }

    /** Replays a call, which must get the original result (IDM-2, D-49) unless the wallet cannot look it up now (D-29). */
    private void repeat(Callback callback, CallbackReply.Done first) {
        if (chance(run.settings().repeat())) {
            run.repeated.increment();
            var again = callUntilBack(callback, run::failsReplays);
            if (!again.equals(first) && !(again instanceof CallbackReply.Silent)) {
                if (Outage.isAway(again)) {
                    run.noteFailedReplay();
                }
                lane.balanceTrail()
                        .addViolation(callback.kind() + " of round " + bet.roundId() + " got '" + first.describe()
                                + "', but its replay got '" + again.describe() + "'");
            }
        }
    }

    /**
     * Sends a settlement until it is accepted. A refusal is a violation; a wallet that is away for too long leaves the round
     * open, and the run ends without an audit.
     */
    private CallbackReply retryUntilAnswered(Callback settlement) {
        var retrying = run.retrying();
        var reply = call(settlement, TransportFault.PLAIN);
        while (!(reply instanceof CallbackReply.Done) && retrying.pauseAfter(reply)) {
            reply = call(settlement, TransportFault.PLAIN);
        }
        if (!(reply instanceof CallbackReply.Done)) {
            var failure = "round " + bet.roundId() + " could not be closed by its " + settlement.kind();
            if (Outage.isAway(reply)) {
                leftOpen = true;
                run.giveUp("The " + failure + " within " + run.maxWait() + ", and stays open: " + reply.describe());
            } else {
                lane.balanceTrail().addViolation(failure + ": " + reply.describe());
            }
        }
        return reply;
    }

    /** Sends a call until the wallet is back. */
    private CallbackReply callUntilBack(Callback callback, BooleanSupplier gaveUp) {
        var retrying = run.retrying();
        var reply = call(callback, TransportFault.PLAIN);
        while (Outage.isAway(reply) && !gaveUp.getAsBoolean() && retrying.pause()) {
            reply = call(callback, TransportFault.PLAIN);
        }
        return reply;
    }

    private CallbackReply call(Callback callback, TransportFault transportFault) {
        var exchange = run.caller().call(callback, transportFault);
        run.record(callback, exchange.nanos());
        var reply = ReplyReader.result(exchange, lane.currency());
        if (transportFault.equals(TransportFault.PLAIN)) {
            run.note(reply);
        }
        if (reply instanceof CallbackReply.Done done && !done.violations().isEmpty()) {
            lane.balanceTrail().addViolation(callback.kind() + " of round " + bet.roundId() + ": " + done.describe());
        }
        return reply;
    }
}
