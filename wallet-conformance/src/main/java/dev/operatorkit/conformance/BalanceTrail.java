package dev.operatorkit.conformance;

import dev.operatorkit.conformance.Suspect.Sent;
import dev.operatorkit.conformance.WrongMovements.Seen;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Follows the balances of the players through a case, to explain a wrong one. */
final class BalanceTrail {
    /** Says that a movement has no effect because its id was sent before. */
    static final String SENT_AGAIN = "sent again";

    /** Starts the reason why a movement that was refused has no effect. */
    static final String REFUSED = "refused with ";

    private static final String LEAVES_OPEN = ", which leaves open whether it moved";

    private static final Pattern USUAL_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, BigDecimal> stakes = new HashMap<>();
    private final Set<String> applied = new HashSet<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<String> closed = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final Set<String> special = new HashSet<>();

    /**
     * Holds a reported balance, or a movement and its effect.
     *
     * @param doubt what a movement may have moved although no 200 says so
     * @param sent the movement or lookup; null for a reported balance
     */
    private record Entry(
            Player player,
            Exchange exchange,
            @Nullable BigDecimal balance,
            BalanceChain.@Nullable Step step,
            @Nullable Doubt doubt,
            @Nullable Sent sent) {
        boolean isRead() {
            return step == null && sent == null;
        }

        Seen seen() {
            return new Seen(player, exchange, balance, sent);
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
        entries.add(new Entry(player, answer.exchange(), answer.balance(), null, null, null));
    }

    /** Records a lookup, which moves nothing. */
    synchronized void recordLookup(Player player, String id, WalletResponse answer) {
        var sent = new Sent("lookup", id, answer.status(), BigDecimal.ZERO, "", true);
        var step = new BalanceChain.Step("lookup", id, BigDecimal.ZERO, "");
        entries.add(new Entry(player, answer.exchange(), null, step, null, sent));
    }

    /** Records a request of another form, of which only the case knows what it may move. */
    synchronized void recordOther(Player player, WalletResponse answer) {
        var sent = new Sent("request", "", answer.status(), BigDecimal.ZERO, "known to the case alone", false);
        entries.add(new Entry(player, answer.exchange(), null, null, null, sent));
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
        } else if (answer.status() >= 400 && answer.status() < 500) {
            refused.add(message.id());
        }
        var isDoubtful = answer.exchange().request().genuine() && answer.status() != 200;
        record(
                message,
                answer.exchange(),
                answer.balance(),
                answer.status(),
                why,
                isDoubtful ? new Doubt(effect, answer.status()) : null);
    }

    /** Records a movement without a response, which the wallet may have applied or not. */
    synchronized void recordSilence(MovementBody message, Exchange exchange) {
        record(message, exchange, null, 0, "no response" + LEAVES_OPEN, new Doubt(effect(message), 0));
    }

    private void record(
            MovementBody message,
            Exchange exchange,
            @Nullable BigDecimal balance,
            int status,
            String whyWithoutEffect,
            @Nullable Doubt doubt) {
        if (!isPlain(message, exchange)) {
            special.add(message.id());
        }
        var isPlain = !special.contains(message.id()) && !special.contains(message.reference());
        var step = new BalanceChain.Step(name(message), message.id(), effect(message), "");
        var player = message.player();
        entries.add(new Entry(
                player,
                exchange,
                balance,
                whyWithoutEffect.isEmpty() ? step : step.withoutEffect(whyWithoutEffect, player.currency()),
                doubt,
                new Sent(name(message), message.id(), status, effect(message), whyWithoutEffect, isPlain)));
    }

    /** Returns true for a movement with usual ids that is sent as it was made, so that nothing about it can mislead a wallet. */
    private static boolean isPlain(MovementBody message, Exchange exchange) {
        return message.isUnchanged()
                && USUAL_ID.matcher(message.id()).matches()
                && USUAL_ID.matcher(message.round()).matches()
                && exchange.request().genuine()
                && ResponseOracle.isUsual(exchange.request())
                && new String(exchange.request().body(), StandardCharsets.UTF_8).equals(message.json());
    }

