package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.cases.OpenPoints.advise;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Sends signatures that are missing, broken or made in another way: 401, nothing stored, no money moved (SIG-13). */
final class SignatureCases {
    private static final String SIGNATURE = "X-Svc-Signature";
    private static final String TIMESTAMP = "X-Svc-Timestamp";

    static final Group GROUP = Group.of(
            "Signature",
            Case.of("right-signature-is-accepted", "SIG-1 SIG-2 SIG-4 SIG-5 SIG-6", SignatureCases::signCorrectly)
                    .title("A callback with a valid signature gets 200")
                    .inQuickPlan(),
            Case.of("lookup-signs-a-trailing-bar", "SIG-7", SignatureCases::lookUp)
                    .title("A lookup, with neither body nor query, is signed with a trailing bar after the timestamp"),
            Case.of("lookup-signed-without-the-trailing-bar", "SIG-7 SIG-13", SignatureCases::lookUpWithoutTrailingBar)
                    .title("A lookup signed without the bar after the timestamp is refused"),
            everywhere("flipped-signature-on-every-callback", "SIG-13 SIG-1", (t, r) -> r.signature(s -> flip(s, 64)))
                    .title("A signature with one digit changed is refused on all five callbacks")
                    .inQuickPlan(),
            everywhere("missing-signature-on-every-callback", "SIG-13 ERR-2", (t, r) -> r.without(SIGNATURE))
                    .title("A callback without X-Svc-Signature is refused on all five"),
            everywhere("empty-signature-on-every-callback", "SIG-13 ERR-2", (t, r) -> r.signature(s -> ""))
                    .title("A callback with an empty X-Svc-Signature is refused on all five"),
            everywhere("missing-timestamp-on-every-callback", "SIG-10 SIG-13 ERR-2", (t, r) -> r.without(TIMESTAMP))
                    .title("A callback without X-Svc-Timestamp is refused on all five"),
            everywhere("stale-timestamp-on-every-callback", "SIG-10 SIG-13", (t, r) -> r.at(-600_000))
                    .title("A callback signed ten minutes ago is refused on all five"),
            everywhere("future-timestamp-on-every-callback", "SIG-10 SIG-13", (t, r) -> r.at(600_000))
                    .title("A callback signed ten minutes from now is refused on all five"),
            everywhere(
                            "other-secret-on-every-callback",
                            "SIG-1 SIG-13",
                            (t, r) -> r.signing((secret, path, time, data) ->
                                    Secret.of("another operator's secret").sign(path, time, data)))
                    .title("A callback signed with another secret is refused on all five"),
            Case.readOnly("well-known-secrets", "SIG-1 SIG-13", SignatureCases::signWithWellKnownSecrets)
                    .title("A callback signed with a secret of documentation, a default or a value of the request is"
                            + " refused"),
            everywhere(
                            "other-timestamp-than-signed-on-every-callback",
                            "SIG-4 SIG-13",
                            (t, r) -> r.signedTimestamp("1700000000000"))
                    .title("A timestamp other than the signed one is refused on all five"),
            everywhere(
                            "other-path-than-signed-on-every-callback",
                            "SIG-2 SIG-3 SIG-13",
                            (t, r) -> r.signedPath(t.prefix() + "/elsewhere"))
                    .title("A signature made for another path is refused on all five"),
            everywhere(
                            "internal-headers-with-a-bad-signature",
                            "SIG-13 SIG-1",
                            (t, r) -> r.signature(s -> flip(s, 64))
                                    .addHeader("X-Forwarded-For", "127.0.0.1")
                                    .addHeader("X-Real-IP", "127.0.0.1")
                                    .addHeader("Forwarded", "for=127.0.0.1")
                                    .addHeader("X-Internal", "true"))
                    .title("A bad signature is refused, whatever source the headers claim"),
            digit("first-digit-changed", 0).title("A signature that differs only in its first digit is refused"),
            digit("last-digit-changed", 127).title("A signature that differs only in its last digit is refused"),
            debits("truncated-signature", WrongSignatures.cuts(127, 126, 120, 100, 96, 64, 40, 32, 16, 8, 4, 1))
                    .title("A signature cut short is refused, however short"),
            debits(
                            "extended-signature",
                            Map.of(
                                    "one more digit", r -> r.signature(s -> s + "0"),
                                    "two more digits", r -> r.signature(s -> s + "00"),
                                    "the signature twice", r -> r.signature(s -> s + s),
                                    "text after it", r -> r.signature(s -> s + "; v=1"),
                                    "a scheme before it", r -> r.signature(s -> "sha512=" + s),
                                    "0x before it", r -> r.signature(s -> "0x" + s)))
                    .title("A signature with something added to it is refused"),
            debits("signature-of-another-kind", WrongSignatures.kinds())
                    .title("A signature of another algorithm or encoding is refused"),
            debits("signed-string-composed-otherwise", WrongSignatures.compositions())
                    .title("A signature over the parts composed in another way is refused"),
            debits(
                            "signature-that-is-no-hex",
                            Map.of(
                                    "letters", r -> r.signature(s -> "z".repeat(128)),
                                    "zeros", r -> r.signature(s -> "0".repeat(128)),
                                    "null", r -> r.signature(s -> "null"),
                                    "a star", r -> r.signature(s -> "*")))
                    .title("A signature that is not hex is refused"),
            Case.readOnly("upper-case-signature", "SIG-1 D-39", SignatureCases::signInUpperCase)
                    .observes("A signature in upper-case hex"),
            debits(
                            "body-not-signed",
                            "SIG-5 SIG-13",
                            Map.of(
                                    "nothing signed", r -> r.signedData(""),
                                    "an empty object signed", r -> r.signedData("{}"),
                                    "the query signed", r -> r.query("a=1").signedData("a=1")))
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
        Check.requireStatus(
                200, t.send(t.playerCall(t.player())), "SIG-1", "a player callback with a valid signature", "");
        var bet = t.bet(2);
        t.settle(t.credit(bet, bet.stake()));
    }

