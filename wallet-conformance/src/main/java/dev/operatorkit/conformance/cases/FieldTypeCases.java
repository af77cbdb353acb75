package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes every field as every JSON type. The specification leaves open which of them a wallet reads, so a refusal and an exact
 * movement are both right; a status that is not true is not (ERR-3, ERR-4).
 */
final class FieldTypeCases {
    private static final int CONCURRENT = 2;
    private static final List<String> FORMS = List.of("null", "12345", "1.5", "true", "[]", "{}", "[\"x\"]", "\"\"");
    private static final String SETTLEMENT = "transactionId referenceTransactionId gameRoundId playerId gameId";
    static final Group GROUP = Group.of(
            "Types of fields",
            types("debit-with-fields-of-other-types", "WAL-4", "transactionId gameRoundId playerId gameId token stake")
                    .title("A debit with a field of another type is applied exactly or refused truthfully"),
            types("credit-with-fields-of-other-types", "RND-2", SETTLEMENT + " payout")
                    .title("A credit with a field of another type is applied exactly or refused truthfully"),
            types("rollback-with-fields-of-other-types", "RND-3", SETTLEMENT + " stake")
                    .title("A rollback with a field of another type is applied exactly or refused truthfully"));

    private FieldTypeCases() {}

    private static Untitled types(String id, String rule, String fields) {
        var kind = Kind.valueOf(id.replaceAll("-.*", "").toUpperCase(Locale.ROOT));
        var names = List.of((fields + " reason freeRoundData").split(" ", -1));
        return Case.of(id, rule + " ERR-3 ERR-4 D-20 D-54", t -> writeFields(t, rule, names, kind));
    }

    private static void writeFields(CaseContext t, String rule, List<String> fields, Kind kind) {
        for (var from = 0; from < fields.size(); from += CONCURRENT) {
            var forms = fields.subList(from, Math.min(fields.size(), from + CONCURRENT)).stream()
                    .flatMap(field -> FORMS.stream().map(form -> new FieldForm(field, form)))
                    .toList();
            if (!isTrueOfAll(t, kind, forms)) {
                forms.forEach(form -> requireTruth(t, form, make(t, kind, 1).getFirst(), rule));
            }
            t.rollBackOpenRounds();
        }
    }

    /** Makes movements of bets that the wallet has accepted. */
    private static List<MovementBody> make(CaseContext t, Kind kind, int count) {
        return switch (kind) {
            case DEBIT -> Stream.generate(() -> t.debit(2)).limit(count).toList();
            case CREDIT ->
                t.bets(count, 1).stream().map(bet -> t.credit(bet, 2)).toList();
            case ROLLBACK -> t.bets(count, 2).stream().map(t::rollback).toList();
        };
    }

    /** Pairs a field with a form of its value. */
    private record FieldForm(String field, String form) {
        WalletResponse send(CaseContext t, MovementBody message) {
            return t.send(message.with(field, form));
        }

        String describe(MovementBody message) {
            return "a " + message.kind().callback() + " whose " + field + " is " + form;
        }

        /** Returns what a movement may move: nothing when it was refused or its amount cannot be read. */
        BigDecimal change(CaseContext t, MovementBody message, WalletResponse answer) {
            var isAmount = field.equals("payout") || (field.equals("stake") && message.kind() == Kind.DEBIT);
            var isApplied = answer.status() == 200 && !isAmount;
            return !isApplied ? BigDecimal.ZERO : t.units(message.kind() == Kind.DEBIT ? -2 : 2);
        }

        void observe(CaseContext t, MovementBody message, WalletResponse answer) {
            var advice = field.equals("freeRoundData")
                    ? advise("D-54", "accept it: the data is informational", 200)
                    : refuse("D-20");
            if (answer.status() != 200) {
                t.observe(describe(message), answer, advice);
            }
        }
    }

    /**
     * Sends fields in every form at the same time, and returns true when the balance moves by the sum of the movements that got 200.
     * Otherwise the forms are tried one by one, to find the one that is wrong.
     */
    private static boolean isTrueOfAll(CaseContext t, Kind kind, List<FieldForm> forms) {
        var messages = make(t, kind, forms.size());
        var before = t.balance();
        var indices = IntStream.range(0, forms.size()).boxed().toList();
        var answers = t.sendConcurrently(indices, i -> forms.get(i).send(t, messages.get(i)));
        var expected = indices.stream()
                .map(i -> forms.get(i).change(t, messages.get(i), answers.get(i)))
                .reduce(before, BigDecimal::add);
        var isTrue = answers.stream().noneMatch(answer -> answer.status() == 500)
                && t.balance().compareTo(expected) == 0;
        if (isTrue) {
            indices.forEach(i -> forms.get(i).observe(t, messages.get(i), answers.get(i)));
        }
        return isTrue;
    }

    private static void requireTruth(CaseContext t, FieldForm form, MovementBody message, String rule) {
        var before = t.balance();
        var answer = form.send(t, message);
        var what = form.describe(message);
        var moved = t.balance().subtract(before);
        if (answer.status() == 500) {
            var isWritten = !form.field().equals("transactionId")
                    && t.lookup(message.id()).isResult();
            var written = "500 only when something was written, not for " + what;
            Check.require(answer, isWritten, "ERR-4", written, "Respond 422 when nothing was written.");
            return;
        }
        var isApplied = answer.status() == 200;
        var isRight = moved.compareTo(form.change(t, message, answer)) == 0 || (isApplied && moved.signum() == 0);
        var broken = isApplied ? rule : answer.status() == 422 ? "ERR-3" : "IDM-3";
        var expected = (isApplied ? "at most its own money" : "no money") + " moved by " + what;
        var actual = Check.describe(answer) + ", and " + t.player().money(moved) + " moved";
        Check.require(answer, isRight, broken, expected, actual, "Read every field before anything is written.");
        form.observe(t, message, answer);
    }
}
