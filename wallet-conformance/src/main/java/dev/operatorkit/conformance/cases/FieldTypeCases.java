package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes every field as every JSON type. The specification leaves open which of them a wallet reads, so a refusal and an exact
 * movement are both right; a status that is not true is not (ERR-3, ERR-4).
 */
final class FieldTypeCases {
    private static final List<String> FORMS = List.of("null", "12345", "1.5", "true", "[]", "{}", "[\"x\"]", "\"\"");

    private static final int AT_ONCE = 2;

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
                        (t, count) ->
                                Stream.generate(() -> t.debit(2)).limit(count).toList()),
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
                        (t, count) -> bets(t, count, 1).stream()
                                .map(bet -> t.credit(bet, t.units(2)))
                                .toList()),
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
                        (t, count) ->
                                bets(t, count, 2).stream().map(t::rollback).toList()));
    }

    private static Case types(String id, String title, String rule, List<String> fields, Maker maker) {
        return Case.of(id, title, rule + " ERR-3 ERR-4 D-20 D-54", t -> {
            for (var from = 0; from < fields.size(); from += AT_ONCE) {
                var forms = forms(fields.subList(from, Math.min(fields.size(), from + AT_ONCE)));
                if (!isTrueOfAll(t, maker, forms)) {
                    for (var each : forms) {
                        requireTruth(t, maker.make(t, 1).getFirst(), each.field(), each.form(), rule);
                    }
                }
                t.rollBackOpenRounds();
            }
        });
    }

    /** Pairs a field with a form of its value. */
    private record FieldForm(String field, String form) {}

    private static List<FieldForm> forms(List<String> fields) {
        return fields.stream()
                .flatMap(field -> FORMS.stream().map(form -> new FieldForm(field, form)))
                .toList();
    }

    /** Makes movements of bets that the wallet has accepted. */
    private interface Maker {
        List<MovementBody> make(CaseContext t, int count);
    }

    private static List<Bet> bets(CaseContext t, int count, long stake) {
        return t.bets(Stream.generate(() -> t.debit(stake)).limit(count).toList());
    }

    /**
     * Sends fields in every form at the same time, and returns true when the balance moves by the sum of what got 200. Otherwise
     * the forms are tried one by one, to find the one that is wrong.
     */
    private static boolean isTrueOfAll(CaseContext t, Maker maker, List<FieldForm> forms) {
        var messages = maker.make(t, forms.size());
        var before = t.balance();
        var answers = t.sendBeside(IntStream.range(0, forms.size())
                .<Supplier<WalletResponse>>mapToObj(i -> () -> t.send(
                        messages.get(i).with(forms.get(i).field(), forms.get(i).form())))
                .toList());
        if (answers.stream().anyMatch(answer -> answer.status() == 500)) {
            return false;
        }
        var expected = BigDecimal.ZERO;
        for (var i = 0; i < forms.size(); i++) {
            expected = expected.add(expected(t, messages.get(i), forms.get(i).field(), answers.get(i)));
        }
        if (t.balance().subtract(before).compareTo(expected) != 0) {
            return false;
        }
        for (var i = 0; i < forms.size(); i++) {
            observe(t, messages.get(i), forms.get(i).field(), forms.get(i).form(), answers.get(i));
        }
        return true;
    }

    /** Returns what a movement may move: nothing when it was refused or its amount cannot be read. */
    private static BigDecimal expected(CaseContext t, MovementBody message, String field, WalletResponse answer) {
        if (answer.status() != 200 || isAmount(field, message)) {
            return BigDecimal.ZERO;
        }
        return switch (message.kind()) {
            case DEBIT -> message.amount().negate();
            case CREDIT -> message.amount();
            case ROLLBACK -> t.units(2);
        };
    }

    private static void observe(CaseContext t, MovementBody message, String field, String form, WalletResponse answer) {
        if (answer.status() != 200) {
            var what = describe(message, field, form);
            t.observe(
                    field.equals("freeRoundData")
                            ? Observation.ofStatus("D-54", what, answer, "accept it: the data is informational", 200)
                            : Observation.ofStatus(
                                    "D-20", what, answer, "refuse with 422 when the field is needed", 422));
        }
    }

    private static String describe(MovementBody message, String field, String form) {
        return "a " + message.kind().path().substring(1) + " whose " + field + " is " + form;
    }

    private static void requireTruth(CaseContext t, MovementBody message, String field, String form, String rule) {
        var changed = message.with(field, form);
        var before = t.balance();
        var answer = t.send(changed);
        var what = describe(message, field, form);
        var moved = t.balance().subtract(before);
        var expected = expected(t, message, field, answer);
        if (answer.status() == 500) {
            requireWritten(t, changed, field, answer, what);
            return;
        }
        Check.require(
                moved.compareTo(expected) == 0 || (answer.status() == 200 && moved.signum() == 0),
                answer.status() == 200 ? rule : answer.status() == 422 ? "ERR-3" : "IDM-3",
                (answer.status() == 200 ? "at most its own money" : "no money") + " moved by " + what,
                Check.describe(answer) + ", and " + t.player().money(moved) + " moved",
                "Read every field before anything is written.",
                answer);
        observe(t, message, field, form, answer);
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