    private static void lookUp(CaseContext t) {
        var bet = t.bet(1);
        Check.requireStatus(200, t.lookup(bet.id()), "SIG-7", "a lookup whose signed string ends in a bar", "");
    }

    private static void lookUpWithoutTrailingBar(CaseContext t) {
        var bet = t.bet(1);
        var barless = t.lookupCall(bet.id())
                .signing((secret, path, time, data) -> secret.hex("HmacSHA512", utf8(path + "|" + time)));
        Check.requireUnauthorized(t.send(barless), "SIG-7", "a lookup signed without the trailing bar");
    }

    private static void signInUpperCase(CaseContext t) {
        var debit = t.debit(2);
        var what = "a signature in upper-case hex";
        var advice = advise("D-39", "refuse with 401: SIG-1 says lowercase", 401);
        OpenPoints.sendDebit(t, debit, t.request(debit).signature(s -> s.toUpperCase(Locale.ROOT)), what, advice);
    }

    private static void creditWithSignatureOfDebit(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        var credit = t.credit(bet, bet.stake());
        var answer = t.send(credit, t.request(credit).signedPath(t.prefix() + "/debit"));
        Check.requireUnauthorized(answer, "SIG-2", "a credit with a signature made for /debit");
        t.requireUnmoved(before, "SIG-13", "The refused credit moved money.");
    }

    private static void lookUpWithOtherSignature(CaseContext t) {
        var bet = t.bet(1);
        var other = t.prefix() + t.player().lookupPath(t.id());
        var answer = t.send(t.lookupCall(bet.id()).signedPath(other));
        Check.requireUnauthorized(answer, "SIG-2", "a lookup with the signature of another one");
    }

    private static void signWithoutPrefix(CaseContext t) {
        if (t.prefix().isEmpty()) {
            throw t.skip("needs a wallet under a prefix, such as http://host/wallet");
        }
        var debit = t.debit(2);
        var request = t.request(debit).signedPath("/debit");
        sendSpoiledDebit(t, debit, request, "SIG-3", "a signature over the path without the prefix");
    }

    private static void signHostOrQuery(CaseContext t) {
        var token = Player.encoded(t.player().token());
        var path = t.prefix() + "/player";
        var withQuery = path + "?gameId=" + Player.encoded(t.game()) + "&token=" + token;
        var first = t.send(t.playerCall(t.player()).signedPath(withQuery));
        Check.requireUnauthorized(first, "SIG-2", "a player callback whose signed path holds the query");
        var second = t.send(t.playerCall(t.player()).signedPath("https://wallet" + path));
        Check.requireUnauthorized(second, "SIG-2", "a player callback whose signed path holds the host");
    }

    /** Changes one digit of the signature of a debit. */
    private static Untitled digit(String id, int at) {
        return title ->
                debits(id, Map.of(title, r -> r.signature(s -> flip(s, at)))).title(title);
    }

