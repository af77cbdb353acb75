package dev.operatorkit.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Varies what HTTP leaves to both sides: methods, paths, headers, codings, sizes. A callback is a POST or GET of one of five paths
 * (GEN-8); what is not signed decides nothing about money (WAL-4).
 */
final class HttpCases {
    private static final int OVERSIZED = 1_100_000;
    private static final List<String> OTHER_METHODS = List.of("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final List<String> OTHER_PATHS = List.of("/debitx", "/debit/1", "/x/debit");
    private static final List<String> KEYS =
            List.of("Idempotency-Key", "X-Idempotency-Key", "X-Request-Id", "X-Correlation-Id");
    private static final ObjectMapper JSON = new ObjectMapper();

    private HttpCases() {}

    static Group group() {
        return Group.of(
                "HTTP",
                Case.of(
                        "debit-by-another-method",
                        "A debit sent by another method than POST moves no money, whatever its status",
                        "GEN-8",
                        HttpCases::sendByOtherMethods),
                Case.of(
                        "debit-on-a-longer-path",
                        "A debit on a path that only begins or ends like /debit is not processed",
                        "GEN-8",
                        HttpCases::sendOnOtherPaths),
                Case.of(
                        "only-the-stated-headers",
                        "Callbacks with only the headers that the specification names are accepted",
                        "ERR-2 SIG-13",
                        HttpCases::sendOnlyStatedHeaders),
                Case.of(
                        "response-when-gzip-is-accepted",
                        "A response to a caller that accepts gzip is JSON, or gzip that says so",
                        "WAL-13 WAL-2",
                        HttpCases::acceptGzip),
                Case.of(
                        "chunked-body",
                        "The signature of a body in chunks covers the body without its framing",
                        "SIG-5 ERR-3 ERR-4",
                        t -> requireVerified(t, Request::chunked, "a body in chunks")),
                Case.of(
                        "body-in-pieces",
                        "A body that arrives after its head and in pieces is verified as a whole",
                        "SIG-5 ERR-3 ERR-4",
                        t -> requireVerified(t, Request::inPieces, "a body in pieces")),
                Case.of(
                        "oversized-body",
                        "A validly signed body of a megabyte is refused truthfully, or applied",
                        "ERR-4 ERR-3 IDM-3 D-36",
                        t -> {
                            var debit = t.debit(2);
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit)
                                            .body(debit.text("extra", "a".repeat(OVERSIZED))
                                                    .json())
                                            .onNewConnection(),
                                    "a megabyte with a valid signature",
                                    "D-36",
                                    "413 before all of it is read",
                                    413);
                        }),
                Case.of(
                        "two-debits-with-one-request-id",
                        "Two debits are two bets, even when headers that are not signed give them one key",
                        "WAL-4 IDM-1",
                        HttpCases::sendWithOneKey),
                Case.of(
                        "debit-delivered-twice",
                        "A debit that a proxy delivers twice, with the same signature, gets its stored result",
                        "IDM-2 ERR-2 D-43",
                        t -> {
                            var time = Long.toString(t.now());
                            var debit = t.debit(3);
                            var first = t.send(debit, t.request(debit).timestamp(time));
                            Check.requireApplied(first, "WAL-4", "the debit");
                            Check.requireReplay(
                                    first,
                                    t.send(debit, t.request(debit).timestamp(time)),
                                    "the debit, byte by byte and with the same timestamp,");
                        }));
    }

    private static void sendByOtherMethods(CaseContext t) {
        var before = t.balance();
        var debits = IntStream.rangeClosed(0, OTHER_METHODS.size())
                .mapToObj(i -> t.debit(2))
                .toList();
        for (var i = 0; i < OTHER_METHODS.size(); i++) {
            sendQuietly(
                    t,
                    Request.of(
                            OTHER_METHODS.get(i), "/debit", utf8(debits.get(i).json())));
        }
        sendQuietly(t, Request.get("/debit").query(query(t, debits.getLast())));
        t.requireUnmovedAndUnknown(
                before,
                debits.stream().map(MovementBody::id).toList(),
                "GEN-8",
                "A debit is a POST; no other method moves money");
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
    private static String query(CaseContext t, MovementBody debit) {
        var stake = debit.amount().toPlainString();
        return "transactionId=" + debit.id() + "&gameRoundId=" + debit.round() + "&playerId="
                + Player.encoded(t.player().accountId()) + "&gameId=" + Player.encoded(t.game()) + "&token="
                + Player.encoded(t.player().token()) + "&reason=bet&amount=" + stake + "&stake.amount=" + stake
                + "&stake%5Bamount%5D=" + stake;
    }

    private static void sendOnOtherPaths(CaseContext t) {
        var before = t.balance();
        var debits = OTHER_PATHS.stream().map(path -> t.debit(2)).toList();
        var answers = t.sendBeside(IntStream.range(0, OTHER_PATHS.size())
                .<Supplier<WalletResponse>>mapToObj(
                        i -> () -> t.send(t.request(debits.get(i)).path(OTHER_PATHS.get(i))))
                .toList());
        for (var i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            Check.requireRefused(
                    answer,
                    "GEN-8",
                    "a debit on " + OTHER_PATHS.get(i) + ", which is not a callback",
                    "Match the whole path, and respond 404 to any other.");
            t.observe(Observation.ofStatus("GEN-8", "a debit on another path", answer, "404", 404));
        }
        t.requireUnmovedAndUnknown(
                before, debits.stream().map(MovementBody::id).toList(), "GEN-8", "This path is not a callback");
    }

    private static void sendOnlyStatedHeaders(CaseContext t) {
        var debit = t.debit(2);
        var calls = List.<Supplier<Request>>of(
                () -> t.playerCall(t.player()), () -> t.request(debit), () -> t.lookupCall(debit.id()));
        for (var call : calls) {
            var request = call.get().without("User-Agent").without("Accept");
            var answer = request.isPost() ? t.send(debit, request) : t.send(request);
            Check.requireStatus(
                    200,
                    answer,
                    "ERR-2",
                    "a valid callback without User-Agent and Accept",
                    "Require no header but Host, Content-Type, Content-Length and those of the signature.");
        }
    }

    private static void acceptGzip(CaseContext t) {
        var bet = t.bet(1);
        var lookup = t.send(t.lookupCall(bet.id()).addHeader("Accept-Encoding", "gzip"));
        requireReadable(lookup, "operatorTransactionId", "WAL-13", "the lookup");
        var player = t.send(t.playerCall(t.player()).addHeader("Accept-Encoding", "gzip"));
        requireReadable(player, "accountId", "WAL-2", "the player callback");
    }

    private static void requireReadable(WalletResponse answer, String field, String rule, String what) {
        Check.requireStatus(200, answer, rule, what + " of a caller that accepts gzip", "");
        var coding = answer.header("Content-Encoding").orElse("identity");
        Check.require(
                decode(answer.body(), coding).has(field),
                rule,
                "JSON in the response to " + what + ", or gzip with Content-Encoding: gzip",
                "Content-Encoding is " + coding + ", and the body has no " + field,
                "Name the coding that the body has, and use none that the caller does not accept.",
                answer);
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

    /** Sends a valid debit in an unusual way, which HTTP allows: its signature is valid all the same. */
    private static void requireVerified(CaseContext t, UnaryOperator<Request> way, String what) {
        var debit = t.debit(2);
        var answer = OpenPoints.debit(
                t,
                debit,
                way.apply(t.request(debit)).onNewConnection(),
                what,
                "SIG-5",
                "verify the whole body, without any framing",
                200);
        if (answer != null) {
            Check.requireRefusalIsNot(answer, 401, "SIG-5", what + " with a valid signature");
        }
    }

    private static void sendWithOneKey(CaseContext t) {
        var before = t.balance();
        var key = t.id();
        var debits = List.of(t.debit(2), t.debit(2));
        var applied = 0;
        for (var debit : debits) {
            var request = t.request(debit);
            KEYS.forEach(name -> request.addHeader(name, key));
            applied += t.send(debit, request).status() == 200 ? 1 : 0;
        }
        t.requireMoved(
                before,
                t.units(-2L * applied),
                "WAL-4",
                applied + " debits got 200. Only transactionId says what is a repeat.");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
