package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.Request;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Spoils the signature of every kind of movement: none is too old, too small or too free to be verified (SIG-13). */
final class UnverifiedCases {
    private static final String RULES = "SIG-13 SIG-10";
    private static final Map<String, UnaryOperator<Request>> SPOILS = spoils();
    private static final List<Situation> SITUATIONS = List.of(
            new Situation("new", "new", false, UnverifiedCases::fresh),
            new Situation("repeated", "repeated", false, UnverifiedCases::repeated),
            new Situation("of-nothing", "of amount 0", false, UnverifiedCases::zero),
            new Situation("of-a-free-round", "of a free round", true, UnverifiedCases::fresh));

    static final Group MOVEMENTS = Group.of(
            "Unverified movements",
            Stream.of(Kind.values())
                    .flatMap(kind -> SITUATIONS.stream().map(situation -> unverified(kind, situation)))
                    .toArray(Case[]::new));

    /** Holds cases about what the signature does not cover. Anybody can send these parts, so a wallet must not trust them. */
    static final Group UNSIGNED_PARTS = Group.of(
            "Unsigned parts of a request",
            Case.readOnly(
                            "bad-signature-with-trusted-looking-parts",
                            "SIG-13",
                            t -> requireNoWayAround(t, trustedLooking(), 401))
                    .title("A debit with a bad signature is refused, whatever its unsigned parts claim"),
            Case.readOnly("bad-signature-for-another-host", "SIG-13", t -> requireNoWayAround(t, hosts(), 0))
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
            Case.of(
                            "forwarded-path-is-not-signed",
                            "SIG-2 SIG-13",
                            t -> requireStillValid(t, "SIG-2", forwardedPaths()))
                    .title("Headers that name another path do not change the signed path"),
            Case.of("conditional-headers-are-not-signed", "SIG-9 ERR-2 SIG-13", UnverifiedCases::addConditionalHeaders)
                    .title("Conditional and tracing headers are not part of what is signed"));

    private UnverifiedCases() {}

    /**
     * Names a situation in which a wallet may forget to verify.
     *
     * @param free true when the round is free
     * @param maker makes the movement of a bet that is open
     */
    private record Situation(String id, String sentence, boolean free, Maker maker) {}

    private interface Maker {
        MovementBody make(CaseContext t, Kind kind, boolean free);
    }

    private static Case unverified(Kind kind, Situation situation) {
        var name = kind.path().substring(1);
        var id = "unverified-" + name + "-" + situation.id();
        Script script = t -> requireRefused(t, situation, kind);
        var isReadOnly = kind == Kind.DEBIT && !situation.id().equals("repeated");
        var untitled = isReadOnly ? Case.readOnly(id, RULES, script) : Case.of(id, RULES, script);
        return untitled.title(
                "A " + name + " " + situation.sentence() + " is refused without a valid signature and timestamp");
    }

    private static Map<String, UnaryOperator<Request>> spoils() {
        var spoils = new LinkedHashMap<String, UnaryOperator<Request>>();
        spoils.put("a changed signature", r -> r.signature(s -> SignatureCases.flip(s, 77)));
        spoils.put("no signature", r -> r.without("X-Svc-Signature"));
        spoils.put("a stale timestamp", r -> r.at(-900_000));
        spoils.put("a timestamp from the future", r -> r.at(900_000));
        return spoils;
    }

    /** Spoils a movement in each way at the same time: none may move money. */
    private static void requireRefused(CaseContext t, Situation situation, Kind kind) {
        var message = situation.maker().make(t, kind, situation.free());
        var before = t.balance();
        var spoils = List.copyOf(SPOILS.keySet());
        var answers = Answers.sendEach(t, SPOILS.values(), spoil -> t.send(message, spoil.apply(t.request(message))));
        for (var i = 0; i < answers.size(); i++) {
            var what = "a " + kind.path().substring(1) + " " + situation.sentence() + " with " + spoils.get(i);
            Check.requireUnauthorized(answers.get(i), spoils.get(i).contains("timestamp") ? "SIG-10" : "SIG-13", what);
        }
        t.requireUnmoved(before, "SIG-13", "They were refused with 401, but money moved.");
    }

