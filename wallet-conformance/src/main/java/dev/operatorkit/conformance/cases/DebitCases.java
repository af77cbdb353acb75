package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;

/** Checks debits: the stake is subtracted, the balance after it returned, and nothing is overdrawn (WAL-4, ERR-2). */
final class DebitCases {
    private DebitCases() {}

    static Group group() {
        return Group.of(
                "Debit",
                Case.of(
                                "debit-subtracts-the-stake",
                                "A debit subtracts exactly the stake and returns the balance after it",
                                "WAL-4 WAL-13 WAL-2",
                                t -> {
                                    var debit = t.debit(13);
                                    FirstMovements.requireMoved(
                                            t,
                                            debit,
                                            t.balance(),
                                            debit.amount().negate(),
                                            "WAL-4",
                                            "the debit");
                                })
                        .inQuickPlan(),
                Case.of(
                        "debit-answers-a-complete-result",
                        "A debit returns operatorTransactionId and a complete balance",
                        "WAL-13 GEN-3",
                        t -> ResponseSchema.appliedResult(t, t.bet(2).answer(), "the response to the debit")),
                Case.of("debit-is-stored", "A debit can be looked up immediately", "WAL-12 IDM-3", t -> {
                    var bet = t.bet(2);
                    Check.requireSameResult(
                            bet.answer(),
                            t.requireKnown(bet.id(), "WAL-12", "The debit got 200."),
                            "WAL-12",
                            "the lookup of the debit");
                }),
                Case.of(
                        "debits-follow-one-another",
                        "Three debits in a row each return the balance after their own stake",
                        "WAL-4",
                        t -> {
                            var balance = t.balance();
                            for (var stake : new long[] {1, 5, 11}) {
                                balance = balance.subtract(t.units(stake));
                                Check.requireApplied(
                                        t.send(t.debit(stake)),
                                        balance,
                                        "WAL-4",
                                        "the debit of " + t.player().money(t.units(stake)));
                            }
                        }),
                Case.of(
                        "each-debit-has-its-own-operator-id",
                        "Two debits have two operatorTransactionIds",
                        "WAL-13",
                        t -> {
                            var first = t.bet(1).answer().operatorTransactionId();
                            var second = t.bet(1).answer();
                            Check.require(
                                    !second.operatorTransactionId().equals(first),
                                    "WAL-13",
                                    "another operatorTransactionId for another transaction",
                                    "both debits returned " + first,
                                    "",
                                    second);
                        }),
                Case.of("zero-stake", "A debit of 0 opens a round, moves nothing and is stored", "RND-1 WAL-4", t -> {
                    var before = t.balance();
                    var bet = t.bet(0);
                    Check.requireApplied(bet.answer(), before, "RND-1", "the debit of 0");
                    t.requireUnmoved(before, "RND-1", "");
                    t.requireKnown(bet.id(), "RND-1", "The transaction is created even for a zero stake.");
                }),
                Case.of(
                        "debit-of-everything",
                        "A debit of the whole balance is applied and leaves 0",
                        "WAL-4 ERR-2",
                        t -> {
                            var all = t.balance();
                            var drained = drain(t, all);
                            Check.requireApplied(
                                    drained.answer(), BigDecimal.ZERO, "WAL-4", "the debit of the whole balance");
                            var more = t.send(t.debit(t.id(), t.id(), all));
                            Check.requireStatus(409, more, "ERR-2", "a debit with nothing left", "");
                            Check.requireApplied(
                                    t.send(t.debit(0)), BigDecimal.ZERO, "RND-1", "a debit of 0 with nothing left");
                            t.settle(t.rollback(drained));
                            t.requireMoved(all, BigDecimal.ZERO, "RND-3", "");
                        }),
                Case.of(
                                "debit-over-the-balance-by-one-unit",
                                "A stake of one minor unit more than the balance is refused with 409 and moves nothing",
                                "ERR-2 WAL-4",
                                t -> tooMuch(t, t.balance().add(t.units(1))))
                        .inQuickPlan(),
                Case.of(
                        "debit-far-over-the-balance",
                        "A stake of many times the balance is refused with 409 and moves nothing",
                        "ERR-2 WAL-4",
                        t -> tooMuch(t, t.balance().multiply(BigDecimal.TEN).add(t.units(7)))),
                Case.of(
                        "refusal-for-want-of-funds-has-a-message",
                        "A refusal with 409 has a message, or no body",
                        "GEN-7 ERR-2",
                        t -> {
                            var before = t.balance();
                            var answer = t.send(t.debit(t.id(), t.id(), before.add(t.units(1))));
                            Check.requireStatus(409, answer, "ERR-2", "a stake over the balance", "");
                            ResponseSchema.messageIfAny(t, answer, "a stake over the balance");
                        }),
                Case.of(
                        "small-debit-after-a-refused-one",
                        "After a debit was refused for insufficient funds, a smaller one is applied",
                        "ERR-2 WAL-4",
                        t -> {
                            var before = t.balance();
                            tooMuch(t, before.add(t.units(1)));
                            Check.requireApplied(
                                    t.send(t.debit(3)),
                                    before.subtract(t.units(3)),
                                    "WAL-4",
                                    "a debit after a refused one");
                        }),
                Case.of(
                        "smaller-debit-on-a-round-refused-for-funds",
                        "A smaller debit on a round whose debit got 409: the behaviour of the wallet is observed",
                        "RND-1 ERR-2 D-27 ERR-3 ERR-4",
                        t -> {
                            var round = t.id();
                            tooMuch(t, round, t.balance().add(t.units(1)));
                            debitOnRoundOfRefusal(t, round, "a debit on a round whose first one got 409");
                        }),
                Case.of(
                        "debit-on-a-round-of-an-invalid-one",
                        "A debit on a round whose first debit was invalid: the behaviour of the wallet is observed",
                        "RND-1 D-27 ERR-3 ERR-4",
                        t -> {
                            for (var stake : new String[] {"-1", "\"two\"", "null"}) {
                                var invalid = t.debit(2).amount(stake);
                                if (t.send(invalid).status() != 200) {
                                    debitOnRoundOfRefusal(
                                            t, invalid.round(), "a debit on a round refused for the stake " + stake);
                                }
                            }
                        }),
                Case.of(
                        "debit-of-an-unknown-player",
                        "A debit of an unknown player with an unknown token is refused, and its status is truthful",
                        "WAL-4 ERR-3 ERR-4",
                        t -> {
                            var nobody = new Player(t.id(), t.id(), t.player().currency());
                            var debit = t.debit(nobody, t.id(), t.id(), t.units(2));
                            var before = t.balance();
                            var answer = t.send(debit);
                            Check.requireRefused(
                                    answer,
                                    "WAL-4",
                                    "a debit of an unknown player",
                                    "There is no balance to subtract from.");
                            unknownPlayersDebit(t, nobody, debit, answer, before);
                            t.observe(Observation.ofStatus(
                                    "D-16", "a debit of an unknown player", answer, "refuse with 422", 422));
                        }),
                Case.of(
                        "debit-with-an-unknown-token",
                        "A known player's debit with an unknown token: the behaviour of the wallet is observed",
                        "D-17 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2).text("token", t.id());
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit with an unknown token",
                                    "D-17",
                                    "refuse with 422",
                                    422);
                        }),
                Case.of(
                        "debit-without-a-token",
                        "A debit that names its player only by playerId: the behaviour of the wallet is observed",
                        "D-16 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2).without("token");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit without a token",
                                    "D-16",
                                    "resolve the player from playerId",
                                    200);
                        }),
                Case.of(
                        "debit-without-a-player-id",
                        "A debit that names its player only by its token: the behaviour of the wallet is observed",
                        "D-16 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2).without("playerId");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit without playerId",
                                    "D-16",
                                    "resolve the player from the token",
                                    200);
                        }),
                Case.of(
                        "debit-with-the-fewest-fields",
                        "A debit with only the stated fields and a token: the behaviour of the wallet is observed",
                        "D-16 D-54 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2).without("playerId").without("gameId");
                            debit = debit.with(
                                    "stake", "{\"amount\":" + debit.amount().toPlainString() + "}");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit with the fewest fields",
                                    "D-16",
                                    "take what is missing from the token",
                                    200);
                        }),
                Case.of(
                        "debit-in-another-currency",
                        "A stake in another currency than the account's: the behaviour of the wallet is observed",
                        "D-54 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2);
                            var other = debit.currency(t.player().currency().equals("USD") ? "EUR" : "USD");
                            OpenPoints.debit(
                                    t,
                                    other,
                                    t.request(other),
                                    "a stake in another currency",
                                    "D-54",
                                    "refuse with 422",
                                    422);
                        }),
                Case.of(
                                "debit-with-another-players-token",
                                "A debit whose token and playerId name two players takes at most its stake, from one of"
                                        + " them",
                                "D-16 WAL-4",
                                t -> {
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var debit =
                                            t.debit(2).text("token", t.other().token());
                                    var answer = t.send(debit);
                                    var moved = mine.subtract(t.balance()).add(others.subtract(t.balance(t.other())));
                                    Check.require(
                                            moved.compareTo(answer.status() == 200 ? debit.amount() : BigDecimal.ZERO)
                                                    == 0,
                                            "WAL-4",
                                            "a debit of two players whose stake is taken once when it is applied, and"
                                                    + " not at all when it is refused",
                                            Check.describe(answer) + " and took "
                                                    + t.player().money(moved),
                                            "",
                                            answer);
                                    t.observe(Observation.ofStatus(
                                            "D-16",
                                            "token and playerId of two players",
                                            answer,
                                            "refuse with 422",
                                            422));
                                })
                        .twoPlayers());
    }

    /** Takes the whole balance; skips the case when the wallet has a lower limit. */
    static Bet drain(CaseContext t, BigDecimal all) {
        return drain(t, t.player(), all);
    }

    static Bet drain(CaseContext t, Player whose, BigDecimal amount) {
        var debit = t.debit(whose, t.id(), t.id(), amount);
        var answer = t.send(debit);
        if (answer.status() != 200 && answer.status() != 409 && answer.status() < 500) {
            throw t.skip("needs a wallet that accepts a stake of " + t.player().money(amount) + " (status "
                    + answer.status() + ")");
        }
        Check.requireApplied(answer, "WAL-4", "a debit of " + t.player().money(amount) + ", which the player has");
        return new Bet(debit, answer);
    }

    /** Sends a valid debit with a new id: a refused one has opened no round (RND-1), but what it leaves is not stated. */
    private static void debitOnRoundOfRefusal(CaseContext t, String round, String what) {
        var debit = t.debit(t.id(), round, t.units(2));
        OpenPoints.debit(
                t,
                debit,
                t.request(debit),
                what,
                "D-27",
                "accept it: the refused one has opened no round (RND-1)",
                200);
    }

    private static void tooMuch(CaseContext t, BigDecimal stake) {
        tooMuch(t, t.id(), stake);
    }

    private static void tooMuch(CaseContext t, String round, BigDecimal stake) {
        var before = t.balance();
        var debit = t.debit(t.id(), round, stake);
        var answer = t.send(debit);
        Check.requireStatus(
                409,
                answer,
                "ERR-2",
                "a stake of " + t.player().money(stake) + " from a balance of "
                        + t.player().money(before),
                "Respond 409 for insufficient funds.");
        t.requireUnmoved(before, "ERR-2", "The debit was refused with 409, but money moved.");
    }

    private static void unknownPlayersDebit(
            CaseContext t, Player nobody, MovementBody debit, WalletResponse answer, BigDecimal before) {
        t.requireUnmoved(before, "WAL-4", "Another player paid for the unknown player.");
        if (answer.status() == 500) {
            var found = t.send(Request.get(nobody.lookupPath(debit.id())));
            Check.require(
                    found.isResult(),
                    "ERR-4",
                    "a lookup that knows a debit that got 500",
                    Check.describe(found),
                    "Respond 500 only when something was written, else 422.",
                    answer);
        }
    }
}
