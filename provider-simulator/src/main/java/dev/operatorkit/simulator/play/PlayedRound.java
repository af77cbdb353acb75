package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.transport.Sending.Cut;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.ReplyReader;
import dev.operatorkit.simulator.wallet.TransportFault;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;

/** Plays one round of a load run: a debit and exactly one settlement (RND-4), with replays and dropped responses. */
final class PlayedRound {
    /** Holds the average number of rounds per round that fails after its debit and is rolled back. */
    private static final int FAILS = 40;

    private final LoadRun run;
    private final PlayerLane lane;
    private final Bet bet;
    private final long stake;
    private final String id;
    private final SplittableRandom random;
    private boolean leftOpen;

    PlayedRound(LoadRun run, PlayerLane lane, Bet bet, String id, SplittableRandom random) {
        this.run = run;
        this.lane = lane;
        this.bet = bet;
        this.stake = bet.stake().minorUnits();
        this.id = id;
        this.random = random;
    }

    void play() {
        var unheard = chance(run.settings().drop());
        if (unheard && random.nextBoolean()) {
            play(lane.rounds().writeLock(), this::rollBackLostDebit);
        } else {
            play(lane.rounds().readLock(), () -> debit(unheard));
        }
    }

    /** Plays the round, unless the run was stopped or given up while this round waited for its lane. */
    private void play(Lock lock, Runnable round) {
        lock.lock();
        try {
            if (run.begin(bet)) {
                round.run();
                if (!leftOpen) {
                    run.end(bet);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    /** Drops the debit's response and rolls the debit back directly, so that it does not matter whether it was applied. */
    private void rollBackLostDebit() {
        dropResponse(run.writer.debit(bet));
        if (retryUntilAnswered(run.writer.rollback("s-" + id, bet)) instanceof CallbackReply.Done done) {
            lane.trail().move(0, done.balance().minorUnits());
        }
    }

    private void debit(boolean unheard) {
        var debit = run.writer.debit(bet);
        if (unheard) {
            dropResponse(debit);
        }
        var reply = call(debit, TransportFault.PLAIN);
        if (reply instanceof CallbackReply.Done done) {
            lane.trail().move(-stake, done.balance().minorUnits());
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
        if (!(retryUntilAnswered(run.writer.rollback("s-" + id, bet)) instanceof CallbackReply.Done done)) {
            return;
        }
        var after = done.balance().minorUnits();
        var known = callUntilBack(run.writer.lookup(bet.playerId(), bet.transactionId()), () -> false);
        if (Outage.isDown(known)) {
            run.giveUp("The debit of round " + bet.roundId() + " could not be looked up within %s", known);
        } else if (known instanceof CallbackReply.Done debited) {
            lane.trail().recordUncertain(stake, debited.balance().minorUnits(), after);
        } else {
            lane.trail().move(0, after);
        }
    }

    private void settle() {
        var rollsBack = random.nextInt(FAILS) == 0;
        var payout = rollsBack ? bet.stake() : run.settings().payTable().win(bet.stake(), random);
        var settlement = rollsBack ? run.writer.rollback("s-" + id, bet) : run.writer.credit("s-" + id, bet, payout);
        if (chance(run.settings().drop())) {
            dropResponse(settlement);
        }
        if (retryUntilAnswered(settlement) instanceof CallbackReply.Done done) {
            lane.trail().move(payout.minorUnits(), done.balance().minorUnits());
            repeat(settlement, done);
        }
    }

    /** Sends a call and drops its response, before or after the wallet sends it. */
    private void dropResponse(Callback callback) {
        run.dropped.increment();
        call(callback, TransportFault.withCut(random.nextBoolean() ? Cut.AFTER_SEND : Cut.AFTER_ANSWER));
    }

    /** Replays a call, which must get the original result (IDM-2, D-49) unless the wallet cannot look it up now (D-29). */
    private void repeat(Callback callback, CallbackReply.Done first) {
        if (!chance(run.settings().repeat())) {
            return;
        }
        run.repeated.increment();
        var again = callUntilBack(callback, () -> run.failsReplays);
        if (!again.equals(first) && !(again instanceof CallbackReply.Silent)) {
            run.failsReplays |= Outage.isDown(again);
            addViolation(callback, " got '" + first.describe() + "', but its replay got '" + again.describe() + "'");
        }
    }

    private void addViolation(Callback callback, String violation) {
        lane.trail().addViolation(callback.kind() + " of round " + bet.roundId() + violation);
    }

    /**
     * Sends a settlement until it is accepted. A refusal is a violation; a wallet that is down for too long leaves the round
     * open, and the run ends without an audit.
     */
    private CallbackReply retryUntilAnswered(Callback settlement) {
        var retrying = run.outage.new Retrying();
        var reply = call(settlement, TransportFault.PLAIN);
        while (!(reply instanceof CallbackReply.Done) && retrying.pauseAfter(reply)) {
            reply = call(settlement, TransportFault.PLAIN);
        }
        if (Outage.isDown(reply)) {
            leftOpen = true;
            run.giveUp(
                    "The round " + bet.roundId() + " could not be closed by its " + settlement.kind()
                            + " within %s, and stays open",
                    reply);
        } else if (!(reply instanceof CallbackReply.Done)) {
            lane.trail()
                    .addViolation("round " + bet.roundId() + " could not be closed by its " + settlement.kind() + ": "
                            + reply.describe());
        }
        return reply;
    }

    private CallbackReply callUntilBack(Callback callback, BooleanSupplier gaveUp) {
        var retrying = run.outage.new Retrying();
        var reply = call(callback, TransportFault.PLAIN);
        while (Outage.isDown(reply) && !gaveUp.getAsBoolean() && retrying.pause()) {
            reply = call(callback, TransportFault.PLAIN);
        }
        return reply;
    }

    private CallbackReply call(Callback callback, TransportFault transportFault) {
        var exchange = run.caller.call(callback, transportFault);
        run.latencies.record(callback.kind(), exchange.nanos());
        var reply = ReplyReader.result(exchange, lane.currency());
        if (transportFault.equals(TransportFault.PLAIN)) {
            run.outage.record(reply);
        }
        if (reply instanceof CallbackReply.Done done && !done.violations().isEmpty()) {
            addViolation(callback, ": " + done.describe());
        }
        return reply;
    }
}
