package dev.operatorkit.conformance;

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

/** Follows the balances of the players through a case, to explain a wrong one. */
final class BalanceTrail {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, BigDecimal> stakes = new HashMap<>();
    private final Set<String> applied = new HashSet<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<String> closed = new HashSet<>();

    /** Holds a reported balance, or a movement and its effect. */
    private record Entry(
            String account, Exchange exchange, @Nullable BigDecimal balance, BalanceChain.@Nullable Step step) {
        boolean isRead() {
            return step == null;
        }
    }

    /** Records the balance that the player callback reported. */
    synchronized void recordRead(Player player, WalletResponse answer) {
        entries.add(new Entry(player.accountId(), answer.exchange(), answer.balance(), null));
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
        var step = new BalanceChain.Step(name(message), message.id(), effect, "");
        record(message, answer.exchange(), answer.balance(), why.isEmpty() ? step : step.withoutEffect(why));
    }

    /** Records a movement without a response, which the wallet may have applied or not. */
    synchronized void recordSilence(MovementBody message, Exchange exchange) {
        var step = new BalanceChain.Step(name(message), message.id(), effect(message), "");
        record(message, exchange, null, step.withoutEffect("no response"));
    }

    private void record(MovementBody message, Exchange exchange, @Nullable BigDecimal balance, BalanceChain.Step step) {
        entries.add(new Entry(message.player().accountId(), exchange, balance, step));
    }

    private static String name(MovementBody message) {
        return message.kind().path().substring(1);
    }

    private String whyWithoutEffect(MovementBody message, WalletResponse answer, boolean again) {
        if (!answer.exchange().request().genuine()) {
            return "not signed correctly, status " + answer.status();
        }
        if (answer.status() != 200) {
            return "refused with " + answer.status();
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
        return chain(claim, end, UnaryOperator.identity()).or(() -> chain(claim, end, BalanceTrail::withoutEffect));
    }

    private static BalanceChain.Step withoutEffect(BalanceChain.Step step) {
        return step.effect().signum() == 0 ? step : step.withoutEffect("applied, but nothing may move");
    }

    /** Returns the chain from the latest reported balance from which these steps lead to the expected one. */
    private Optional<BalanceChain> chain(Failure.Claim claim, int end, UnaryOperator<BalanceChain.Step> reading) {
        var account = entries.get(end).account();
        var steps = new ArrayDeque<BalanceChain.Step>();
        var sum = BigDecimal.ZERO;
        for (var i = end; i >= 0; i--) {
            var entry = entries.get(i);
            if (!entry.account().equals(account)) {
                continue;
            }
            var balance = entry.balance();
            if (entry.step() != null) {
                var step = reading.apply(entry.step());
                sum = sum.add(step.effect());
                steps.addFirst(step);
            } else if (!steps.isEmpty() && balance != null && isSame(balance.add(sum), claim.expected())) {
                return Optional.of(
                        new BalanceChain(account, balance, List.copyOf(steps), claim.expected(), claim.actual()));
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
