package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.cases.OpenPoints.Maker;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Varies what HTTP leaves to both sides: methods, paths, headers, codings, sizes. A callback is a POST or GET of one of five paths
 * (GEN-8); what is not signed decides nothing about money (WAL-4).
 */
final class HttpCases {
    private static final Map<String, UnaryOperator<Request>> FORMS = forms();
    private static final int OVERSIZED = 1_100_000;
    private static final List<String> OTHER_METHODS = List.of("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final List<String> OTHER_PATHS = List.of("/debitx", "/debit/1", "/x/debit");
    private static final List<String> KEYS =
            List.of("Idempotency-Key", "X-Idempotency-Key", "X-Request-Id", "X-Correlation-Id");
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Group GROUP = Group.of(
            "HTTP",
            Case.readOnly("debit-by-another-method", "GEN-8", HttpCases::sendByOtherMethods)
                    .title("A debit sent by another method than POST moves no money, whatever its status"),
            Case.readOnly("debit-on-a-longer-path", "GEN-8", HttpCases::sendOnOtherPaths)
                    .title("A debit on a path that only begins or ends like /debit is not processed"),
            Case.of("only-the-stated-headers", "ERR-2 SIG-13", HttpCases::sendOnlyStatedHeaders)
                    .title("Callbacks with only the headers that the specification names are accepted"),
            Case.of("response-when-gzip-is-accepted", "WAL-13 WAL-2", HttpCases::acceptGzip)
                    .title("A response to a caller that accepts gzip is JSON, or gzip that says so"),
            framed("chunked-body", Request::chunked)
                    .title("The signature of a body in chunks covers the body without its framing"),
            framed("body-in-pieces", Request::inPieces)
                    .title("A body that arrives after its head and in pieces is verified as a whole"),
            Case.readOnly("oversized-body", "ERR-4 ERR-3 IDM-3 D-36", HttpCases::sendOversizedBody)
                    .title("A validly signed body of a megabyte is refused truthfully, or applied"),
            Case.of("two-debits-with-one-request-id", "WAL-4 IDM-1", HttpCases::sendWithOneKey)
                    .title("Two debits are two bets, even when headers that are not signed give them one key"),
            Case.of("debit-delivered-twice", "IDM-2 ERR-2 D-43", HttpCases::deliverTwice)
                    .title("A debit that a proxy delivers twice, with the same signature, gets its stored result"));

    /**
     * Sends the bytes of a movement in several forms of a request: only transactionId says what is a replay (IDM-1, IDM-2). A wallet
     * may refuse a form, since the service uses only one of them (D-37). So each movement is first sent in the other form: a wallet
     * that applied it cannot refuse the form later.
     */
    static final Group REPLAYS = Group.of(
            "Replays in another form",
            replayed("replayed-debit-in-another-form", t -> t.debit(2), -2)
                    .title("A debit sent again with other headers or another framing is applied once"),
            replayed("replayed-credit-in-another-form", t -> t.credit(t.bet(1), 3), 3)
                    .title("A credit sent again with other headers or another framing is applied once"),
            replayed("replayed-rollback-in-another-form", t -> t.rollback(t.bet(2)), 2)
                    .title("A rollback sent again with other headers or another framing is applied once"));

    private HttpCases() {}

    private static void sendOversizedBody(CaseContext t) {
        var debit = t.debit(2);
        var body = debit.text("extra", "a".repeat(OVERSIZED)).json();
        var advice = advise("D-36", "413 before all of it is read", 413);
        var request = t.request(debit).body(body).onNewConnection();
        OpenPoints.sendDebit(t, debit, request, "a megabyte with a valid signature", advice);
    }

    private static void deliverTwice(CaseContext t) {
        var time = Long.toString(t.now());
        var debit = t.debit(3);
        var first = t.send(debit, t.request(debit).timestamp(time));
        Check.requireApplied(first, "WAL-4", "the debit");
        var again = t.send(debit, t.request(debit).timestamp(time));
        Check.requireReplay(first, again, "the debit, byte by byte and with the same timestamp,");
    }

    private static void sendByOtherMethods(CaseContext t) {
        var before = t.balance();
        var ids = new ArrayList<String>();
        for (var method : OTHER_METHODS) {
            var debit = t.debit(2);
            ids.add(debit.id());
            sendQuietly(t, Request.of(method, "/debit", debit.json().getBytes(StandardCharsets.UTF_8)));
        }
        var debit = t.debit(2);
        ids.add(debit.id());
        sendQuietly(t, Request.get("/debit").query(writeQuery(debit)));
        t.requireUnmovedAndUnknown(before, ids, "GEN-8", "A debit is a POST; no other method moves money");
    }

    /** Sends a request that a server may leave without a response. */
    private static void sendQuietly(CaseContext t, Request request) {
        try {
            t.send(request.onNewConnection());
        } catch (NoResponse e) {
            if (e.isUnreachable()) {
                throw e;
            }
        }
    }

    /** Writes a debit as query parameters, in the ways in which frameworks name nested ones. */
    private static String writeQuery(MovementBody debit) {
        var stake = debit.amount().toPlainString();
        var plain = Stream.of("transactionId", "gameRoundId", "playerId", "gameId", "token", "reason")
                .map(name -> name + "=" + Player.encoded(debit.raw(name).replace("\"", "")))
                .collect(Collectors.joining("&"));
        return plain + "&amount=" + stake + "&stake.amount=" + stake + "&stake%5Bamount%5D=" + stake;
    }

    private static void sendOnOtherPaths(CaseContext t) {
        var before = t.balance();
        var ids = new ArrayList<String>();
        for (var path : OTHER_PATHS) {
            var debit = t.debit(2);
            ids.add(debit.id());
            var answer = t.send(t.request(debit).path(path));
            var what = "a debit on " + path + ", which is not a callback";
            Check.requireRefused(answer, "GEN-8", what, "Match the whole path, and respond 404 to any other.");
            t.observe("a debit on another path", answer, advise("GEN-8", "404", 404));
        }
        t.requireUnmovedAndUnknown(before, ids, "GEN-8", "This path is not a callback");
    }

    private static void sendOnlyStatedHeaders(CaseContext t) {
        var debit = t.debit(2);
        for (var call : List.of(t.playerCall(t.player()), t.request(debit), t.lookupCall(debit.id()))) {
            var request = call.without("User-Agent").without("Accept");
            var answer = request.isPost() ? t.send(debit, request) : t.send(request);
            var hint = "Require no header but Host, Content-Type, Content-Length and those of the signature.";
            Check.requireStatus(200, answer, "ERR-2", "a valid callback without User-Agent and Accept", hint);
        }
    }

    private static void acceptGzip(CaseContext t) {
        var lookup = t.send(t.lookupCall(t.bet(1).id()).addHeader("Accept-Encoding", "gzip"));
        requireReadable(lookup, "operatorTransactionId", "WAL-13", "the lookup");
        var player = t.send(t.playerCall(t.player()).addHeader("Accept-Encoding", "gzip"));
        requireReadable(player, "accountId", "WAL-2", "the player callback");
    }

    private static void requireReadable(WalletResponse answer, String field, String rule, String what) {
        Check.requireStatus(200, answer, rule, what + " of a caller that accepts gzip");
        var coding = answer.header("Content-Encoding").orElse("identity");
        var expected = "JSON in the response to " + what + ", or gzip with Content-Encoding: gzip";
        var actual = "Content-Encoding is " + coding + ", and the body has no " + field;
        var hint = "Name the coding that the body has, and use none that the caller does not accept.";
        Check.require(answer, decode(answer.body(), coding).has(field), rule, expected, actual, hint);
    }

    private static JsonNode decode(byte[] body, String coding) {
        try (var decoded = coding.matches("(?i)(x-)?gzip")
                ? new GZIPInputStream(new ByteArrayInputStream(body))
                : new ByteArrayInputStream(body)) {
            return JSON.readTree(decoded.readAllBytes());
        } catch (IOException e) {
            return MissingNode.getInstance(); // no JSON, or not the coding that the header names
        }
    }

    /** Sends a valid debit in an unusual framing, which HTTP allows: its signature is still valid. */
    private static Untitled framed(String id, UnaryOperator<Request> way) {
        return Case.of(id, "SIG-5 ERR-3 ERR-4", t -> {
            var debit = t.debit(2);
            var request = way.apply(t.request(debit)).onNewConnection();
            var what = "a " + id.replace('-', ' ');
            var advice = advise("SIG-5", "verify the whole body, without any framing", 200);
            var answer = OpenPoints.sendDebit(t, debit, request, what, advice);
            if (answer != null) {
                Check.requireRefusalIsNot(answer, 401, "SIG-5", what + " with a valid signature");
            }
        });
    }

    private static void sendWithOneKey(CaseContext t) {
        var before = t.balance();
        var key = t.id();
        var applied = 0;
        for (var debit : List.of(t.debit(2), t.debit(2))) {
            var request = t.request(debit);
            KEYS.forEach(name -> request.addHeader(name, key));
            applied += t.send(debit, request).status() == 200 ? 1 : 0;
        }
        var hint = applied + " debits got 200. Only transactionId says what is a repeat.";
        t.requireMoved(before, t.units(-2L * applied), "WAL-4", hint);
    }

    private static Map<String, UnaryOperator<Request>> forms() {
        var forms = new LinkedHashMap<String, UnaryOperator<Request>>();
        var type = "application/json; charset=utf-8";
        forms.put("with the type " + type, r -> r.header("Content-Type", type));
        forms.put("with the type Application/JSON", r -> r.header("Content-Type", "Application/JSON"));
        forms.put("in chunks", r -> r.chunked().onNewConnection());
        forms.put("with headers of a proxy", HttpCases::throughProxy);
        forms.put("with header names in lower case", r -> r.lowerCaseHeaders().onNewConnection());
        return forms;
    }

    private static Request throughProxy(Request request) {
        return request.header("Accept", "*/*")
                .addHeader("User-Agent", "proxy/2.1")
                .addHeader("X-Request-Id", UUID.randomUUID().toString())
                .addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    }

    private static Untitled replayed(String id, Maker maker, long change) {
        return Case.of(
                id,
                "IDM-1 IDM-2 ERR-3 ERR-4",
                t -> FORMS.keySet().forEach(form -> replay(t, maker.apply(t), t.units(change), form)));
    }

    private static void replay(CaseContext t, MovementBody message, BigDecimal effect, String form) {
        var what = "the " + message.kind().callback() + " that came " + form;
        var before = t.balance();
        var first = tryForm(t, message, form, before, what);
        if (first != null) {
            var usual = t.send(message);
            var again = t.send(message, request(t, message, form));
            var hint = "It was " + what + ", then in the usual form, then as first: only transactionId says what is a"
                    + " repeat.";
            t.requireMoved(before, effect, "IDM-1", hint);
            Check.requireReplay(first, usual, what + ", in the usual form,");
            Check.requireReplay(first, again, what + ",");
        }
    }

    private static Request request(CaseContext t, MovementBody message, String form) {
        return Objects.requireNonNull(FORMS.get(form)).apply(t.request(message));
    }

    /** Sends a movement in a form that the wallet may refuse; returns null when it did. */
    private static @Nullable WalletResponse tryForm(
            CaseContext t, MovementBody message, String form, BigDecimal before, String what) {
        var advice = "return the stored result to a replay in any form that is accepted";
        try {
            var answer = t.send(message, request(t, message, form));
            if (answer.status() == 200) {
                return answer;
            }
            OpenPoints.requireTruth(t, answer, before);
            t.observe(Observation.unproven("IDM-2", what + ": status " + answer.status(), advice));
        } catch (NoResponse e) {
            OpenPoints.requireNothingMoved(t, e, before, what);
            t.observe(Observation.unproven("IDM-2", what + ": no response", advice));
        }
        return null;
    }
}
