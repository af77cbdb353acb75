package dev.operatorkit.simulator.round;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.GameRound.Settlement;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.delivery.CallbackSender;
import dev.operatorkit.simulator.delivery.Deliveries;
import dev.operatorkit.simulator.delivery.RoundStore;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Plays rounds: every bet is one debit and exactly one settlement (RND-4). */
public final class Rounds {
    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

    private final RoundStore store;
    private final CallbackSender sender;
    private final Deliveries deliveries;
    private final Clock clock;
    private final PayTable payTable;
    private final RandomGenerator random;

    /** Creates rounds with outcomes from a pay table and a random generator. */
    public Rounds(
            RoundStore store,
            CallbackSender sender,
            Deliveries deliveries,
            Clock clock,
            PayTable payTable,
            RandomGenerator random) {
        this.store = store;
        this.sender = sender;
        this.deliveries = deliveries;
        this.clock = clock;
        this.payTable = payTable;
        this.random = random;
    }

    /** Sends the player callback when a game opens (WAL-1). The game starts if the reply is {@link CallbackReply.Known}. */
    public CallbackReply enter(String operator, String gameId, String token) {
        return sender.send(sender.writer(operator).player(gameId, token), CallbackContext.opening(operator, token));
    }

    /** Plays a real-money spin and returns its round. An undelivered settlement is retried in the background. */
    public GameRound spin(PlayerSession session, Money stake, SpinOutcome outcome) {
        return play(session, (tx, id) -> bet(id, session, stake, null), tx -> {}, outcome);
    }

    /**
     * Plays a free spin from a bonus code: a separate bet (WAL-5, WAL-6) with stake 0, from whose win the nominal value is deducted
     * (D-48). The round is taken from the code in the transaction that stores its debit, and
     * returned in the one that stores its refusal (BON-5, D-31) or its reversal (D-57). Throws a
     * {@link RefusedException} if the code cannot be redeemed.
     */
    public GameRound freeSpin(PlayerSession session, BonusCodes codes, String bonusCode, SpinOutcome outcome) {
        return play(
                session,
                (tx, id) -> bet(id, session, Money.zero(session.currency()), codes.take(tx, session, bonusCode)),
                tx -> codes.giveBack(tx, session.operator(), bonusCode),
                outcome);
    }

    private static Bet bet(String id, PlayerSession session, Money stake, Bet.@Nullable Free free) {
        return new Bet(
                "debit-" + id, "round-" + id, session.accountId(), session.gameId(), session.token(), stake, free);
    }

    private GameRound play(
            PlayerSession session,
            BiFunction<Transaction, String, Bet> betOf,
            Consumer<Transaction> whenRefused,
            SpinOutcome outcome) {
        var id = UUID.randomUUID().toString();
        var roundId = "round-" + id;
        deliveries.claim(roundId);
        try {
            var bet = store.open(session.operator(), tx -> betOf.apply(tx, id));
            sendDebit(session.operator(), bet, whenRefused, outcome);
            deliveries.attemptNow(roundId);
            return store.find(roundId).orElseThrow();
        } finally {
            deliveries.release(roundId);
        }
    }

    private void sendDebit(String operator, Bet bet, Consumer<Transaction> whenRefused, SpinOutcome outcome) {
        var reply = sender.send(
                sender.writer(operator).debit(bet), CallbackContext.of(operator, bet, bet.transactionId(), 1));
        if (reply instanceof CallbackReply.Done done) {
            settle(operator, bet, done, outcome);
        } else if (reply instanceof CallbackReply.Refused refused && refused.isRefusedDebit()) {
            store.refuse(bet, reply.describe(), whenRefused);
        } else {
            // The money may have moved, so the debit is rolled back (DEL-2, D-31): 500, an invalid 200, any other
            // status, no response, or a refusal of a debit that was sent more than once.
            store.settle(bet, rollback(operator, bet), null, reply.describe(), "rollback: the debit is in doubt");
        }
    }

    private void settle(String operator, Bet bet, CallbackReply.Done done, SpinOutcome outcome) {
        if (outcome instanceof SpinOutcome.Open) {
            store.accept(bet, done, clock.instant().plus(ABANDONED_AFTER));
        } else {
            store.settle(bet, settlement(operator, bet, outcome), done, done.describe(), "settlement decided");
        }
    }

    /** Settles an open round, or throws an IllegalArgumentException if it is not open. */
    public GameRound decide(String roundId, SpinOutcome outcome) {
        deliveries.claim(roundId);
        try {
            var round = store.find(roundId)
                    .filter(open -> open.state() == RoundState.BET)
                    .orElseThrow(() -> new IllegalArgumentException("There is no open round '" + roundId + "'."));
            if (outcome instanceof SpinOutcome.Open) {
                return round;
            }
            store.settle(
                    round.bet(), settlement(round.operator(), round.bet(), outcome), null, null, "settlement decided");
            deliveries.attemptNow(roundId);
            return store.find(roundId).orElseThrow();
        } finally {
            deliveries.release(roundId);
        }
    }

    private Settlement settlement(String operator, Bet bet, SpinOutcome outcome) {
        return switch (outcome) {
            case SpinOutcome.Chance chance -> credit(operator, bet, payTable.win(nominal(bet), random));
            case SpinOutcome.Win win -> credit(operator, bet, win.amount());
            case SpinOutcome.Loss loss ->
                credit(operator, bet, new Money(0, bet.stake().currency()));
            case SpinOutcome.Failure failure -> rollback(operator, bet);
            case SpinOutcome.Open open -> throw new IllegalArgumentException("An open round has no settlement.");
        };
    }

    private static Money nominal(Bet bet) {
        var free = bet.free();
        return free == null ? bet.stake() : free.value();
    }

    private Settlement credit(String operator, Bet bet, Money win) {
        return sender.credit(operator, bet, payout(bet, win));
    }

    private Settlement rollback(String operator, Bet bet) {
        return sender.rollback(operator, bet);
    }

    /** Returns the net win of a free round, at least zero (WAL-10, D-48), or the win of any other round. */
    static Money payout(Bet bet, Money win) {
        var free = bet.free();
        if (free == null) {
            return win.plus(new Money(0, bet.stake().currency()));
        }
        var net = win.minus(free.value());
        return net.minorUnits() > 0 ? net : new Money(0, net.currency());
    }
}