    private static String name(MovementBody message) {
        return message.kind().path().substring(1);
    }

    private String whyWithoutEffect(MovementBody message, WalletResponse answer, boolean again) {
        if (!answer.exchange().request().genuine()) {
            return "not signed correctly, status " + answer.status();
        }
        if (answer.status() != 200) {
            return answer.status() < 500 ? REFUSED + answer.status() : "got " + answer.status() + LEAVES_OPEN;
        }
        if (again || applied.contains(message.id())) {
            return SENT_AGAIN;
        }
        if (message.kind() == MovementBody.Kind.DEBIT) {
            var stake = message.sentAmount();
            return opened.contains(roundKey(message))
                    ? "the round has a debit"
                    : stake != null && stake.signum() < 0 ? "a negative stake" : "";
        }
        if (message.kind() == MovementBody.Kind.ROLLBACK && !stakes.containsKey(message.reference())) {
            return refused.contains(message.reference()) ? "its debit was refused" : "no debit of this case";
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

    /** Returns the player to whom the exchange that shows a failure belongs, if a movement was sent in it. */
    synchronized Optional<Player> playerOf(Failure failure) {
        return entries.stream()
                .filter(each -> each.sent() != null && each.exchange().equals(failure.exchange()))
                .map(Entry::player)
                .findFirst();
    }

    /** Returns the movement that got its first response in this exchange, a refusal that no header explains. */
    synchronized Optional<Sent> firstRefused(@Nullable Exchange exchange) {
        var earlier = new HashSet<String>();
        for (var entry : entries) {
            var sent = entry.sent();
            if (sent == null) {
                continue;
            }
            if (entry.exchange().equals(exchange)) {
                return Optional.of(sent)
                        .filter(each -> each.why().startsWith(REFUSED)
                                && ResponseOracle.isUsual(entry.exchange().request())
                                && !earlier.contains(each.id()));
            }
            earlier.add(sent.id());
        }
        return Optional.empty();
    }

    /** Returns true if a look at the balance follows the exchange that shows a failure. */
    synchronized boolean isFollowedByLook(Failure failure) {
        var at = end(failure.exchange(), BigDecimal.ZERO);
        return at >= 0 && entries.stream().skip(at).anyMatch(Entry::isRead);
    }

    /**
     * Returns the first two looks at a balance that differ with no call between them, unless a movement got no response, which the
     * wallet may have applied late.
     */
    synchronized Optional<WrongMovement> idleChange() {
        Map<String, BigDecimal> latest = new HashMap<>();
        for (var entry : entries) {
            var account = entry.player().accountId();
            var sent = entry.sent();
            if (sent != null && sent.status() == 0) {
                return Optional.empty();
            }
            var before = latest.remove(account);
            var balance = entry.balance();
            if (entry.isRead() && balance != null) {
                if (before != null && !isSame(before, balance)) {
                    return Optional.of(new WrongMovement(entry.player(), balance.subtract(before), List.of(), balance));
                }
                latest.put(account, balance);
            }
        }
        return Optional.empty();
    }

    /** Returns the first calls of the case that moved a balance wrongly: of the player of the failure, or of any. */
    synchronized Optional<WrongMovement> wrongMovement(Failure failure) {
        var claim = failure.claim();
        var end = claim == null ? -1 : end(failure.exchange(), claim.actual());
        return entries.stream()
                .map(Entry::player)
                .filter(player -> end < 0 || entries.get(end).isOf(player))
                .map(Player::accountId)
                .distinct()
                .flatMap(account -> WrongMovements.first(entries.stream()
                                .filter(each -> each.player().accountId().equals(account))
                                .map(Entry::seen)
                                .toList())
                        .stream())
                .findFirst();
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
