package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Spoils the signature of every kind of movement: none is too old, too small or too free to be verified (SIG-13). */
final class UnverifiedCases {
    private static final Map<String, UnaryOperator<Request>> SPOILS = spoils();
    private static final List<Situation> SITUATIONS = List.of(
            new Situation("new", "new", (t, kind) -> movement(t, kind, t.debit(2), 2)),
            new Situation("repeated", "repeated", UnverifiedCases::repeated),
            new Situation("of-nothing", "of amount 0", (t, kind) -> movement(t, kind, t.debit(0), 0)),
            new Situation("of-a-free-round", "of a free round", UnverifiedCases::free));
    static final Group MOVEMENTS = Group.of(
            "Unverified movements",
            Stream.of(Kind.values())
                    .flatMap(kind -> SITUATIONS.stream().map(situation -> unverified(kind, situation)))
                    .toArray(Case[]::new));

    /** Holds cases about what the signature does not cover. Any sender can add these parts, so a wallet must not trust them. */
    static final Group UNSIGNED_PARTS = Group.of(
            "Unsigned parts of a request",
            Case.readOnly(
                            "bad-signature-with-trusted-looking-parts",
                            "SIG-13",
                            UnverifiedCases::sendTrustedLookingParts)
                    .title("A debit with a bad signature is refused, whatever its unsigned parts claim"),
            Case.readOnly("bad-signature-for-another-host", "SIG-13", UnverifiedCases::sendHosts)
                    .title("A debit with a bad signature is not applied under any Host"),
            Case.readOnly("empty-body-with-a-bad-signature", "SIG-13", UnverifiedCases::sendEmptyBodies)
                    .title("A movement without a body is verified before its body is judged"),
            Case.readOnly("no-timestamp-signed-as-empty", "SIG-10 SIG-13", UnverifiedCases::signEmptyTimestamp)
                    .title("A callback without X-Svc-Timestamp is refused even if an empty timestamp was signed"),
            Case.of("earlier-signature-under-a-new-timestamp", "SIG-4 SIG-13", UnverifiedCases::signEarlierTimestamp)
                    .title("A signature that was accepted with its own timestamp is refused with a later one"),
            Case.of("lookup-signature-of-another-account", "SIG-2 SIG-13", UnverifiedCases::lookUpOtherAccount)
                    .title("The signature of a lookup of one account is not valid for another account")
                    .twoPlayers(),
            Case.of("forwarded-path-is-not-signed", "SIG-2 SIG-13", UnverifiedCases::addForwardedPaths)
                    .title("Headers that name another path do not change the signed path"),
            Case.of("conditional-headers-are-not-signed", "SIG-9 ERR-2 SIG-13", UnverifiedCases::addConditionalHeaders)
                    .title("Conditional and tracing headers are not part of what is signed"));

    private UnverifiedCases() {}

    /** Names a situation in which a wallet may forget to verify a movement. */
    private record Situation(String id, String sentence, BiFunction<CaseContext, Kind, MovementBody> maker) {}

    private static Case unverified(Kind kind, Situation situation) {
        var name = kind.callback();
        var id = "unverified-" + name + "-" + situation.id();
        Script script = t -> requireRefused(t, situation, kind);
        var isReadOnly = kind == Kind.DEBIT && !situation.id().equals("repeated");
        var untitled = isReadOnly ? Case.readOnly(id, "SIG-13 SIG-10", script) : Case.of(id, "SIG-13 SIG-10", script);
        return untitled.title(
                "A " + name + " " + situation.sentence() + " is refused without a valid signature and timestamp");
    }

    private static Map<String, UnaryOperator<Request>> spoils() {
        var spoils = new LinkedHashMap<String, UnaryOperator<Request>>();
        spoils.put("a changed signature", SignatureCases::spoil);
        spoils.put("no signature", r -> r.without("X-Svc-Signature"));
        spoils.put("a stale timestamp", r -> r.at(-900_000));
        spoils.put("a timestamp from the future", r -> r.at(900_000));
        return spoils;
    }

    /** Spoils a movement in each way at the same time: none may move money. */
    private static void requireRefused(CaseContext t, Situation situation, Kind kind) {
        var message = situation.maker().apply(t, kind);
        var before = t.balance();
        t.sendConcurrently(
                        SPOILS.entrySet(),
                        spoil -> t.send(message, spoil.getValue().apply(t.request(message))))
                .forEach((spoil, answer) -> {
                    var what = "a " + kind.callback() + " " + situation.sentence() + " with " + spoil.getKey();
                    var rule = spoil.getKey().contains("timestamp") ? "SIG-10" : "SIG-13";
                    Check.requireUnauthorized(answer, rule, what);
                });
        t.requireUnmoved(before, "SIG-13", "They were refused with 401, but money moved.");
    }

    /** Returns a movement that the wallet has applied. */
    private static MovementBody repeated(CaseContext t, Kind kind) {
        var message = movement(t, kind, t.debit(2), 2);
        if (kind == Kind.DEBIT) {
            t.bet(message);
        } else {
            t.settle(message);
        }
        return message;
    }

    private static MovementBody free(CaseContext t, Kind kind) {
        var movement = movement(t, kind, t.spin(), 3);
        return kind == Kind.CREDIT ? t.free(movement) : movement;
    }