    private static MovementBody fresh(CaseContext t, Kind kind, boolean free) {
        return movement(t, kind, free, BigDecimal.valueOf(free ? 0 : 2));
    }

    private static MovementBody zero(CaseContext t, Kind kind, boolean free) {
        return movement(t, kind, free, BigDecimal.ZERO);
    }

    /** Returns a movement that the wallet has applied. */
    private static MovementBody repeated(CaseContext t, Kind kind, boolean free) {
        var message = fresh(t, kind, free);
        if (kind == Kind.DEBIT) {
            t.bet(message);
        } else {
            t.settle(message);
        }
        return message;
    }

    private static MovementBody movement(CaseContext t, Kind kind, boolean free, BigDecimal stake) {
        UnaryOperator<MovementBody> dress = m -> free ? m.free(t.campaign(), t.units(20)) : m;
        var debit = dress.apply(t.debit(stake.longValueExact()));
        if (kind == Kind.DEBIT) {
            return debit;
        }
        var bet = t.bet(debit);
        return kind == Kind.ROLLBACK
                ? t.rollback(bet)
                : dress.apply(t.credit(bet, t.units(free ? 3 : stake.longValueExact())));
    }

    private static void sendEmptyBodies(CaseContext t) {
        for (var kind : Kind.values()) {
            var answer = t.send(withBadSignature(Request.post(kind.path(), new byte[0])));
            Check.requireUnauthorized(answer, "SIG-13", kind.path() + " without a body and with a bad signature");
        }
    }

    private static void signEmptyTimestamp(CaseContext t) {
        var debit = t.debit(2);
        var request = t.request(debit).signedTimestamp("").without("X-Svc-Timestamp");
        SignatureCases.sendSpoiledDebit(t, debit, request, "SIG-10", "no timestamp, signed as an empty one");
        var answer = t.send(t.playerCall(t.player()).signedTimestamp("").without("X-Svc-Timestamp"));
        Check.requireUnauthorized(answer, "SIG-10", "a player callback without a timestamp, signed as an empty one");
    }

    private static void signEarlierTimestamp(CaseContext t) {
        var earlier = Long.toString(t.now() - 2_000);
        var bet = t.debit(2);
        Check.requireApplied(t.send(bet, t.request(bet).timestamp(earlier)), "SIG-1", "the debit");
        var answer = t.send(bet, t.request(bet).signedTimestamp(earlier));
        Check.requireUnauthorized(answer, "SIG-4", "a debit whose signature covers an earlier timestamp than it sends");
        var what = "a player callback whose signature covers an earlier timestamp than it sends";
        Check.requireUnauthorized(t.send(t.playerCall(t.player()).signedTimestamp(earlier)), "SIG-4", what);
    }

    private static void lookUpOtherAccount(CaseContext t) {
        var bet = t.bet(1);
        var answer =
                t.send(t.lookupCall(bet.id()).signedPath(t.prefix() + t.other().lookupPath(bet.id())));
        Check.requireUnauthorized(answer, "SIG-2", "a lookup with the signature for the account of another player");
    }

    private static void addConditionalHeaders(CaseContext t) {
        var date = "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT";
        requireStillValid(t, "SIG-9", headers("If-None-Match: \"x\"", date));
        var trace = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        requireStillValid(t, "ERR-2", headers(trace, "Accept-Language: en"));
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
                var hint = "Verify every callback, whatever its headers say.";
                Check.requireRefused(answer, "SIG-13", "a debit with a bad signature and " + what, hint);
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
        parts.putAll(headers("X-Debug: 1", "X-Test: true", "X-Svc-Verified: true", "X-Original-URL: /health"));
        parts.putAll(headers("X-HTTP-Method-Override: GET", "X-Forwarded-Host: localhost", "X-Forwarded-Proto: http"));
        parts.putAll(headers("X-Client-Verify: SUCCESS", "Authorization: Bearer internal"));
        parts.putAll(headers("Cookie: session=admin; internal=1", "Origin: http://localhost:8080"));
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
        return headers(
                "X-Forwarded-Prefix: /edge",
                "X-Forwarded-Path: /edge/player",
                "X-Forwarded-Uri: /edge/player",
                "X-Original-URL: /edge/player",
                "X-Rewrite-URL: /edge/player");
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
