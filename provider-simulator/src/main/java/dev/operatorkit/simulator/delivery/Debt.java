package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import java.util.List;

/** States what the operator owes the player of a round in manual review, as far as the history of the round shows it. */
public record Debt(State state, Money amount, String why) {
    private static final String LOOKUP = "LOOKUP";

    /** Defines whether an amount is owed. */
    public enum State {
        /** Marks an amount that the wallet did not pay to the player. */
        OWED,
        /** Marks an amount that the wallet may have paid: only a lookup tells. */
        UNKNOWN,
        /** Marks a round in which no money is due. */
        NOTHING
    }

    /** Returns what is owed for a round with a settlement. */
    public static Debt of(GameRound round, List<Attempt> history) {
        var settlement = RoundStore.settlement(round);
        var known = isKnown(history, settlement.kind(), settlement.transactionId());
        return settlement.kind() == CallbackKind.CREDIT
                ? ofCredit(settlement.payout(), known)
                : ofRollback(
                        round, isKnown(history, CallbackKind.DEBIT, round.bet().transactionId()), known);
    }

    private static Debt ofCredit(Money payout, Known known) {
        if (payout.isZero()) {
            return new Debt(
                    State.NOTHING, payout, "The round was lost. The wallet has only not confirmed its end (WAL-9).");
        }
        return switch (known) {
            case WITHOUT_EFFECT ->
                new Debt(State.OWED, payout, "The win was not paid: no credit that was sent can have paid it.");
            case ABSENT -> new Debt(State.OWED, payout, "The win was not paid: the wallet does not know the credit.");
            case YES -> new Debt(State.NOTHING, payout, "The wallet's lookup shows that the win was paid.");
            case UNCLEAR ->
                new Debt(
                        State.UNKNOWN,
                        payout,
                        "The win may have been paid: a credit was sent, and no lookup shows the result.");
        };
    }

    private static Debt ofRollback(GameRound round, Known debit, Known rollback) {
        var stake = round.bet().stake();
        if (stake.isZero()) {
            return new Debt(State.NOTHING, stake, "A free round took no stake (WAL-5).");
        }
        if (debit == Known.ABSENT) {
            return new Debt(State.NOTHING, stake, "The wallet does not know the debit, so no stake was taken.");
        }
        if (debit == Known.WITHOUT_EFFECT) {
            return new Debt(State.NOTHING, stake, "No debit that was sent can have taken the stake.");
        }
        if (rollback == Known.YES) {
            return new Debt(State.NOTHING, stake, "The wallet's lookup shows that the stake was returned.");
        }
        return debit == Known.YES && rollback != Known.UNCLEAR
                ? new Debt(
                        State.OWED,
                        stake,
                        rollback == Known.ABSENT
                                ? "The stake was taken and not returned: the wallet does not know the rollback."
                                : "The stake was taken and not returned: no rollback that was sent can have returned"
                                        + " it.")
                : new Debt(
                        State.UNKNOWN,
                        stake,
                        debit == Known.YES
                                ? "The stake was taken, and it may have been returned: no lookup shows the rollback."
                                : "The debit is in doubt: no lookup shows whether the stake was taken.");
    }

    /** Describes whether the wallet applied a transaction. */
    private enum Known {
        YES,
        /** A lookup says so. */
        ABSENT,
        /** None of its attempts, if there were any, can have moved money. */
        WITHOUT_EFFECT,
        UNCLEAR
    }

    /** Returns what the history shows about a transaction. What is sent after a lookup makes its answer unclear again. */
    private static Known isKnown(List<Attempt> history, CallbackKind kind, String transactionId) {
        var known = Known.WITHOUT_EFFECT;
        for (var entry : history) {
            if (transactionId.equals(entry.transactionId())) {
                var verdict = entry.verdict().replaceFirst("^manual: ", "");
                if (entry.kind().equals(LOOKUP)) {
                    known = verdict.startsWith("404")
                            ? Known.ABSENT
                            : verdict.startsWith("200") || verdict.startsWith("found") ? Known.YES : known;
                } else if (entry.kind().equals(kind.name())) {
                    known = verdict.startsWith("200 done")
                            ? Known.YES
                            : known != Known.YES && known != Known.UNCLEAR && isWithoutEffect(verdict)
                                    ? known
                                    : Known.UNCLEAR;
                }
            }
        }
        return known;
    }

    /** Returns whether this result of an attempt proves that it moved no money: a refusal, or no connection (ERR-3, D-31). */
    private static boolean isWithoutEffect(String verdict) {
        return verdict.matches("(401|409|422)\\b.*")
                || !verdict.matches("(?s)(no response|contract violation|[1-5][0-9][0-9]\\b).*");
    }
}
