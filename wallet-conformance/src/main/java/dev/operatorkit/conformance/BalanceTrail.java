package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Follows the balances of the players through a case, to explain a wrong one. */
final class BalanceTrail {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, BigDecimal> stakes = new HashMap<>();
    private final Set<String> applied = new HashSet<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<String> closed = new HashSet<>();

    /**
     * Holds a reported balance, or a movement and its effect.
     *
     * @param doubt what a movement may have moved although no 200 says so
     */
    private record Entry(
            Player player,
            Exchange exchange,
            @Nullable BigDecimal balance,
            BalanceChain.@Nullable Step step,
            @Nullable Doubt doubt) {
        boolean isRead() {
            return step == null;
        }

        boolean isOf(Player other) {
            return player.isSameAccount(other);
        }
    }

    /** Names what a movement without a 200 would have moved, and the response that it got: 0 stands for none. */
    private record Doubt(BigDecimal effect, int status) {
        /** Returns true when the response does not promise that nothing was written (ERR-4). */
        boolean mayHaveMoved() {
            return status == 0 || status >= 500;
        }

        String answer() {
            return status == 0 ? "no response" : Integer.toString(status);
        }
    }

    /** Records the balance that the player callback reported. */
    synchronized void recordRead(Player player, WalletResponse answer) {
        entries.add(new Entry(player, answer.exchange(), answer.balance(), null, null));
    }

    /** Records a movement; {@code again} is true for a repeat of one that another case had sent. */
    synchronized void recordMovement(MovementBody message, WalletResponse answer, boolean again) {
        var why = whyWithoutEffect(message, answer, again);
        var effect = effect(message);
        if (why.isEmpty()) {
            applied.add(message.id());
            if (message.kind() == MovementBody.Kind.DEBIT) {
                stakes.put(message.id(), effect.negate());
                opened.add(roundKey(message));
            } else {
                closed.add(message.reference());
            }
        }
        var isDoubtful = answer.exchange().request().genuine() && answer.status() != 200;
        record(
                message,
                answer.exchange(),
                answer.balance(),
                why,
                isDoubtful ? new Doubt(effect, answer.status()) : null);
    }

    /** Records a movement without a response, which the wallet may have applied or not. */
    synchronized void recordSilence(MovementBody message, Exchange exchange) {
        record(message, exchange, null, "no response", new Doubt(effect(message), 0));
    }

    private void record(
            MovementBody message,
            Exchange exchange,
            @Nullable BigDecimal balance,
            String whyWithoutEffect,
            @Nullable Doubt doubt) {
        var step = new BalanceChain.Step(name(message), message.id(), effect(message), "");
        var player = message.player();
        entries.add(new Entry(
                player,
                exchange,
                balance,
                whyWithoutEffect.isEmpty() ? step : step.withoutEffect(whyWithoutEffect, player.currency()),
                doubt));
    }

    private static String name(MovementBody message) {
        return message.kind().path().substring(1);
    }

    private String whyWithoutEffect(MovementBody message, WalletResponse answer, boolean again) {
        if (!answer.exchange().request().genuine()) {
            return "not signed correctly, status " + answer.status();
        }
        if (answer.status() != 200) {
            return (answer.status() < 500 ? "refused with " : "got ") + answer.status();
        }
        if (again || applied.contains(message.id())) {
            return "sent again";
        }
        if (message.kind() == MovementBody.Kind.DEBIT) {
            var stake = message.sentAmount();
            return opened.contains(roundKey(message))
                    ? "the round has a debit"
                    : stake != null && stake.signum() < 0 ? "a negative stake" : "";
        }
        if (message.kind() == MovementBody.Kind.ROLLBACK && !stakes.containsKey(message.reference())) {
            return "no debit of this case";
        }
        return closed.contains(message.reference()) ? "the round is closed" : "";
    }

    private static String roundKey(MovementBody message) {
        return message.player().accountId() + " " + message.round();
    }

