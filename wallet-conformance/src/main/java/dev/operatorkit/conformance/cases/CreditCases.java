package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.cases.RoundCases.Settling;
import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Checks credits: the payout is added without a session, and closes the round (WAL-8, WAL-9, RND-2). */
final class CreditCases {
    private static final Settling OTHER_ROUND = (t, bet) -> t.credit(bet, 5).withRound(t.id());
    private static final Settling UNKNOWN_PLAYER = (t, bet) -> t.credit(bet, 5).text("playerId", t.id());
    private static final Settling NO_REFERENCE = (t, bet) -> t.credit(bet, 5).without("referenceTransactionId");
    private static final Settling ROUND_AS_REFERENCE =
            (t, bet) -> t.credit(bet, 5).withReference(bet.round());
    static final Group GROUP = Group.of(
            "Credit",
            Case.of("credit-adds-the-payout", "RND-2 WAL-13 WAL-2", CreditCases::addPayout)
                    .title("A credit adds exactly the payout and returns the balance after it")
                    .inQuickPlan(),
            LookupCases.complete("credit-answers-a-complete-result", "WAL-13 GEN-3", t -> t.credit(t.bet(2), 2))
                    .title("A credit returns operatorTransactionId and a complete balance"),
            LookupCases.stored("credit-is-stored", t -> t.credit(t.bet(2), 2))
                    .title("A credit can be looked up immediately"),
            Case.of("zero-payout", "WAL-9 RND-4", CreditCases::creditNothing)
                    .title("A payout of 0 is applied: it is stored, moves nothing and closes the round")
                    .inQuickPlan(),
            LookupCases.complete("zero-payout-answers-a-complete-result", "WAL-9 WAL-13", t -> t.credit(t.bet(1), 0))
                    .title("A payout of 0 returns a complete result too"),
            Case.of("payout-smaller-than-the-stake", "RND-2", t -> pay(t, 9, 2))
                    .title("A payout smaller than the stake is added unchanged"),
            Case.of("payout-many-times-the-stake", "RND-2", t -> pay(t, 1, 2500))
                    .title("A payout of many times the stake is added unchanged"),
            Case.of("payout-of-one-unit", "RND-2 WAL-16", t -> pay(t, 3, 1))
                    .title("A payout of one minor unit is added unchanged"),
            Case.readOnly("credit-of-an-unknown-debit", "RND-2 RND-1 D-24", CreditCases::creditUnknownDebit)
                    .title("A credit whose debit is unknown creates no money"),
            misdirected("credit-with-another-round", "RND-2", "D-26", OTHER_ROUND)
                    .title("A credit whose gameRoundId is not the debit's moves no money and leaves the round open"),
            misdirected("credit-with-an-unknown-player", "WAL-8", "D-26", UNKNOWN_PLAYER)
                    .title("A credit whose playerId is unknown moves no money and leaves the round open"),
            Case.of("credits-with-names-like-the-players", "WAL-8 D-26", CreditCases::creditSimilarPlayers)
                    .title("A credit whose playerId only looks like the player's pays nobody"),
            misdirected("credit-without-a-reference", "RND-2", "D-24", NO_REFERENCE)
                    .title("A credit without referenceTransactionId moves no money"),
            misdirected("credit-referring-to-the-round", "RND-2", "D-24", ROUND_AS_REFERENCE)
                    .title("A credit that gives the gameRoundId as its reference moves no money"),
            misdirected("credit-referring-to-itself", "RND-2", "D-24", CreditCases::referToItself)
                    .title("A credit that refers to its own id moves no money"),
            Case.of("negative-payout", "RND-2 D-20", CreditCases::creditNegativeAmount)
                    .title("A negative payout takes no money"),
            Case.of("unreadable-payout", "RND-2 WAL-16 D-20", CreditCases::creditUnreadableAmounts)
                    .title("A payout that is not a number moves no money"),
            Case.of("credit-referring-to-a-credit", "RND-2 RND-4", CreditCases::creditCredit)
                    .title("A credit that refers to another credit moves no money"),
            Case.readOnly("credit-of-a-refused-debit", "RND-2 RND-1", CreditCases::creditRefusedDebit)
                    .title("A credit for a debit that was refused with 409 pays nothing"),
            Case.of("credit-of-another-players-bet", "RND-2 WAL-8 D-26", CreditCases::creditAnotherPlayersBet)
                    .title("A credit to one player for another's bet pays nobody")
                    .twoPlayers(),
            Case.of("credit-without-a-game", "D-16 D-18 D-54", CreditCases::creditWithoutGame)
                    .observes("A credit without gameId, reason and currency"),
            Case.of("settlements-with-the-stated-fields", "RND-2 RND-3 D-16 D-54", CreditCases::settleWithStatedFields)
                    .title("A credit and a rollback without gameId and currency, which the specification does not"
                            + " promise, are applied"),
            Case.of("credit-with-another-reason", "RND-2 D-18", CreditCases::creditWithOtherReasons)
                    .title("A credit that is applied pays its payout, whatever its reason"));