    private static MovementBody movement(CaseContext t, Kind kind, MovementBody debit, long payout) {
        if (kind != Kind.DEBIT) {
            t.bet(debit);
        }
        return switch (kind) {
            case DEBIT -> debit;
            case CREDIT -> t.credit(debit, payout);
            case ROLLBACK -> t.rollback(debit);
        };
    }

    private static void sendEmptyBodies(CaseContext t) {
        for (var kind : Kind.values()) {
            var answer = t.send(SignatureCases.spoil(Request.post(kind.path(), new byte[0])));
            Check.requireUnauthorized(answer, "SIG-13", kind.path() + " without a body and with a bad signature");
        }
    }

    private static void signEmptyTimestamp(CaseContext t) {
        UnaryOperator<Request> spoil = r -> r.signedTimestamp("").without("X-Svc-Timestamp");
        SignatureCases.sendSpoiledDebit(t, "SIG-10", "no timestamp, signed as an empty one", spoil);
        var answer = t.send(spoil.apply(t.playerCall(t.player())));
        Check.requireUnauthorized(answer, "SIG-10", "a player callback without a timestamp, signed as an empty one");
    }

    private static void signEarlierTimestamp(CaseContext t) {
        var earlier = Long.toString(t.now() - 2_000);
        var bet = t.debit(2);
        var what = " whose signature covers an earlier timestamp than it sends";
        Check.requireApplied(t.send(bet, t.request(bet).timestamp(earlier)), "SIG-1", "the debit");
        Check.requireUnauthorized(t.send(bet, t.request(bet).signedTimestamp(earlier)), "SIG-4", "a debit" + what);
        var read = t.send(t.playerCall(t.player()).signedTimestamp(earlier));
        Check.requireUnauthorized(read, "SIG-4", "a player callback" + what);
    }

    private static void lookUpOtherAccount(CaseContext t) {
        var id = t.bet(1).id();
        var answer = t.send(t.lookupCall(id).signedPath(t.prefix() + t.other().lookupPath(id)));
        Check.requireUnauthorized(answer, "SIG-2", "a lookup with the signature for the account of another player");
    }

    private static void addForwardedPaths(CaseContext t) {
        requireStillValid(t, "SIG-2", "X-Forwarded-Prefix: /edge", "X-Forwarded-Path: /edge/player");
        requireStillValid(t, "SIG-2", "X-Forwarded-Uri: /edge/player", "X-Original-URL: /edge/player");
        requireStillValid(t, "SIG-2", "X-Rewrite-URL: /edge/player");
    }

    private static void addConditionalHeaders(CaseContext t) {
        var date = "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT";
        requireStillValid(t, "SIG-9", "If-None-Match: \"x\"", date);
        var trace = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        requireStillValid(t, "ERR-2", trace, "Accept-Language: en");
    }

    private static void sendTrustedLookingParts(CaseContext t) {
        var parts = headers(
                "X-Debug: 1",
                "X-Test: true",
                "X-Svc-Verified: true",
                "X-Original-URL: /health",
                "X-HTTP-Method-Override: GET",
                "X-Forwarded-Host: localhost",
                "X-Forwarded-Proto: http",
                "X-Client-Verify: SUCCESS",
                "Authorization: Bearer internal",
                "Cookie: session=admin; internal=1",
                "Origin: http://localhost:8080");
        parts.put("the query debug=true", r -> r.query("debug=true&test=1&skipSignature=1"));
        parts.put("the User-Agent of a health check", r -> r.header("User-Agent", "kube-probe/1.31"));
        requireNoWayAround(t, parts, (answer, what) -> Check.requireUnauthorized(answer, "SIG-13", what));
    }

    private static void sendHosts(CaseContext t) {
        var hosts = new LinkedHashMap<String, UnaryOperator<Request>>();
        for (var host : List.of("localhost", "localhost:8080", "127.0.0.1", "wallet.internal", "[::1]")) {
            hosts.put("Host: " + host, r -> r.header("Host", host).onNewConnection());
        }
        var hint = "Verify every callback, with any headers.";
        requireNoWayAround(t, hosts, (answer, what) -> Check.requireRefused(answer, "SIG-13", what, hint));
    }

    /** Sends one debit with each of these parts and a bad signature. */
    private static void requireNoWayAround(
            CaseContext t, Map<String, UnaryOperator<Request>> parts, BiConsumer<WalletResponse, String> check) {
        var debit = t.debit(2);
        var before = t.balance();
        parts.forEach((what, part) -> {
            var answer = t.send(debit, part.apply(SignatureCases.spoil(t.request(debit))));
            check.accept(answer, "a debit with a bad signature and " + what);
        });
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", "The debit was refused");
    }

    /** Sends valid reads with these headers. A proxy may refuse them, but the signature is still valid. */
    private static void requireStillValid(CaseContext t, String rule, String... lines) {
        var id = t.bet(1).id();
        headers(lines).forEach((what, header) -> {
            for (var call : List.of(t.playerCall(t.player()), t.lookupCall(id))) {
                Check.requireRefusalIsNot(t.send(header.apply(call)), 401, rule, "a valid callback with " + what);
            }
        });
    }

    private static Map<String, UnaryOperator<Request>> headers(String... lines) {
        var headers = new LinkedHashMap<String, UnaryOperator<Request>>();
        for (var line : lines) {
            var parts = line.split(": ", 2);
            headers.put(line, r -> r.addHeader(parts[0], parts[1]));
        }
        return headers;
    }
}
