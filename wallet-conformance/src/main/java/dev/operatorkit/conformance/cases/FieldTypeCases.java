package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.Check;
import dev.operatorkit.conformance.Group;
import dev.operatorkit.conformance.MovementBody;
import dev.operatorkit.conformance.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/**
 * Writes every field as every JSON type. The specification leaves open which of them a wallet reads, so a refusal and an exact
 * movement are both right; a status that is not true is not (ERR-3, ERR-4).
 */
final class FieldTypeCases {
    private static final List<String> FORMS = List.of("null", "12345", "1.5", "true", "[]", "{}", "[\"x\"]", "\"\"");

    private FieldTypeCases() {}

    static Group group() {
        return Group.of(
                "Types of fields",
                types(
                        "debit-with-fields-of-other-types",
                        "A debit with a field of another type is applied exactly or refused truthfully",
                        "WAL-4",
                        List.of(
                                "transactionId",
                                "gameRoundId",
                                "playerId",
                                "gameId",
                                "token",
                                "stake",
                                "reason",
                                "freeRoundData"),
                        t -> t.debit(2)),
                types(
                        "credit-with-fields-of-other-types",
                        "A credit with a field of another type is applied exactly or refused truthfully",
                        "RND-2",
                        List.of(
                                "transactionId",
                                "referenceTransactionId",
                                "gameRoundId",
                                "playerId",
                                "gameId",
                                "payout",
                                "reason",
                                "freeRoundData"),
                        t -> t.credit(t.bet(1), t.units(2))),
                types(
                        "rollback-with-fields-of-other-types",
                        "A rollback with a field of another type is applied exactly or refused truthfully",
                        "RND-3",
                        List.of(
                                "transactionId",
                                "referenceTransactionId",
                                "gameRoundId",
                                "playerId",
                                "gameId",
                                "stake",
                                "reason",
                                "freeRoundData"),
                        t -> t.rollback(t.bet(2))));
    }

    private static Case types(
            String id, String title, String rule, List<String> fields, Function<CaseContext, MovementBody> maker) {
        return Case.of(id, title, rule + " ERR-3 ERR-4 D-20 D-54", t -> {
            for (var field : fields) {
                for (var form : FORMS) {
                    requireTruth(t, maker.apply(t), field, form, rule);
                }
            }
        });
    }

    private static void requireTruth(CaseContext t, MovementBody message, String field, String form, String rule) {
        var changed = message.with(field, form);
        var before = t.balance();
        var answer = t.send(changed);
        var what = "a " + message.kind().path().substring(1) + " whose " + field + " is " + form;
        var moved = t.balance().subtract(before);
        var own = message.kind() == MovementBody.Kind.DEBIT
                ? message.amount().negate()
                : message.kind() == MovementBody.Kind.CREDIT ? message.amount() : t.units(2);
        var expected = answer.status() == 200 && !isAmount(field, message) ? own : BigDecimal.ZERO;
        if (answer.status() == 500) {
            requireWritten(t, changed, field, answer, what);
            return;
        }
        Check.require(
                moved.compareTo(expected) == 0 || (answer.status() == 200 && moved.signum() == 0),
                answer.status() == 200 ? rule : answer.status() == 422 ? "ERR-3" : "IDM-3",
                (answer.status() == 200 ? "at most its own money" : "no money") + " moved by " + what,
                Check.describe(answer) + ", and " + moved.toPlainString() + " moved",
                "Read every field before anything is written.",
                answer);
        if (answer.status() != 200) {
            t.observe(
                    field.equals("freeRoundData")
                            ? Observation.ofStatus("D-54", what, answer, "accept it: the data is informational", 200)
                            : Observation.ofStatus(
                                    "D-20", what, answer, "refuse with 422 when the field is needed", 422));
        }
    }

    /** Returns true for the field with the stake or payout, which then cannot be read. */
    private static boolean isAmount(String field, MovementBody message) {
        return (field.equals("stake") && message.kind() == MovementBody.Kind.DEBIT) || field.equals("payout");
    }

    private static void requireWritten(
            CaseContext t, MovementBody changed, String field, WalletResponse answer, String what) {
        Check.require(
                !field.equals("transactionId") && t.lookup(changed.id()).isResult(),
                "ERR-4",
                "500 only when something was written, not for " + what,
                Check.describe(answer),
                "Respond 422 when nothing was written.",
                answer);
    }
}