    /** Spoils debits in several ways, several at a time. */
    private static Untitled debits(String id, Map<String, UnaryOperator<Request>> ways) {
        return debits(id, "SIG-1 SIG-13", ways);
    }

    /** Spoils debits in several ways, several at a time: each gets 401. */
    private static Untitled debits(String id, String rules, Map<String, UnaryOperator<Request>> ways) {
        return Case.readOnly(id, rules, t -> spoilDebits(t, rules, ways));
    }

    private static void spoilDebits(CaseContext t, String rules, Map<String, UnaryOperator<Request>> ways) {
        var before = t.balance();
        var names = List.copyOf(ways.keySet());
        var debits = names.stream().map(name -> t.debit(2)).toList();
        var spoils = List.copyOf(ways.values());
        var answers = Answers.sendEach(
                t, names.size(), i -> t.send(debits.get(i), spoils.get(i).apply(t.request(debits.get(i)))));
        for (var i = 0; i < answers.size(); i++) {
            var what = "a debit with a bad signature (" + names.get(i) + ")";
            Check.requireUnauthorized(answers.get(i), first(rules), what);
        }
        var ids = debits.stream().map(MovementBody::id).toList();
        t.requireUnmovedAndUnknown(before, ids, "SIG-13", "The debit was refused with 401");
    }

    static void sendSpoiledDebit(CaseContext t, MovementBody debit, Request request, String rule, String what) {
        var before = t.balance();
        Check.requireUnauthorized(t.send(debit, request), rule, "a debit with a bad signature (" + what + ")");
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", "The debit was refused with 401");
    }

    /** Spoils all five callbacks in one way: each gets 401, and the round stays open. */
    private static Untitled everywhere(String id, String rules, BiFunction<CaseContext, Request, Request> spoil) {
        return Case.of(id, rules, t -> spoilAllFive(t, rules, spoil));
    }

    private static void spoilAllFive(CaseContext t, String rules, BiFunction<CaseContext, Request, Request> spoil) {
        var rule = first(rules);
        var bet = t.bet(3);
        var before = t.balance();
        var messages = List.of(t.debit(2), t.credit(bet, t.units(5)), t.rollback(bet));
        var calls = new ArrayList<Supplier<WalletResponse>>();
        messages.forEach(message -> calls.add(() -> t.send(message, spoil.apply(t, t.request(message)))));
        calls.add(() -> t.send(spoil.apply(t, t.playerCall(t.player()))));
        calls.add(() -> t.send(spoil.apply(t, t.lookupCall(bet.id()))));
        var names = List.of("the debit", "the credit", "the rollback", "the player callback", "the lookup");
        var answers = t.sendBeside(calls);
        for (var i = 0; i < answers.size(); i++) {
            Check.requireUnauthorized(answers.get(i), rule, names.get(i));
        }
        t.requireUnmovedAndUnknown(
                before, messages.stream().map(MovementBody::id).toList(), "SIG-13", "A callback was refused with 401");
        t.settle(t.rollback(bet));
    }

    /** Signs reads with each secret, and then one debit: a wallet that accepts any of them moves at most its stake. */
    private static void signWithWellKnownSecrets(CaseContext t) {
        var secrets = WrongSignatures.listAllExcept(t.secret(), t);
        requireUnauthorized(
                t,
                secrets,
                "a player callback",
                way -> t.send(t.playerCall(t.player()).signing(way)));
        var before = t.balance();
        var debit = t.debit(2);
        requireUnauthorized(
                t, secrets, "a debit", way -> t.send(debit, t.request(debit).signing(way)));
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", "The debit was refused with 401");
    }

    private static void requireUnauthorized(
            CaseContext t, Map<String, Secret> secrets, String what, Function<Signing, WalletResponse> sending) {
        var answers = Answers.sendEach(
                t, secrets.values(), known -> sending.apply((own, path, time, data) -> known.sign(path, time, data)));
        var names = List.copyOf(secrets.keySet());
        for (var i = 0; i < answers.size(); i++) {
            Check.requireUnauthorized(answers.get(i), "SIG-1", what + " signed with " + names.get(i));
        }
    }

    private static String first(String rules) {
        return rules.replaceAll(" .*", "");
    }

    static String flip(String signature, int at) {
        var digit = signature.charAt(at) == '0' ? '1' : '0';
        return signature.substring(0, at) + digit + signature.substring(at + 1);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
