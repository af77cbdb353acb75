package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Request.Signing;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Sends signatures that are missing, broken or made in another way: 401, nothing stored, no money moved (SIG-13). */
final class SignatureCases {
    private static final String SIGNATURE = "X-Svc-Signature";
    private static final String TIMESTAMP = "X-Svc-Timestamp";
    private static final String REFUSED = "A callback was refused with 401";
    private static final Advice LOWER_CASE = advise("D-39", "refuse with 401: SIG-1 says lowercase", 401);
    private static final Signing OTHER_SECRET =
            (secret, path, time, data) -> Secret.of("another operator's secret").sign(path, time, data);
    private static final Map<String, UnaryOperator<Request>> ADDITIONS = WrongSignatures.changes(Map.of(
            "one more digit", s -> s + "0",
            "two more digits", s -> s + "00",
            "the signature twice", s -> s + s,
            "text after it", s -> s + "; v=1",
            "a scheme before it", s -> "sha512=" + s,
            "0x before it", s -> "0x" + s));
    private static final Map<String, UnaryOperator<Request>> NO_HEX = WrongSignatures.changes(Map.of(
            "letters", s -> "z".repeat(128), "zeros", s -> "0".repeat(128), "null", s -> "null", "a star", s -> "*"));
    private static final Map<String, UnaryOperator<Request>> UNSIGNED_BODY = Map.of(
            "nothing signed", r -> r.signedData(""),
            "an empty object signed", r -> r.signedData("{}"),
            "the query signed", r -> r.query("a=1").signedData("a=1"));
    static final Group GROUP = Group.of(
            "Signature",
            Case.of("right-signature-is-accepted", "SIG-1 SIG-2 SIG-4 SIG-5 SIG-6", SignatureCases::signCorrectly)
                    .title("A callback with a valid signature gets 200")
                    .inQuickPlan(),
            Case.of("lookup-signs-a-trailing-bar", "SIG-7", SignatureCases::lookUp)
                    .title("A lookup, with neither body nor query, is signed with a trailing bar after the timestamp"),
            Case.of("lookup-signed-without-the-trailing-bar", "SIG-7 SIG-13", SignatureCases::lookUpWithoutTrailingBar)
                    .title("A lookup signed without the bar after the timestamp is refused"),
            everywhere("flipped-signature-on-every-callback", "SIG-13 SIG-1", SignatureCases::spoil)
                    .title("A signature with one digit changed is refused on all five callbacks")
                    .inQuickPlan(),
            everywhere("missing-signature-on-every-callback", "SIG-13 ERR-2", r -> r.without(SIGNATURE))
                    .title("A callback without X-Svc-Signature is refused on all five"),
            everywhere("empty-signature-on-every-callback", "SIG-13 ERR-2", r -> r.signature(s -> ""))
                    .title("A callback with an empty X-Svc-Signature is refused on all five"),
            everywhere("missing-timestamp-on-every-callback", "SIG-10 SIG-13 ERR-2", r -> r.without(TIMESTAMP))
                    .title("A callback without X-Svc-Timestamp is refused on all five"),
            everywhere("stale-timestamp-on-every-callback", "SIG-10 SIG-13", r -> r.at(-600_000))
                    .title("A callback signed ten minutes ago is refused on all five"),
            everywhere("future-timestamp-on-every-callback", "SIG-10 SIG-13", r -> r.at(600_000))
                    .title("A callback signed ten minutes from now is refused on all five"),
            everywhere("other-secret-on-every-callback", "SIG-1 SIG-13", r -> r.signing(OTHER_SECRET))
                    .title("A callback signed with another secret is refused on all five"),
            Case.readOnly("well-known-secrets", "SIG-1 SIG-13", SignatureCases::signWithWellKnownSecrets)
                    .title("A callback signed with a secret of documentation, a default or a value of the request is"
                            + " refused"),
            everywhere(
                            "other-timestamp-than-signed-on-every-callback",
                            "SIG-4 SIG-13",
                            r -> r.signedTimestamp("1700000000000"))
                    .title("A timestamp other than the signed one is refused on all five"),
            Case.of(
                            "other-path-than-signed-on-every-callback",
                            "SIG-2 SIG-3 SIG-13",
                            t -> spoilAllFive(t, "SIG-2", r -> r.signedPath(t.prefix() + "/elsewhere")))
                    .title("A signature made for another path is refused on all five"),
            everywhere("internal-headers-with-a-bad-signature", "SIG-13 SIG-1", SignatureCases::fromInside)
                    .title("A bad signature is refused, whatever source the headers claim"),
            digit("first-digit-changed", 0).title("A signature that differs only in its first digit is refused"),
            digit("last-digit-changed", 127).title("A signature that differs only in its last digit is refused"),
            debits("truncated-signature", WrongSignatures.cuts(127, 126, 120, 100, 96, 64, 40, 32, 16, 8, 4, 1))
                    .title("A signature cut short is refused, however short"),
            debits("extended-signature", ADDITIONS).title("A signature with something added to it is refused"),
            debits("signature-of-another-kind", WrongSignatures.kinds())
                    .title("A signature of another algorithm or encoding is refused"),
            debits("signed-string-composed-otherwise", WrongSignatures.compositions())
                    .title("A signature over the parts composed in another way is refused"),
            debits("signature-that-is-no-hex", NO_HEX).title("A signature that is not hex is refused"),
            OpenPoints.request(
                            "upper-case-signature",
                            "SIG-1 D-39",
                            LOWER_CASE,
                            r -> r.signature(s -> s.toUpperCase(Locale.ROOT)))
                    .observes("A signature in upper-case hex"),
            debits("body-not-signed", "SIG-5 SIG-13", UNSIGNED_BODY)
                    .title("A debit whose body is not what was signed is refused"),
            Case.of("debit-signature-on-credit", "SIG-2 SIG-13", SignatureCases::creditWithSignatureOfDebit)
                    .title("The signature of a debit is not valid for a credit with the same bytes"),
            Case.of("lookup-signature-on-another-transaction", "SIG-2 SIG-13", SignatureCases::lookUpWithOtherSignature)
                    .title("The signature of one lookup is not valid for another"),
            Case.readOnly("path-without-the-prefix", "SIG-3 SIG-13", SignatureCases::signWithoutPrefix)
                    .title("A signature over the path without the registered prefix is refused"),
            Case.readOnly("path-with-host-or-query", "SIG-2 SIG-13", SignatureCases::signHostOrQuery)
                    .title("A signature over a path with host or query is refused"));

