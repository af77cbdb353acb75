package dev.operatorkit.reference.simulation;

import static dev.operatorkit.reference.simulation.Invariant.BOTH_AGREE;
import static dev.operatorkit.reference.simulation.Invariant.NOTHING_FORGOTTEN;
import static dev.operatorkit.reference.simulation.Invariant.ONE_DEBIT;
import static dev.operatorkit.reference.simulation.Invariant.ONE_INTENT;
import static dev.operatorkit.reference.simulation.Invariant.OWN_SIGNATURE;
import static dev.operatorkit.reference.simulation.Invariant.SAME_BYTES;
import static dev.operatorkit.reference.simulation.Invariant.SETTLE_AFTER_DEBIT;
import static dev.operatorkit.reference.simulation.Invariant.THREE_DAYS;

import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.reference.simulation.Kernel.Killed;
import dev.operatorkit.reference.simulation.WalletChecker.Check;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks what the provider sends, and at the end what it has recorded. */
final class ProviderChecker {
    private static final long HOUR = 3_600_000_000_000L;
    private static final Set<Integer> REFUSALS = Set.of(401, 409, 422);

    private final Kernel kernel;
    private final PlainModel model;
    private final WalletChecker wallets;
    private final Plan plan;
    private final Map<Integer, Game> games = new TreeMap<>();

    /** Holds what was sent for one bet. */
    private static final class Game {
        final Sent debit;

        @Nullable
        Integer debitStatus;

        int debitStatusProcess;
        final List<Attempt> settlements = new ArrayList<>();

        Game(Sent debit) {
            this.debit = debit;
        }
    }

    private static final class Attempt {
        final Sent sent;
        final int process;
        final long began;
        long ended = Kernel.NEVER;
        boolean done;

        Attempt(Sent sent, int process, long began) {
            this.sent = sent;
            this.process = process;
            this.began = began;
        }
    }

    ProviderChecker(Kernel kernel, PlainModel model, WalletChecker wallets, Plan plan) {
        this.kernel = kernel;
        this.model = model;
        this.wallets = wallets;
        this.plan = plan;
    }

    /** Checks a callback that the provider sends by a clock that shows this time. */
    void send(int bet, String message, Sent sent, int process, long clock) {
        var check = wallets.of(message);
        check.that(!sent.isDebit() || !games.containsKey(bet), ONE_DEBIT, "the debit is sent again");
        check.that(
                sent.timestamp().equals(Long.toString(clock)) && sent.isSignedCorrectly(),
                OWN_SIGNATURE,
                "the timestamp is " + sent.timestamp() + " at " + clock);
        if (sent.isLookup()) {
            return;
        }
        if (sent.isDebit()) {
            games.put(bet, new Game(sent));
            return;
        }
        var game = Objects.requireNonNull(games.get(bet));
        checkFirst(game, check, sent, process);
        checkRepeated(game, check, sent, process);
        game.settlements.add(new Attempt(sent, process, kernel.now()));
    }

    private static void checkFirst(Game game, Check check, Sent sent, int process) {
        var status = game.debitStatus;
        var refused = status != null && REFUSALS.contains(status) && game.debitStatusProcess == process;
        var accepted = status != null && status == 200;
        check.that(
                !refused && (accepted || !sent.isCredit()),
                SETTLE_AFTER_DEBIT,
                "a " + sent.kind() + " follows a debit answered " + status);
    }

    private void checkRepeated(Game game, Check check, Sent sent, int process) {
        if (game.settlements.isEmpty()) {
            return;
        }
        var first = game.settlements.get(0);
        check.that(
                first.sent.id().equals(sent.id()) && first.sent.kind().equals(sent.kind()),
                ONE_INTENT,
                "a " + sent.kind() + " with another id follows a " + first.sent.kind());
        check.that(Arrays.equals(first.sent.body(), sent.body()), SAME_BYTES, "the body differs");
        var last = game.settlements.get(game.settlements.size() - 1);
        var ended = last.process != process || last.ended <= kernel.now();
        check.that(ended, SAME_BYTES, "the attempt before is in progress");
        check.that(!last.done, SAME_BYTES, "the attempt before was answered 200");
        var hours = (kernel.now() - first.began) / HOUR;
        check.that(
                isClockStepped() || kernel.now() - first.began <= 72 * HOUR,
                THREE_DAYS,
                "an attempt " + hours + " hours after the first");
    }

