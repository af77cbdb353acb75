package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Changes what the signature does not cover: it is neither a way around the check (SIG-13) nor a part of what is signed (SIG-2,
 * SIG-9). Anybody can send these parts, so a wallet must not trust them.
 */
final class UnsignedPartsCases {
    private UnsignedPartsCases() {}

    static Group group() {
        return Group.of(
                "Unsigned parts of a request",
                Case.of(
                        "bad-signature-with-trusted-looking-parts",
                        "A debit with a bad signature is refused, whatever its unsigned parts claim",
                        "SIG-13",
                        t -> requireNoWayAround(t, trustedLooking(), 401)),
                Case.of(
                        "bad-signature-for-another-host",
                        "A debit with a bad signature is not applied under any Host",
                        "SIG-13",
                        t -> requireNoWayAround(t, hosts(), 0)),
                Case.of(
                        "empty-body-with-a-bad-signature",
                        "A movement without a body is verified before its body is judged",
                        "SIG-13",
                        t -> {
                            for (var kind : MovementBody.Kind.values()) {
                                Check.requireUnauthorized(
                                        t.send(withBadSignature(Request.post(kind.path(), new byte[0]))),
                                        "SIG-13",
                                        kind.path() + " without a body and with a bad signature");
                            }
                        }),
                Case.of(
                        "no-timestamp-signed-as-empty",
                        "A callback without X-Svc-Timestamp is refused even if an empty timestamp was signed",
                        "SIG-10 SIG-13",
                        t -> {
                            var debit = t.debit(2);
                            SignatureCases.spoiledDebit(
                                    t,
                                    debit,
                                    t.request(debit).signedTimestamp("").without("X-Svc-Timestamp"),
                                    "SIG-10",
                                    "no timestamp, signed as an empty one");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player())
                                            .signedTimestamp("")
                                            .without("X-Svc-Timestamp")),
                                    "SIG-10",
                                    "a player callback without a timestamp, signed as an empty one");
                        }),
                Case.of(
                        "earlier-signature-under-a-new-timestamp",
                        "A signature that was accepted with its own timestamp is refused with a later one",
                        "SIG-4 SIG-13",
                        t -> {
                            var earlier = Long.toString(t.now() - 2_000);
                            var bet = t.debit(2);
                            Check.requireApplied(t.send(bet, t.request(bet).timestamp(earlier)), "SIG-1", "the debit");
                            Check.requireUnauthorized(
                                    t.send(bet, t.request(bet).signedTimestamp(earlier)),
                                    "SIG-4",
                                    "a debit whose signature covers an earlier timestamp than it sends");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player()).signedTimestamp(earlier)),
                                    "SIG-4",
                                    "a player callback whose signature covers an earlier timestamp than it sends");
                        }),
                Case.of(
                                "lookup-signature-of-another-account",
                                "The signature of a lookup of one account is not valid for another account",
                                "SIG-2 SIG-13",
                                t -> {
                                    var bet = t.bet(1);
                                    Check.requireUnauthorized(
                                            t.send(t.lookupCall(bet.id())
                                                    .signedPath(t.prefix()
                                                            + t.other().lookupPath(bet.id()))),
                                            "SIG-2",
                                            "a lookup with the signature for the account of another player");
                                })
                        .twoPlayers(),
                Case.of(
                        "forwarded-path-is-not-signed",
                        "Headers that name another path do not change the signed path",
                        "SIG-2 SIG-13",
                        t -> requireStillValid(t, "SIG-2", forwardedPaths())),
                Case.of(
                        "conditional-headers-are-not-signed",
                        "Conditional and tracing headers are not part of what is signed",
                        "SIG-9 ERR-2 SIG-13",
                        t -> {
                            requireStillValid(t, "SIG-9", conditions());
                            requireStillValid(t, "ERR-2", unknown());
                        }));
    }

    /** Sends one debit with each of these parts and a bad signature; any status but 2xx will do where {@code status} is 0. */
    private static void requireNoWayAround(CaseContext t, Map<String, UnaryOperator<Request>> parts, int status) {
        var debit = t.debit(2);
        var before = t.balance();
        parts.forEach((what, part) -> {
            var answer = t.send(debit, part.apply(withBadSignature(t.request(debit))));
            if (status == 401) {
                Check.requireUnauthorized(answer, "SIG-13", "a debit with a bad signature and " + what);
            } else {
                Check.requireRefused(
                        answer,
                        "SIG-13",
                        "a debit with a bad signature and " + what,
                        "Verify every callback, whatever its headers say.");
            }
        });
        t.requireUnmoved(before, "SIG-13", "The debit was refused, but money moved.");
        t.requireUnknown(debit.id(), "SIG-13", "The debit was refused, but it was stored.");
    }

    /** Sends valid reads with these headers. A proxy may refuse them, but the signature is still valid. */
    private static void requireStillValid(CaseContext t, String rule, Map<String, UnaryOperator<Request>> headers) {
        var bet = t.bet(1);
        headers.forEach((what, header) -> {
            for (var call : List.<Supplier<Request>>of(() -> t.playerCall(t.player()), () -> t.lookupCall(bet.id()))) {
                var request = header.apply(call.get());
                Check.requireRefusalIsNot(t.send(request), 401, rule, "a valid callback with " + what);
            }
        });
    }

    private static Request withBadSignature(Request request) {
        return request.signature(s -> SignatureCases.flip(s, 99));
    }

    private static Map<String, UnaryOperator<Request>> trustedLooking() {
        var parts = new LinkedHashMap<String, UnaryOperator<Request>>();
        parts.put("the query debug=true", r -> r.query("debug=true&test=1&skipSignature=1"));
        parts.put("the User-Agent of a health check", r -> r.header("User-Agent", "kube-probe/1.31"));
        header(parts, "X-Debug", "1");
        header(parts, "X-Test", "true");
        header(parts, "X-Svc-Verified", "true");
        header(parts, "X-Original-URL", "/health");
        header(parts, "X-HTTP-Method-Override", "GET");
        header(parts, "X-Forwarded-Host", "localhost");
        header(parts, "X-Forwarded-Proto", "http");
        header(parts, "X-Client-Verify", "SUCCESS");
        header(parts, "Authorization", "Bearer internal");
        header(parts, "Cookie", "session=admin; internal=1");
        header(parts, "Origin", "http://localhost:8080");
        return parts;
    }

    private static Map<String, UnaryOperator<Request>> hosts() {
        var hosts = new LinkedHashMap<String, UnaryOperator<Request>>();
        for (var host : List.of("localhost", "localhost:8080", "127.0.0.1", "wallet.internal", "[::1]")) {
            hosts.put("Host: " + host, r -> r.header("Host", host).onNewConnection());
        }
        return hosts;
    }

    private static Map<String, UnaryOperator<Request>> forwardedPaths() {
        var headers = new LinkedHashMap<String, UnaryOperator<Request>>();
        header(headers, "X-Forwarded-Prefix", "/edge");
        header(headers, "X-Forwarded-Path", "/edge/player");
        header(headers, "X-Forwarded-Uri", "/edge/player");
        header(headers, "X-Original-URL", "/edge/player");
        header(headers, "X-Rewrite-URL", "/edge/player");
        return headers;
    }

    private static Map<String, UnaryOperator<Request>> conditions() {
        var headers = new LinkedHashMap<String, UnaryOperator<Request>>();
        header(headers, "If-None-Match", "\"x\"");
        header(headers, "If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT");
        return headers;
    }

    private static Map<String, UnaryOperator<Request>> unknown() {
        var headers = new LinkedHashMap<String, UnaryOperator<Request>>();
        header(headers, "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        header(headers, "Accept-Language", "en");
        return headers;
    }

    private static void header(Map<String, UnaryOperator<Request>> parts, String name, String value) {
        parts.put(name + ": " + value, r -> r.addHeader(name, value));
    }
}
