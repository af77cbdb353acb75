package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Sends signatures that are missing, broken or made in another way: 401, nothing stored, no money moved (SIG-13). */
final class SignatureCases {
    private static final String SIGNATURE = "X-Svc-Signature";
    private static final String TIMESTAMP = "X-Svc-Timestamp";

    private SignatureCases() {}

    static Group group() {
        return Group.of(
                "Signature",
                Case.of(
                                "right-signature-is-accepted",
                                "A callback with a valid signature gets 200",
                                "SIG-1 SIG-2 SIG-4 SIG-5 SIG-6",
                                t -> {
                                    Check.requireStatus(
                                            200,
                                            t.send(t.playerCall(t.player())),
                                            "SIG-1",
                                            "a player callback with a valid signature",
                                            "");
                                    var bet = t.bet(2);
                                    t.settle(t.credit(bet, bet.stake()));
                                })
                        .inQuickPlan(),
                Case.of(
                        "lookup-signs-a-trailing-bar",
                        "A lookup, with neither body nor query, is signed with a trailing bar after the timestamp",
                        "SIG-7",
                        t -> {
                            var bet = t.bet(1);
                            Check.requireStatus(
                                    200, t.lookup(bet.id()), "SIG-7", "a lookup whose signed string ends in a bar", "");
                        }),
                Case.of(
                        "lookup-signed-without-the-trailing-bar",
                        "A lookup signed without the bar after the timestamp is refused",
                        "SIG-7 SIG-13",
                        t -> {
                            var bet = t.bet(1);
                            var barless = t.lookupCall(bet.id())
                                    .signing((secret, path, time, data) ->
                                            secret.hex("HmacSHA512", utf8(path + "|" + time)));
                            Check.requireUnauthorized(
                                    t.send(barless), "SIG-7", "a lookup signed without the trailing bar");
                        }),
                everywhere(
                                "flipped-signature-on-every-callback",
                                "A signature with one digit changed is refused on all five callbacks",
                                "SIG-13 SIG-1",
                                (t, r) -> r.signature(s -> flip(s, 64)))
                        .inQuickPlan(),
                everywhere(
                        "missing-signature-on-every-callback",
                        "A callback without X-Svc-Signature is refused on all five",
                        "SIG-13 ERR-2",
                        (t, r) -> r.without(SIGNATURE)),
                everywhere(
                        "empty-signature-on-every-callback",
                        "A callback with an empty X-Svc-Signature is refused on all five",
                        "SIG-13 ERR-2",
                        (t, r) -> r.signature(s -> "")),
                everywhere(
                        "missing-timestamp-on-every-callback",
                        "A callback without X-Svc-Timestamp is refused on all five",
                        "SIG-10 SIG-13 ERR-2",
                        (t, r) -> r.without(TIMESTAMP)),
                everywhere(
                        "stale-timestamp-on-every-callback",
                        "A callback signed ten minutes ago is refused on all five",
                        "SIG-10 SIG-13",
                        (t, r) -> r.at(-600_000)),
                everywhere(
                        "future-timestamp-on-every-callback",
                        "A callback signed ten minutes from now is refused on all five",
                        "SIG-10 SIG-13",
                        (t, r) -> r.at(600_000)),
                everywhere(
                        "other-secret-on-every-callback",
                        "A callback signed with another secret is refused on all five",
                        "SIG-1 SIG-13",
                        (t, r) -> r.signing((secret, path, time, data) ->
                                Secret.of("another operator's secret").sign(path, time, data))),
                Case.of(
                        "well-known-secrets",
                        "A callback signed with a secret of documentation, a default or a value of the request is"
                                + " refused",
                        "SIG-1 SIG-13",
                        SignatureCases::signWithWellKnownSecrets),
                everywhere(
                        "other-timestamp-than-signed-on-every-callback",
                        "A timestamp other than the signed one is refused on all five",
                        "SIG-4 SIG-13",
                        (t, r) -> r.signedTimestamp("1700000000000")),
                everywhere(
                        "other-path-than-signed-on-every-callback",
                        "A signature made for another path is refused on all five",
                        "SIG-2 SIG-3 SIG-13",
                        (t, r) -> r.signedPath(t.prefix() + "/elsewhere")),
                everywhere(
                        "internal-headers-with-a-bad-signature",
                        "A bad signature is refused, whatever source the headers claim",
                        "SIG-13 SIG-1",
                        (t, r) -> r.signature(s -> flip(s, 64))
                                .addHeader("X-Forwarded-For", "127.0.0.1")
                                .addHeader("X-Real-IP", "127.0.0.1")
                                .addHeader("Forwarded", "for=127.0.0.1")
                                .addHeader("X-Internal", "true")),
                debit(
                        "first-digit-changed",
                        "A signature that differs only in its first digit is refused",
                        "SIG-1 SIG-13",
                        r -> r.signature(s -> flip(s, 0))),
                debit(
                        "last-digit-changed",
                        "A signature that differs only in its last digit is refused",
                        "SIG-1 SIG-13",
                        r -> r.signature(s -> flip(s, 127))),
                debits(
                        "truncated-signature",
                        "A signature cut short is refused, however short",
                        "SIG-1 SIG-13",
                        WrongSignatures.cuts(127, 126, 120, 100, 96, 64, 40, 32, 16, 8, 4, 1)),
                debits(
                        "extended-signature",
                        "A signature with something added to it is refused",
                        "SIG-1 SIG-13",
                        Map.of(
                                "one more digit", r -> r.signature(s -> s + "0"),
                                "two more digits", r -> r.signature(s -> s + "00"),
                                "the signature twice", r -> r.signature(s -> s + s),
                                "text after it", r -> r.signature(s -> s + "; v=1"),
                                "a scheme before it", r -> r.signature(s -> "sha512=" + s),
                                "0x before it", r -> r.signature(s -> "0x" + s))),
                debits(
                        "signature-of-another-kind",
                        "A signature of another algorithm or encoding is refused",
                        "SIG-1 SIG-13",
                        WrongSignatures.kinds()),
                debits(
                        "signed-string-composed-otherwise",
                        "A signature over the parts composed in another way is refused",
                        "SIG-1 SIG-13",
                        WrongSignatures.compositions()),
                debits(
                        "signature-that-is-no-hex",
                        "A signature that is not hex is refused",
                        "SIG-1 SIG-13",
                        Map.of(
                                "letters", r -> r.signature(s -> "z".repeat(128)),
                                "zeros", r -> r.signature(s -> "0".repeat(128)),
                                "null", r -> r.signature(s -> "null"),
                                "a star", r -> r.signature(s -> "*"))),
                Case.of(
                        "upper-case-signature",
                        "A signature in upper-case hex: the behaviour of the wallet is observed",
                        "SIG-1 D-39",
                        t -> {
                            var debit = t.debit(2);
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit).signature(s -> s.toUpperCase(Locale.ROOT)),
                                    "a signature in upper-case hex",
                                    "D-39",
                                    "refuse with 401: SIG-1 says lowercase",
                                    401);
                        }),
                debits(
                        "body-not-signed",
                        "A debit whose body is not what was signed is refused",
                        "SIG-5 SIG-13",
                        Map.of(
                                "nothing signed", r -> r.signedData(""),
                                "an empty object signed", r -> r.signedData("{}"),
                                "the query signed", r -> r.query("a=1").signedData("a=1"))),
                Case.of(
                        "debit-signature-on-credit",
                        "The signature of a debit is not valid for a credit with the same bytes",
                        "SIG-2 SIG-13",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var credit = t.credit(bet, bet.stake());
                            var answer = t.send(credit, t.request(credit).signedPath(t.prefix() + "/debit"));
                            Check.requireUnauthorized(answer, "SIG-2", "a credit with a signature made for /debit");
                            t.requireUnmoved(before, "SIG-13", "The refused credit moved money.");
                        }),
                Case.of(
                        "lookup-signature-on-another-transaction",
                        "The signature of one lookup is not valid for another",
                        "SIG-2 SIG-13",
                        t -> {
                            var bet = t.bet(1);
                            var other = t.prefix() + t.player().lookupPath(t.id());
                            Check.requireUnauthorized(
                                    t.send(t.lookupCall(bet.id()).signedPath(other)),
                                    "SIG-2",
                                    "a lookup with the signature of another one");
                        }),
                Case.of(
                        "path-without-the-prefix",
                        "A signature over the path without the registered prefix is refused",
                        "SIG-3 SIG-13",
                        t -> {
                            if (t.prefix().isEmpty()) {
                                throw t.skip("needs a wallet under a prefix, such as http://host/wallet");
                            }
                            var debit = t.debit(2);
                            spoiledDebit(
                                    t,
                                    debit,
                                    t.request(debit).signedPath("/debit"),
                                    "SIG-3",
                                    "a signature over the path without the prefix");
                        }),
                Case.of(
                        "path-with-host-or-query",
                        "A signature over a path with host or query is refused",
                        "SIG-2 SIG-13",
                        t -> {
                            var call = t.playerCall(t.player());
                            var query = "gameId=" + Player.encoded(t.game()) + "&token="
                                    + Player.encoded(t.player().token());
                            Check.requireUnauthorized(
                                    t.send(call.signedPath(t.prefix() + "/player?" + query)),
                                    "SIG-2",
                                    "a player callback whose signed path holds the query");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player())
                                            .signedPath("https://wallet" + t.prefix() + "/player")),
                                    "SIG-2",
                                    "a player callback whose signed path holds the host");
                        }));
    }

    /** Creates a case that spoils a debit in one way. */
    private static Case debit(String id, String title, String rules, UnaryOperator<Request> spoil) {
        return debits(id, title, rules, Map.of(title, spoil));
    }

    /** Creates a case that spoils a debit in several ways, one after the other. */
    private static Case debits(String id, String title, String rules, Map<String, UnaryOperator<Request>> ways) {
        return Case.of(id, title, rules, t -> {
            var before = t.balance();
            var whats = List.copyOf(ways.keySet());
            var debits = whats.stream().map(what -> t.debit(2)).toList();
            var answers = t.sendBeside(IntStream.range(0, whats.size())
                    .<Supplier<WalletResponse>>mapToObj(i -> () -> {
                        var spoil = Objects.requireNonNull(ways.get(whats.get(i)));
                        return t.send(debits.get(i), spoil.apply(t.request(debits.get(i))));
                    })
                    .toList());
            for (var i = 0; i < answers.size(); i++) {
                Check.requireUnauthorized(
                        answers.get(i), first(rules), "a debit with a bad signature (" + whats.get(i) + ")");
            }
            t.requireUnmovedAndUnknown(
                    before, debits.stream().map(MovementBody::id).toList(), "SIG-13", "The debit was refused with 401");
        });
    }

    static void spoiledDebit(CaseContext t, MovementBody debit, Request request, String rule, String what) {
        var before = t.balance();
        Check.requireUnauthorized(t.send(debit, request), rule, "a debit with a bad signature (" + what + ")");
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", "The debit was refused with 401");
    }

    /** Creates a case that spoils all five callbacks in one way: each gets 401, and the round stays open. */
    private static Case everywhere(
            String id, String title, String rules, BiFunction<CaseContext, Request, Request> spoil) {
        var rule = first(rules);
        return Case.of(id, title, rules, t -> {
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
                    before,
                    messages.stream().map(MovementBody::id).toList(),
                    "SIG-13",
                    "A callback was refused with 401");
            t.settle(t.rollback(bet));
        });
    }

    /** Signs reads with each secret, and then one debit: a wallet that accepts any of them moves at most its stake. */
    private static void signWithWellKnownSecrets(CaseContext t) {
        var secrets = WellKnownSecrets.listAllExcept(t.secret(), t);
        requireUnauthorized(
                t, secrets, "a player callback", signing -> t.send(signing.apply(t.playerCall(t.player()))));
        var before = t.balance();
        var debit = t.debit(2);
        requireUnauthorized(t, secrets, "a debit", signing -> t.send(debit, signing.apply(t.request(debit))));
        t.requireUnmovedAndUnknown(before, List.of(debit.id()), "SIG-13", "The debit was refused with 401");
    }

    private static void requireUnauthorized(
            CaseContext t,
            Map<String, Secret> secrets,
            String what,
            Function<UnaryOperator<Request>, WalletResponse> sending) {
        var answers = t.sendBeside(secrets.values().stream()
                .<Supplier<WalletResponse>>map(known ->
                        () -> sending.apply(r -> r.signing((own, path, time, data) -> known.sign(path, time, data))))
                .toList());
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
