package dev.operatorkit.simulator.play;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.wallet.Bet;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.Manner;
import dev.operatorkit.simulator.wallet.Manner.Cut;
import dev.operatorkit.simulator.wallet.Reply;
import dev.operatorkit.simulator.wallet.ReplyReader;
import java.time.Duration;
import java.util.SplittableRandom;

/** One round of a load run: a debit and exactly one settlement (RND-4), perhaps repeated, perhaps unheard. */
final class PlayedRound {
    private static final int ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(20);
    /** One round in so many fails after its debit and is rolled back. */
    private static final int FAILS = 40;

    private final LoadRun run;
    private final Table table;
    private final Bet bet;
    private final String id;
    private final SplittableRandom random;

    PlayedRound(LoadRun run, Table table, Bet bet, String id, SplittableRandom random) {
        this.run = run;
        this.table = table;
        this.bet = bet;
        this.id = id;
        this.random = random;
    }

    void play() {
        var unheard = happens(run.settings().drop());
        if (unheard && random.nextBoolean()) {
            table.alone(this::unheardAndRolledBack);
        } else {
            table.shared(() -> debit(unheard));
        }
    }

    private boolean happens(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    /** The debit's answer is lost, and it is rolled back: whether it was applied does not matter, for nothing came between. */
    private void unheardAndRolledBack() {
        lose(run.writer().debit(bet));
        var reply = insist(run.writer().rollback("s-" + id, bet));
        if (reply instanceof Reply.Done done) {
            table.books().undone(done.balance().minor());
        }
    }

    private void debit(boolean unheard) {
        var debit = run.writer().debit(bet);
        if (unheard) {
            lose(debit);
        }
        var reply = call(debit, Manner.PLAIN);
        if (reply instanceof Reply.Done done) {
            table.books().debit(bet.stake().minor(), done.balance().minor());
            repeat(debit, done);
            settle();
        } else if (reply instanceof Reply.Refused refused
                && refused.status() != 500
                && refused.expected()
                && refused.status() != 503) {
            run.refused.increment();
        } else {
            run.silent.increment();
            inDoubt();
        }
    }

    /** Nobody planned it: the wallet answered 500 or nothing (DEL-2, D-31). */
    private void inDoubt() {
        var reply = insist(run.writer().rollback("s-" + id, bet));
        if (reply instanceof Reply.Done done) {
            var after = done.balance().minor();
            var known = call(run.writer().lookup(bet.playerId(), bet.transactionId()), Manner.PLAIN);
            if (known instanceof Reply.Done debited) {
                table.books().doubtful(bet.stake().minor(), debited.balance().minor(), after);
            } else {
                table.books().undone(after);
            }
        }
    }

    private void settle() {
        var rollsBack = random.nextInt(FAILS) == 0;
        var payout = rollsBack ? bet.stake() : run.settings().payTable().win(bet.stake(), random);
        var settlement =
                rollsBack ? run.writer().rollback("s-" + id, bet) : run.writer().credit("s-" + id, bet, payout);
        if (happens(run.settings().drop())) {
            lose(settlement);
        }
        if (insist(settlement) instanceof Reply.Done done) {
            settled(rollsBack, payout, done.balance().minor());
            repeat(settlement, done);
        }
    }

    private void settled(boolean rolledBack, Money amount, long after) {
        if (rolledBack) {
            table.books().rollback(amount.minor(), after);
        } else {
            table.books().credit(amount.minor(), after);
        }
    }

    /** Sends a call whose answer is lost, before or after the wallet gave it. */
    private void lose(Callback callback) {
        run.dropped.increment();
        call(callback, Manner.cut(random.nextBoolean() ? Cut.AFTER_SEND : Cut.AFTER_ANSWER));
    }

    /** A replay must tell what the first answer told (IDM-2, D-49). */
    private void repeat(Callback callback, Reply.Done first) {
        if (happens(run.settings().repeat())) {
            run.repeated.increment();
            var again = call(callback, Manner.PLAIN);
            if (!again.equals(first) && !(again instanceof Reply.Silent)) {
                table.books()
                        .complain(callback.kind() + " of round " + bet.roundId() + " was answered '" + first.words()
                                + "' and, sent again, '" + again.words() + "'");
            }
        }
    }

    /** Sends a settlement until it is received; a round that cannot be closed is a complaint. */
    private Reply insist(Callback settlement) {
        var reply = call(settlement, Manner.PLAIN);
        for (var attempt = 1; attempt < ATTEMPTS && !(reply instanceof Reply.Done); attempt++) {
            pause(PAUSE.multipliedBy(1L << attempt));
            reply = call(settlement, Manner.PLAIN);
        }
        if (!(reply instanceof Reply.Done)) {
            table.books()
                    .complain("round " + bet.roundId() + " could not be closed by its " + settlement.kind() + ": "
                            + reply.words());
        }
        return reply;
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply call(Callback callback, Manner manner) {
        var exchange = run.caller().call(callback, manner);
        run.record(callback, exchange.nanos());
        var reply = ReplyReader.result(exchange, table.currency());
        if (reply instanceof Reply.Done done && !done.violations().isEmpty()) {
            table.books().complain(callback.kind() + " of round " + bet.roundId() + ": " + done.words());
        }
        return reply;
    }
}
