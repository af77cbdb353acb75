package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Spoils the signature of every kind of movement: none is too old, too small or too free to be verified (SIG-13). */
final class UnverifiedCases {
    private static final Map<String, UnaryOperator<Request>> SPOILS = spoils();
    private static final List<Situation> SITUATIONS = List.of(
            new Situation("new", "new", false, UnverifiedCases::fresh),
            new Situation("repeated", "repeated", false, UnverifiedCases::repeated),
            new Situation("of-nothing", "of amount 0", false, UnverifiedCases::zero),
            new Situation("of-a-free-round", "of a free round", true, UnverifiedCases::fresh));

    private UnverifiedCases() {}

    /**
     * Names a situation in which a wallet may forget to verify.
     *
     * @param free true when the round is free
     * @param maker makes the movement of a bet that is open
     */
    private record Situation(String id, String sentence, boolean free, Maker maker) {}

    private interface Maker {
        MovementBody make(CaseContext t, MovementBody.Kind kind, boolean free);
    }

    static Group group() {
        var cases = new ArrayList<Case>();
        for (var kind : MovementBody.Kind.values()) {
            for (var situation : SITUATIONS) {
                var name = kind.path().substring(1);
                cases.add(Case.of(
                        "unverified-" + name + "-" + situation.id(),
                        "A " + name + " " + situation.sentence()
                                + " is refused without a valid signature and timestamp",
                        "SIG-13 SIG-10",
                        t -> requireRefused(t, situation, kind)));
            }
        }
        return Group.of("Unverified movements", cases.toArray(Case[]::new));
    }

    private static Map<String, UnaryOperator<Request>> spoils() {
        var spoils = new LinkedHashMap<String, UnaryOperator<Request>>();
        spoils.put("a changed signature", r -> r.signature(s -> SignatureCases.flip(s, 77)));
        spoils.put("no signature", r -> r.without("X-Svc-Signature"));
        spoils.put("a stale timestamp", r -> r.at(-900_000));
        spoils.put("a timestamp from the future", r -> r.at(900_000));
        return spoils;
    }

    /** Spoils a movement in each way at the same time: none may move money. */
    private static void requireRefused(CaseContext t, Situation situation, MovementBody.Kind kind) {
        var message = situation.maker().make(t, kind, situation.free());
        var before = t.balance();
        var spoils = List.copyOf(SPOILS.keySet());
        var answers = t.sendBeside(SPOILS.values().stream()
                .<Supplier<WalletResponse>>map(spoil -> () -> t.send(message, spoil.apply(t.request(message))))
                .toList());
        for (var i = 0; i < answers.size(); i++) {
            Check.requireUnauthorized(
                    answers.get(i),
                    spoils.get(i).contains("timestamp") ? "SIG-10" : "SIG-13",
                    "a " + kind.path().substring(1) + " " + situation.sentence() + " with " + spoils.get(i));
        }
        t.requireUnmoved(before, "SIG-13", "They were refused with 401, but money moved.");
    }

    private static MovementBody fresh(CaseContext t, MovementBody.Kind kind, boolean free) {
        return movement(t, kind, free, BigDecimal.valueOf(free ? 0 : 2));
    }

    private static MovementBody zero(CaseContext t, MovementBody.Kind kind, boolean free) {
        return movement(t, kind, free, BigDecimal.ZERO);
    }

    /** Returns a movement that the wallet has applied. */
    private static MovementBody repeated(CaseContext t, MovementBody.Kind kind, boolean free) {
        var message = fresh(t, kind, free);
        if (kind == MovementBody.Kind.DEBIT) {
            t.bet(message);
        } else {
            t.settle(message);
        }
        return message;
    }

    private static MovementBody movement(CaseContext t, MovementBody.Kind kind, boolean free, BigDecimal stake) {
        BiFunction<CaseContext, MovementBody, MovementBody> dress =
                (c, m) -> free ? m.free(c.campaign(), c.units(20)) : m;
        var debit = dress.apply(t, t.debit(stake.longValueExact()));
        if (kind == MovementBody.Kind.DEBIT) {
            return debit;
        }
        Bet bet = t.bet(debit);
        return kind == MovementBody.Kind.ROLLBACK
                ? t.rollback(bet)
                : dress.apply(t, t.credit(bet, t.units(free ? 3 : stake.longValueExact())));
    }
}