    private SignatureCases() {}

    private static void signCorrectly(CaseContext t) {
        Check.requireStatus(200, t.sendPlayerCall(), "SIG-1", "a player callback with a valid signature");
        t.settle(t.credit(t.bet(2), 2));
    }

    private static void lookUp(CaseContext t) {
        Check.requireStatus(200, t.lookup(t.bet(1).id()), "SIG-7", "a lookup whose signed string ends in a bar");
    }

    private static void lookUpWithoutTrailingBar(CaseContext t) {
        var barless = t.lookupCall(t.bet(1).id())
                .signing((secret, path, time, data) ->
                        secret.hex("HmacSHA512", (path + "|" + time).getBytes(StandardCharsets.UTF_8)));
        Check.requireUnauthorized(t.send(barless), "SIG-7", "a lookup signed without the trailing bar");
    }

    private static void creditWithSignatureOfDebit(CaseContext t) {
        var path = t.prefix() + "/debit";
        sendSpoiled(t, t.credit(t.bet(3), 3), "SIG-2", "made for /debit", r -> r.signedPath(path));
    }

    private static void lookUpWithOtherSignature(CaseContext t) {
        var other = t.prefix() + t.player().lookupPath(t.id());
        var answer = t.send(t.lookupCall(t.bet(1).id()).signedPath(other));
        Check.requireUnauthorized(answer, "SIG-2", "a lookup with the signature of another one");
    }

    private static void signWithoutPrefix(CaseContext t) {
        if (t.prefix().isEmpty()) {
            throw t.skip("needs a wallet under a prefix, such as http://host/wallet");
        }
        var what = "a signature over the path without the prefix";
        sendSpoiledDebit(t, "SIG-3", what, r -> r.signedPath("/debit"));
    }

    private static void signHostOrQuery(CaseContext t) {
        var path = t.prefix() + "/player";
        var withQuery = path + "?" + t.playerQuery();
        var first = t.send(t.playerCall(t.player()).signedPath(withQuery));
        Check.requireUnauthorized(first, "SIG-2", "a player callback whose signed path holds the query");
        var second = t.send(t.playerCall(t.player()).signedPath("https://wallet" + path));
        Check.requireUnauthorized(second, "SIG-2", "a player callback whose signed path holds the host");
    }

    private static Request fromInside(Request request) {
        return spoil(request)
                .addHeader("X-Forwarded-For", "127.0.0.1")
                .addHeader("X-Real-IP", "127.0.0.1")
                .addHeader("Forwarded", "for=127.0.0.1")
                .addHeader("X-Internal", "true");
    }

    /** Changes one digit of the signature of a debit. */
    private static Untitled digit(String id, int at) {
        return debits(id, Map.of("digit " + (at + 1) + " changed", r -> r.signature(s -> flip(s, at))));
    }