    private BigDecimal effect(MovementBody message) {
        var sent = message.sentAmount();
        var amount = sent == null ? message.amount() : sent;
        return switch (message.kind()) {
            case DEBIT -> amount.negate();
            case CREDIT -> amount;
            case ROLLBACK -> stakes.getOrDefault(message.reference(), BigDecimal.ZERO);
        };
    }

    /** Returns the shortest chain that leads to the expected balance; empty when none does. */
    synchronized Optional<BalanceChain> explain(Failure failure) {
        var claim = failure.claim();
        var end = claim == null ? -1 : end(failure.exchange(), claim.actual());
        if (claim == null || end < 0) {
            return Optional.empty();
        }
        // Where a check expects less than the wallet's 200 promises, the movements may not have moved anything.
        var currency = end < 0 ? "" : entries.get(end).player().currency();
        return chain(claim, end, UnaryOperator.identity())
                .or(() -> chain(claim, end, step -> withoutEffect(step, currency)));
    }

    private static BalanceChain.Step withoutEffect(BalanceChain.Step step, String currency) {
        return step.effect().signum() == 0 ? step : step.withoutEffect("applied, but nothing may move", currency);
    }

    /**
     * Returns a sentence that names the movements whose response leaves open whether they moved money, when they account for
     * exactly what is wrong and another movement was refused, to which a hint would otherwise ascribe it; empty when not.
     */
    synchronized String describeDoubt(BalanceChain chain) {
        Map<String, Doubt> open = new LinkedHashMap<>(); // by id, since a repeat moves nothing more
        var isRefused = false;
        for (var entry : entries) {
            var step = entry.step();
            var doubt = entry.doubt();
            if (step == null || doubt == null || applied.contains(step.id())) {
                continue;
            }
            isRefused |= !doubt.mayHaveMoved();
            if (doubt.mayHaveMoved() && chain.steps().contains(step)) {
                open.putIfAbsent(step.id(), doubt);
            }
        }
        var sum = open.values().stream().map(Doubt::effect).reduce(BigDecimal.ZERO, BigDecimal::add);
        var wrong = chain.actual().subtract(chain.expected());
        if (!isRefused || sum.signum() == 0 || !isSame(sum, wrong)) {
            return "";
        }
        var answers = open.values().stream().map(Doubt::answer).distinct().collect(Collectors.joining(" or "));
        return "The balance is " + chain.money(wrong.abs()) + (wrong.signum() < 0 ? " too low" : " too high")
                + ", exactly the amount of the " + (open.size() == 1 ? "movement" : open.size() + " movements")
                + " that got " + answers + ": " + (open.size() == 1 ? "it seems" : "they seem")
                + " to have moved it, and the refused request nothing.";
    }

    /** Returns the chain from the latest reported balance from which these steps lead to the expected one. */
    private Optional<BalanceChain> chain(Failure.Claim claim, int end, UnaryOperator<BalanceChain.Step> reading) {
        var player = entries.get(end).player();
        var steps = new ArrayDeque<BalanceChain.Step>();
        var sum = BigDecimal.ZERO;
        for (var i = end; i >= 0; i--) {
            var entry = entries.get(i);
            if (!entry.isOf(player)) {
                continue;
            }
            var balance = entry.balance();
            if (entry.step() != null) {
                var step = reading.apply(entry.step());
                sum = sum.add(step.effect());
                steps.addFirst(step);
            } else if (!steps.isEmpty() && balance != null && isSame(balance.add(sum), claim.expected())) {
                return Optional.of(new BalanceChain(
                        player.accountId(),
                        player.currency(),
                        balance,
                        List.copyOf(steps),
                        claim.expected(),
                        claim.actual()));
            }
        }
        return Optional.empty();
    }

    /** Returns the place of the response that shows the failure, or of the last read of the wrong balance. */
    private int end(@Nullable Exchange shown, BigDecimal actual) {
        for (var i = entries.size() - 1; i >= 0; i--) {
            var entry = entries.get(i);
            var balance = entry.balance();
            if (shown == null
                    ? entry.isRead() && balance != null && isSame(balance, actual)
                    : entry.exchange().equals(shown)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSame(BigDecimal one, BigDecimal other) {
        return one.compareTo(other) == 0;
    }
}
