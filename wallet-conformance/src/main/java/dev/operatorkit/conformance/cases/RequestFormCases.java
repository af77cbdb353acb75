package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the bytes of a movement in several forms of a request: only transactionId says what is a replay, not the headers, the framing
 * or the connection (IDM-1, IDM-2). A wallet may refuse a form, since the service uses only one of them (D-37). So each movement is
 * first sent in the other form: a wallet that applied it cannot refuse the form later.
 */
final class RequestFormCases {
    private static final Map<String, BiFunction<CaseContext, Request, Request>> FORMS = forms();

    private RequestFormCases() {}

    static Group group() {
        return Group.of(
                "Replays in another form",
                createReplayCase(
                        "replayed-debit-in-another-form",
                        "A debit sent again with other headers or another framing is applied once",
                        t -> t.debit(2),
                        -2),
                createReplayCase(
                        "replayed-credit-in-another-form",
                        "A credit sent again with other headers or another framing is applied once",
                        t -> t.credit(t.bet(1), t.units(3)),
                        3),
                createReplayCase(
                        "replayed-rollback-in-another-form",
                        "A rollback sent again with other headers or another framing is applied once",
                        t -> t.rollback(t.bet(2)),
                        2));
    }

    private static Map<String, BiFunction<CaseContext, Request, Request>> forms() {
        var forms = new LinkedHashMap<String, BiFunction<CaseContext, Request, Request>>();
        forms.put(
                "with the type application/json; charset=utf-8",
                (t, r) -> r.header("Content-Type", "application/json; charset=utf-8"));
        forms.put("with the type Application/JSON", (t, r) -> r.header("Content-Type", "Application/JSON"));
        forms.put("in chunks", (t, r) -> r.chunked().onNewConnection());
        forms.put(
                "with headers of a proxy",
                (t, r) -> r.header("Accept", "*/*")
                        .addHeader("User-Agent", "proxy/2.1")
                        .addHeader("X-Request-Id", t.id())
                        .addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        forms.put(
                "with header names in lower case",
                (t, r) -> r.lowerCaseHeaders().onNewConnection());
        return forms;
    }

    private static Case createReplayCase(
            String id, String title, Function<CaseContext, MovementBody> maker, long changeInUnits) {
        return Case.of(
                id,
                title,
                "IDM-1 IDM-2 ERR-3 ERR-4",
                t -> FORMS.forEach((form, change) -> replay(t, maker.apply(t), t.units(changeInUnits), form, change)));
    }

    private static void replay(
            CaseContext t,
            MovementBody message,
            BigDecimal effect,
            String form,
            BiFunction<CaseContext, Request, Request> change) {
        var what = "the " + message.kind().path().substring(1) + " that came " + form;
        var before = t.balance();
        var first = apply(t, message, change.apply(t, t.request(message)), before, what);
        if (first == null) {
            return;
        }
        var usual = t.send(message);
        var again = t.send(message, change.apply(t, t.request(message)));
        t.requireMoved(
                before,
                effect,
                "IDM-1",
                "It was " + what
                        + ", then in the usual form, then as first: only transactionId says what is a repeat.");
        Check.requireReplay(first, usual, what + ", in the usual form,");
        Check.requireReplay(first, again, what + ",");
    }

    /** Sends a movement in a form that the wallet may refuse; returns null when it did. */
    private static @Nullable WalletResponse apply(
            CaseContext t, MovementBody message, Request request, BigDecimal before, String what) {
        try {
            var answer = t.send(message, request);
            if (answer.status() == 200) {
                return answer;
            }
            OpenPoints.truthful(t, message.id(), answer, before, what);
            t.observe(createObservation(what + ": status " + answer.status()));
        } catch (NoResponse e) {
            OpenPoints.requireNothingMoved(t, e, before, what);
            t.observe(createObservation(what + ": no response"));
        }
        return null;
    }

    private static Observation createObservation(String seen) {
        return Observation.unproven("IDM-2", seen, "return the stored result to a replay in any form that is accepted");
    }
}