    private CreditCases() {}

    private static void addPayout(CaseContext t) {
        var credit = t.credit(t.bet(4), 17);
        DebitCases.requireFirstMoved(t, credit, t.balance(), credit.amount(), "RND-2");
    }

    private static void creditNothing(CaseContext t) {
        var bet = t.bet(6);
        var credit = t.credit(bet, 0);
        t.sendApplied(credit, BigDecimal.ZERO, "WAL-9", "a payout of 0");
        t.requireKnown(credit.id(), "WAL-9", "Create the transaction for a payout of 0 too.");
        var hint = "A payout of 0 closes the round: a rollback or a credit after it moves nothing.";
        t.sendUnmoved(t.rollback(bet), "RND-4", hint);
        t.sendUnmoved(t.credit(bet, 5), "RND-4", hint);
    }

    private static void creditUnknownDebit(CaseContext t) {
        var hint = "A credit takes a round from Bet to Settled; there is no bet.";
        var answer = t.sendUnmoved(t.credit(t.debit(5), 5), "RND-2", hint);
        RoundCases.requireNoFalseSuccess(false, answer);
        var advice = advise("D-24", "refuse with 422; the service retries", 422);
        t.observe("a credit whose debit is unknown", answer, advice);
    }

    private static void creditSimilarPlayers(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        var id = t.player().accountId();
        for (var other : List.of("other-" + id.replaceAll("^\\D*", ""), "x" + id, id + "x")) {
            t.send(t.credit(bet, 5).text("playerId", other));
        }
        t.requireUnmoved(before, "WAL-8", "Compare playerId with whole account ids.");
        t.settle(t.rollback(bet));
    }

    private static MovementBody referToItself(CaseContext t, Bet bet) {
        var credit = t.credit(bet, 5);
        return credit.withReference(credit.id());
    }

    private static void creditNegativeAmount(CaseContext t) {
        var hint = "A credit adds; a negative one must not take.";
        t.observe("a negative payout", t.sendUnmoved(t.credit(t.bet(4), -3), "RND-2", hint), refuse("D-20"));
    }

    private static void creditUnreadableAmounts(CaseContext t) {
        var raws = List.of("null", "true", "\"abc\"", "[]", "{}");
        var bets = new ConcurrentLinkedQueue<>(t.bets(raws.size(), 2));
        var before = t.balance();
        var answers = t.sendConcurrently(
                raws, raw -> t.send(t.credit(bets.remove(), 3).amount(raw)));
        t.requireUnmoved(before, "RND-2", "The payouts were " + String.join(", ", raws) + ".");
        answers.forEach((raw, answer) -> t.observe("a payout of " + raw, answer, refuse("D-20")));
    }

