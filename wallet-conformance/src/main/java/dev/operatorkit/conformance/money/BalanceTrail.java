package dev.operatorkit.conformance.money;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Follows the balances of the players through a case, to explain a wrong one by the movements that led to it. */
public final class BalanceTrail {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, BigDecimal> stakes = new HashMap<>();
    private final Set<String> applied = new HashSet<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<String> closed = new HashSet<>();

    /**
     * Holds a reported balance, or a movement and its effect.
     *
     * @param balance the balance in the response, if there is one
     * @param step null for a balance that the player callback reported
     */
    private record Entry(
            Player player, Exchange exchange, @Nullable BigDecimal balance, BalanceChain.@Nullable Step step) {}

    /** Records the balance that the player callback reported. */
    public synchronized void recordRead(Player player, WalletResponse answer) {
        entries.add(new Entry(player, answer.exchange(), answer.balance(), null));
    }

    /** Records a movement; {@code isRepeated} is true for a repeat of one that another case had sent. */
    public synchronized void recordMovement(MovementBody message, WalletResponse answer, boolean isRepeated) {
        var why = whyWithoutEffect(message, answer, isRepeated);
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
        record(message, answer.exchange(), why.isEmpty() ? answer.balance() : null, why);
    }

    /** Records a movement without a response, which the wallet may have applied or not. */
    public synchronized void recordSilence(MovementBody message, Exchange exchange) {
        record(message, exchange, null, "no response, which leaves open whether it moved");
    }

    private void record(
            MovementBody message, Exchange exchange, @Nullable BigDecimal balance, String whyWithoutEffect) {
        var callback = message.kind().callback();
        var step = new BalanceChain.Step(callback, message.id(), effect(message), "");
        var currency = message.player().currency();
        entries.add(new Entry(
                message.player(),
                exchange,
                balance,
                whyWithoutEffect.isEmpty() ? step : step.withoutEffect(whyWithoutEffect, currency)));
    }

    private String whyWithoutEffect(MovementBody message, WalletResponse answer, boolean isRepeated) {
        var status = answer.status();
        if (!answer.exchange().request().genuine()) {
            return "not signed correctly, status " + status;
        }
        if (status != 200) {
            return status < 500 ? "refused with " + status : "got " + status + ", which leaves open whether it moved";
        }
        if (isRepeated || applied.contains(message.id())) {
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

    /**
     * Returns the shortest chain that leads to the expected balance; empty when none does.
     *
     * @param shown the exchange that shows the wrong balance; null when the player callback reported it
     */
    public synchronized Optional<BalanceChain> explain(
            BigDecimal expected, BigDecimal actual, @Nullable Exchange shown) {
        var end = end(actual, shown);
        if (end < 0) {
            return Optional.empty();
        }
        // Where a check expects less than the wallet's 200 promises, the movements may not have moved anything.
        var currency = entries.get(end).player().currency();
        return chain(end, expected, actual, UnaryOperator.identity())
                .or(() -> chain(
                        end,
                        expected,
                        actual,
                        step -> step.effect().signum() == 0
                                ? step
                                : step.withoutEffect("applied, but nothing may move", currency)));
    }

    /** Returns the chain from the latest reported balance from which these steps lead to the expected one. */
    private Optional<BalanceChain> chain(
            int end, BigDecimal expected, BigDecimal actual, UnaryOperator<BalanceChain.Step> reading) {
        var player = entries.get(end).player();
        var steps = new ArrayDeque<BalanceChain.Step>();
        var shown = new ArrayDeque<Optional<BigDecimal>>();
        var sum = BigDecimal.ZERO;
        for (var i = end; i >= 0; i--) {
            var entry = entries.get(i);
            var balance = entry.balance();
            if (!entry.player().isSameAccount(player)) {
                continue;
            }
            if (entry.step() != null) {
                var step = reading.apply(entry.step());
                sum = sum.add(step.effect());
                steps.addFirst(step);
                shown.addFirst(Optional.ofNullable(balance));
            } else if (!steps.isEmpty() && balance != null && balance.add(sum).compareTo(expected) == 0) {
                var chain = new BalanceChain(
                        player.accountId(), player.currency(), balance, List.copyOf(steps), expected, actual);
                return Optional.of(chain.markingFirstWrong(List.copyOf(shown)));
            }
        }
        return Optional.empty();
    }

    /** Returns the place of the response that shows the failure, or of the last read of the wrong balance. */
    private int end(BigDecimal actual, @Nullable Exchange shown) {
        for (var i = entries.size() - 1; i >= 0; i--) {
            var entry = entries.get(i);
            var balance = entry.balance();
            var isRead = entry.step() == null && balance != null && balance.compareTo(actual) == 0;
            if (shown == null ? isRead : entry.exchange().equals(shown)) {
                return i;
            }
        }
        return -1;
    }
}