    private static Untitled debits(String id, Map<String, UnaryOperator<Request>> ways) {
        return debits(id, "SIG-1 SIG-13", ways);
    }

    /** Spoils debits in several ways, several at a time: each gets 401. */
    private static Untitled debits(String id, String rules, Map<String, UnaryOperator<Request>> ways) {
        return Case.readOnly(id, rules, t -> {
            var before = t.balance();
            var ids = new ConcurrentLinkedQueue<String>();
            var answers = t.sendConcurrently(ways.entrySet(), way -> {
                var debit = t.debit(2);
                ids.add(debit.id());
                return t.send(debit, way.getValue().apply(t.request(debit)));
            });
            answers.forEach((way, answer) -> Check.requireUnauthorized(
                    answer, first(rules), "a debit with a bad signature (" + way.getKey() + ")"));
            t.requireUnmovedAndUnknown(before, List.copyOf(ids), "SIG-13", REFUSED);
        });
    }

    /** Sends a debit that must get 401 for its signature or timestamp. */
    static void sendSpoiledDebit(CaseContext t, String rule, String what, UnaryOperator<Request> spoil) {
        sendSpoiled(t, t.debit(2), rule, what, spoil);
    }

    /** Sends this movement, which must get 401 for its signature or timestamp. */
    static void sendSpoiled(
            CaseContext t, MovementBody movement, String rule, String what, UnaryOperator<Request> spoil) {
        var before = t.balance();
        var answer = t.send(movement, spoil.apply(t.request(movement)));
        var kind = movement.kind().callback();
        Check.requireUnauthorized(answer, rule, "a " + kind + " with a bad signature (" + what + ")");
        t.requireUnmovedAndUnknown(before, List.of(movement.id()), "SIG-13", REFUSED);
    }

    /** Spoils all five callbacks in one way: each gets 401, and the round stays open. */
    private static Untitled everywhere(String id, String rules, UnaryOperator<Request> spoil) {
        return Case.of(id, rules, t -> spoilAllFive(t, first(rules), spoil));
    }

    private static void spoilAllFive(CaseContext t, String rule, UnaryOperator<Request> spoil) {
        var bet = t.bet(3);
        var before = t.balance();
        var calls = new LinkedHashMap<String, Supplier<WalletResponse>>();
        var messages = List.of(t.debit(2), t.credit(bet, 5), t.rollback(bet));
        messages.forEach(message ->
                calls.put(message.kind().callback(), () -> t.send(message, spoil.apply(t.request(message)))));
        calls.put("player callback", () -> t.send(spoil.apply(t.playerCall(t.player()))));
        calls.put("lookup", () -> t.send(spoil.apply(t.lookupCall(bet.id()))));
        t.sendConcurrently(calls.entrySet(), call -> call.getValue().get())
                .forEach((call, answer) -> Check.requireUnauthorized(answer, rule, "the " + call.getKey()));
        var ids = messages.stream().map(MovementBody::id).toList();
        t.requireUnmovedAndUnknown(before, ids, "SIG-13", REFUSED);
        t.settle(t.rollback(bet));
    }

    /** Signs reads with each secret, and then one debit: a wallet that accepts any of them moves at most its stake. */
    private static void signWithWellKnownSecrets(CaseContext t) {
        var secrets = WrongSignatures.listAllExcept(t.run().secret(), t);
        requireUnauthorized(
                t,
                secrets,
                "a player callback",
                way -> t.send(t.playerCall(t.player()).signing(way)));
        var before = t.balance();
        var debit = t.debit(2);
        requireUnauthorized(
                t, secrets, "a debit", way -> t.send(debit, t.request(debit).signing(way)));
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", REFUSED);
    }

    private static void requireUnauthorized(
            CaseContext t, Map<String, Secret> secrets, String what, Function<Signing, WalletResponse> sending) {
        t.sendConcurrently(
                        secrets.entrySet(),
                        known -> sending.apply(
                                (own, path, time, data) -> known.getValue().sign(path, time, data)))
                .forEach((known, answer) ->
                        Check.requireUnauthorized(answer, "SIG-1", what + " signed with " + known.getKey()));
    }

    private static String first(String rules) {
        return rules.replaceAll(" .*", "");
    }

    /** Changes one digit of the signature. */
    static Request spoil(Request request) {
        return request.signature(s -> flip(s, 64));
    }

    private static String flip(String signature, int at) {
        var digit = signature.charAt(at) == '0' ? '1' : '0';
        return signature.substring(0, at) + digit + signature.substring(at + 1);
    }
}