    private boolean isClockStepped() {
        return plan.steps().stream()
                .anyMatch(step ->
                        step instanceof Step.ClockStep moved && moved.process().equals("provider"));
    }

    /** Notes that the provider was killed: a 200 that it received at this moment is not recorded. */
    void die() {
        games.values().stream()
                .flatMap(game -> game.settlements.stream())
                .filter(attempt -> attempt.ended == kernel.now())
                .forEach(attempt -> attempt.done = false);
    }

    /** Notes the result that the provider receives. A refusal after a resend proves nothing (D-31). */
    void receive(int bet, Sent sent, int process, int resends, WireResult result) {
        var game = games.get(bet);
        if (game == null || sent.isLookup()) {
            return;
        }
        var status = result instanceof Answered answered && Sent.isJson(answered.body()) ? answered.status() : 0;
        if (sent.isDebit()) {
            game.debitStatus = resends == 0 || status == 200 ? status : 0;
            game.debitStatusProcess = process;
            return;
        }
        var last = game.settlements.get(game.settlements.size() - 1);
        last.ended = kernel.now();
        last.done = status == 200;
    }

    /** Compares the rounds of the provider with the model, after everything has ended. */
    void end(Function<String, Optional<GameRound>> rounds) {
        try {
            games.forEach((bet, game) -> {
                var round = rounds.apply(game.debit.round());
                var check = wallets.of("bet " + bet);
                check.that(round.isPresent(), NOTHING_FORGOTTEN, "the provider has no record of it");
                check(check, game, round.orElseThrow());
            });
        } catch (Killed e) {
            // the kernel has the violation
        }
    }

    private void check(Check check, Game game, GameRound round) {
        var debit = model.entry(game.debit.id());
        switch (round.state()) {
            case REFUSED ->
                // Refused, also with 401, and then a late copy of the debit was applied (D-27): found by reconciliation
                // only.
                check.that(
                        debit == null || wallets.copies(game.debit.id()) > 1,
                        BOTH_AGREE,
                        "refused, and the debit is applied");
            case SETTLED, REVERTED -> checkClosed(check, round);
            case REVIEW -> checkReview(check, game);
            default -> check.that(false, NOTHING_FORGOTTEN, "it is " + round.state() + " after all has ended");
        }
    }

    private void checkClosed(Check check, GameRound round) {
        var settlement = Objects.requireNonNull(round.settlement());
        var settled = model.entry(settlement.transactionId());
        var credit = round.state() == RoundState.SETTLED;
        check.that(
                settled != null && (settlement.kind() == CallbackKind.CREDIT) == credit,
                BOTH_AGREE,
                "the provider says " + round.state() + ", the wallet has no such entry");
        var paid = Objects.requireNonNull(settled).amount();
        check.that(!credit || paid == settlement.payout().minorUnits(), BOTH_AGREE, "another amount was paid");
    }

    private void checkReview(Check check, Game game) {
        var first = game.settlements.get(0);
        var last = game.settlements.get(game.settlements.size() - 1);
        var hours = (last.began - first.began) / HOUR;
        check.that(isClockStepped() || hours >= 70, THREE_DAYS, "manual review after " + hours + " hours");
        var longOutage = plan.steps().stream()
                .anyMatch(step -> step instanceof Step.Outage outage && outage.millis() > 60 * HOUR / 1_000_000);
        check.that(longOutage, BOTH_AGREE, "manual review without a long outage");
    }
}
