package dev.operatorkit.reference.simulation;

import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.reference.simulation.Kernel.Killed;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
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

    private void require(boolean holds, Invariant invariant, String subject, String detail) {
        if (!holds) {
            wallets.violate(invariant, subject, detail);
        }
    }

    /** Checks a callback that the provider sends by a clock that shows this time. */
    void send(int bet, String message, Sent sent, int process, long clock) {
        require(!sent.isDebit() || !games.containsKey(bet), Invariant.ONE_DEBIT, message, "the debit is sent again");
        require(
                sent.timestamp().equals(Long.toString(clock)) && sent.isSignedCorrectly(),
                Invariant.OWN_SIGNATURE,
                message,
                "the timestamp is " + sent.timestamp() + " at " + clock);
        if (sent.isLookup()) {
            return;
        }
        if (sent.isDebit()) {
            games.put(bet, new Game(sent));
            return;
        }
        var game = Objects.requireNonNull(games.get(bet));
        checkFirst(game, message, sent, process);
        checkRepeated(game, message, sent, process);
        game.settlements.add(new Attempt(sent, process, kernel.now()));
    }

    private void checkFirst(Game game, String message, Sent sent, int process) {
        var status = game.debitStatus;
        var refused = status != null && REFUSALS.contains(status) && game.debitStatusProcess == process;
        var accepted = status != null && status == 200;
        require(
                !refused && (accepted || !sent.isCredit()),
                Invariant.SETTLE_AFTER_DEBIT,
                message,
                "a " + sent.kind() + " follows a debit answered " + status);
    }

    private void checkRepeated(Game game, String message, Sent sent, int process) {
        if (game.settlements.isEmpty()) {
            return;
        }
        var first = game.settlements.get(0);
        require(
                first.sent.id().equals(sent.id()) && first.sent.kind().equals(sent.kind()),
                Invariant.ONE_INTENT,
                message,
                "a " + sent.kind() + " with another id follows a " + first.sent.kind());
        require(Arrays.equals(first.sent.body(), sent.body()), Invariant.SAME_BYTES, message, "the body differs");
        var last = game.settlements.get(game.settlements.size() - 1);
        require(
                last.process != process || last.ended <= kernel.now(),
                Invariant.SAME_BYTES,
                message,
                "the attempt before is in progress");
        require(!last.done, Invariant.SAME_BYTES, message, "the attempt before was answered 200");
        if (!isClockStepped()) {
            require(
                    kernel.now() - first.began <= 72 * HOUR,
                    Invariant.THREE_DAYS,
                    message,
                    "an attempt " + (kernel.now() - first.began) / HOUR + " hours after the first");
        }
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
    void end(Function<String, Optional<Round>> rounds) {
        try {
            games.forEach((bet, game) -> {
                var round = rounds.apply(game.debit.round());
                var name = "bet " + bet;
                require(round.isPresent(), Invariant.NOTHING_FORGOTTEN, name, "the provider has no record of it");
                check(name, game, round.orElseThrow());
            });
        } catch (Killed e) {
            // the kernel has the violation
        }
    }

    private void check(String name, Game game, Round round) {
        var debit = model.entry(game.debit.id());
        var settlement = round.settlement();
        var settled = settlement == null ? null : model.entry(settlement.transactionId());
        switch (round.state()) {
            case REFUSED -> {
                // Refused, also with 401, and then a late copy of the debit was applied (D-27): found by reconciliation
                // only.
                var orphan = debit != null && wallets.copies(game.debit.id()) > 1;
                require(debit == null || orphan, Invariant.BOTH_AGREE, name, "refused, and the debit is applied");
            }
            case SETTLED, REVERTED -> {
                var credit = round.state() == RoundState.SETTLED;
                require(
                        settlement != null && settled != null && (settlement.kind() == CallbackKind.CREDIT) == credit,
                        Invariant.BOTH_AGREE,
                        name,
                        "the provider says " + round.state() + ", the wallet has no such entry");
                require(
                        !credit
                                || Objects.requireNonNull(settled).amount()
                                        == Objects.requireNonNull(settlement)
                                                .payout()
                                                .minorUnits(),
                        Invariant.BOTH_AGREE,
                        name,
                        "another amount was paid");
            }
            case REVIEW -> checkReview(name, game);
            default ->
                require(false, Invariant.NOTHING_FORGOTTEN, name, "it is " + round.state() + " after all has ended");
        }
    }

    private void checkReview(String name, Game game) {
        var first = game.settlements.get(0);
        var last = game.settlements.get(game.settlements.size() - 1);
        require(
                isClockStepped() || last.began - first.began >= 70 * HOUR,
                Invariant.THREE_DAYS,
                name,
                "manual review after " + (last.began - first.began) / HOUR + " hours");
        var longOutage = plan.steps().stream()
                .anyMatch(step -> step instanceof Step.Outage outage && outage.millis() > 60 * HOUR / 1_000_000);
        require(
                longOutage,
                Invariant.BOTH_AGREE,
                name,
                "manual review without a long outage: " + game.settlements.size() + " attempts");
    }
}