    private static void creditCredit(CaseContext t) {
        var bet = t.bet(3);
        var credit = t.credit(bet, 3);
        t.settle(credit);
        t.sendUnmoved(
                t.credit(bet, 4).withReference(credit.id()), "RND-2", "referenceTransactionId must name a debit.");
    }

    private static void creditRefusedDebit(CaseContext t) {
        var debit = DebitCases.overBalance(t);
        DebitCases.sendOverBalance(t, debit);
        t.sendUnmoved(t.credit(debit, 5), "RND-2", "The bet was refused, so there is nothing to pay.");
    }

    private static void creditAnotherPlayersBet(CaseContext t) {
        settleAnotherPlayersBet(t, (tester, bet) -> tester.credit(bet, 3), "RND-2", "WAL-8");
    }

    /** Settles one player's bet in another's name, which returns nothing to either. */
    static void settleAnotherPlayersBet(CaseContext t, Settling settling, String rule, String ruleOfOwner) {
        var bet = t.bet(3);
        var mine = t.balance();
        var others = t.balance(t.other());
        var settlement = settling.apply(t, bet);
        var answer = t.send(settlement.withPlayer(t.other()));
        t.requireUnmoved(t.other(), others, rule, "The money belongs to another player's bet.");
        t.requireUnmoved(mine, ruleOfOwner, "Resolve the player from playerId, which names another player here.");
        t.observe("a " + settlement.kind().callback() + " of another player's bet", answer, refuse("D-26"));
        if (answer.status() != 200) {
            t.settle(settling.apply(t, bet));
        }
    }

    private static void creditWithoutGame(CaseContext t) {
        var credit = t.credit(t.bet(2), 2).without("gameId").without("reason").withoutCurrency();
        var answer = t.sendExact(credit, credit.amount(), "RND-2", "");
        var advice = advise("D-16", "accept it: the debit holds the rest", 200);
        t.observe("a credit without gameId, reason and currency", answer, advice);
    }

    private static void settleWithStatedFields(CaseContext t) {
        var won = t.bet(2);
        var lost = t.bet(3);
        var before = t.balance();
        t.settle(t.credit(won, 2).without("gameId").withoutCurrency());
        t.settle(t.rollback(lost).without("gameId"));
        t.requireMoved(before, t.units(5), "RND-2", "");
    }

    private static void creditWithOtherReasons(CaseContext t) {
        var reasons = List.of("loss", "lose", "refund", "bonus", "jackpot", "never heard");
        var bets = new ConcurrentLinkedQueue<>(t.bets(reasons.size(), 2));
        var before = t.balance();
        var answers = t.sendConcurrently(
                reasons, reason -> t.send(t.credit(bets.remove(), 5).text("reason", reason)));
        var paid = answers.values().stream()
                .filter(answer -> answer.status() == 200)
                .count();
        var hint = paid + " credits got 200. Pay payout.amount; reason does not change it.";
        t.requireMoved(before, t.units(5 * paid), "RND-2", hint);
        answers.forEach((reason, answer) ->
                t.observe("a credit with reason " + reason, answer, advise("D-18", "accept it", 200)));
        t.rollBackOpenRounds();
    }

    private static void pay(CaseContext t, long stake, long payout) {
        t.sendApplied(t.credit(t.bet(stake), payout), t.units(payout), "RND-2", "the credit");
    }

    /** Sends a settlement that does not fit its bet: no money moves, and a fitting one still closes the round (RND-4). */
    static Untitled misdirected(String id, String rule, String decision, Settling settlement) {
        return Case.titled(id, rule + " RND-4 " + decision, (t, title) -> {
            var bet = t.bet(3);
            var before = t.balance();
            var answer = t.sendUnmoved(settlement.apply(t, bet), rule, "The settlement does not fit the bet.");
            t.observe(title, answer, refuse(decision));
            if (answer.status() != 200) {
                var fitting = t.send(t.rollback(bet));
                Check.requireApplied(fitting, before.add(bet.stake()), "RND-3", "the fitting rollback afterwards");
            }
        });
    }
}
