package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;

/** Checks the lookup: it returns the stored result of one transaction of one player, and nothing else (WAL-12). */
final class LookupCases {
    private LookupCases() {}

    static Group group() {
        return Group.of(
                "Lookup",
                Case.of(
                        "lookup-answers-a-complete-result",
                        "A lookup returns operatorTransactionId and a complete balance",
                        "WAL-12 WAL-13 GEN-3",
                        t -> {
                            var bet = t.bet(2);
                            ResponseSchema.appliedResult(
                                    t, t.requireKnown(bet.id(), "WAL-12", ""), "the response to the lookup");
                        }),
                Case.of(
                        "lookup-answers-the-stored-balance",
                        "A lookup returns the balance as it was after its transaction, not the current one",
                        "WAL-12 WAL-13",
                        t -> {
                            var bet = t.bet(3);
                            var credit = t.credit(bet, t.units(8));
                            var credited = t.settle(credit);
                            t.bet(5);
                            Check.requireSameResult(
                                    bet.answer(),
                                    t.requireKnown(bet.id(), "WAL-12", ""),
                                    "WAL-12",
                                    "the lookup of the debit, later");
                            Check.requireSameResult(
                                    credited,
                                    t.requireKnown(credit.id(), "WAL-12", ""),
                                    "WAL-12",
                                    "the lookup of the credit, later");
                        }),
                Case.of(
                        "lookup-of-a-rollback-later",
                        "A lookup of a rollback returns the balance as it was after it",
                        "WAL-12 WAL-13",
                        t -> {
                            var rollback = t.rollback(t.bet(3));
                            var answer = t.settle(rollback);
                            t.bet(5);
                            Check.requireSameResult(
                                    answer,
                                    t.requireKnown(rollback.id(), "WAL-12", ""),
                                    "WAL-12",
                                    "the lookup of the rollback, later");
                        }),
                Case.of(
                        "lookup-moves-nothing",
                        "Repeated lookups of a transaction move no money and return the same response",
                        "WAL-12",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            for (var i = 0; i < 3; i++) {
                                Check.requireSameResult(
                                        bet.answer(), t.requireKnown(bet.id(), "WAL-12", ""), "WAL-12", "the lookup");
                            }
                            t.requireUnmoved(before, "WAL-12", "A lookup only reads.");
                            t.settle(t.rollback(bet));
                        }),
                Case.of(
                        "lookup-of-an-unknown-transaction",
                        "A lookup of a transaction that never existed does not return one",
                        "WAL-12 D-30",
                        t -> {
                            var answer = t.lookup(t.id());
                            notFound(t, answer, "a transaction that never existed");
                        }),
                Case.of(
                        "lookup-before-its-debit",
                        "A debit that was looked up before it arrived is applied as usual, and so is its credit",
                        "WAL-12 WAL-4 RND-2",
                        t -> {
                            var debit = t.debit(4);
                            notFound(t, t.lookup(debit.id()), "a debit that has not arrived yet");
                            var before = t.balance();
                            var hint = "A lookup only reads: it must not reserve the id.";
                            var answer = t.send(debit);
                            Check.requireStatus(200, answer, "WAL-12", "the debit after its lookup", hint);
                            t.requireMoved(before, debit.amount().negate(), "WAL-4", "");
                            t.requireKnown(debit.id(), "WAL-12", "It was unknown before: do not keep that answer.");
                            t.settle(t.credit(new Bet(debit, answer), t.units(6)));
                            t.requireMoved(before, t.units(2), "RND-2", hint);
                        }),
                near(
                        "lookup-of-part-of-an-id",
                        "A lookup of the first half of an id does not find it",
                        id -> id.substring(0, 18)),
                near(
                        "lookup-of-an-extended-id",
                        "A lookup of an id with something added does not find it",
                        id -> id + "0"),
                near(
                        "lookup-by-wildcard",
                        "A lookup by an SQL wildcard finds nothing",
                        id -> id.substring(0, 30) + "%"),
                near(
                        "lookup-in-another-case",
                        "A lookup of an id in capitals does not find the one in lower case",
                        id -> id.toUpperCase(java.util.Locale.ROOT)),
                near("lookup-by-the-round", "A lookup by gameRoundId finds nothing", id -> ""),
                Case.of(
                        "lookup-under-an-unknown-account",
                        "A lookup under an unknown account does not return another account's transaction",
                        "WAL-12 D-30",
                        t -> {
                            var bet = t.bet(1);
                            var nobody = new Player("", t.id(), t.player().currency());
                            notFound(
                                    t,
                                    t.send(Request.get(nobody.lookupPath(bet.id()))),
                                    "a transaction under an unknown account");
                        }),
                Case.of(
                                "lookup-under-another-account",
                                "A lookup under another player's account does not disclose the transaction",
                                "WAL-12 D-30",
                                t -> {
                                    var bet = t.bet(1);
                                    notFound(
                                            t,
                                            t.send(Request.get(t.other().lookupPath(bet.id()))),
                                            "another player's transaction");
                                    t.requireKnown(bet.id(), "WAL-12", "");
                                })
                        .twoPlayers(),
                Case.of(
                        "lookup-with-escaped-letters",
                        "A lookup whose path has needless percent escapes: the behaviour of the wallet is observed",
                        "D-40",
                        t -> {
                            var bet = t.bet(1);
                            var path = t.player()
                                    .lookupPath(bet.id())
                                    .replace(
                                            "/transactions/" + bet.id().charAt(0),
                                            "/transactions/%"
                                                    + String.format(
                                                            "%02X",
                                                            (int) bet.id().charAt(0)));
                            t.observe(Observation.ofStatus(
                                    "D-40",
                                    "a lookup with a percent escape in its path",
                                    t.send(Request.get(path)),
                                    "verify over the raw path, then decode it",
                                    200));
                        }),
                reserved(
                        "lookup-with-reserved-characters",
                        "An id with reserved characters can be looked up, escaped in the path",
                        "a/b?c#d%41e f+g&h|"),
                reserved("lookup-with-an-accent", "An id with an accent can be looked up", "caf\u00e9-"),
                reserved("lookup-with-a-plus", "An id with a plus can be looked up", "a+b-"),
                reserved("lookup-with-a-semicolon", "An id with a semicolon can be looked up", "a;v=1-"),
                reserved("lookup-with-a-suffix", "An id that ends like a file name can be looked up", "-x.json"),
                reserved("lookup-with-spaces", "An id with spaces at both ends can be looked up", " a -b "),
                reserved("lookup-with-dots", "An id with dots and slashes can be looked up", "a/../b//./c-"),
                reserved("lookup-with-a-percent-sign", "An id with a percent sign can be looked up", "100%-"),
                reserved("lookup-with-a-long-id", "A long id can be looked up", "n".repeat(200)),
                reserved("lookup-with-a-long-path", "A long id beyond Latin can be looked up", "\u6771".repeat(150)),
                spelled(
                        "lookup-with-lower-case-escapes",
                        "A path with percent escapes in lower case finds the id",
                        "a/b;c-",
                        path -> path.replace("%2F", "%2f").replace("%3B", "%3b")),
                spelled(
                        "lookup-with-a-raw-semicolon",
                        "A path with a semicolon that is not escaped finds the id",
                        "a;b-",
                        path -> path.replace("%3B", ";")),
                spelled(
                        "lookup-with-a-raw-plus",
                        "A path with a plus that is not escaped finds the id: a plus in a path is a plus",
                        "a+b-",
                        path -> path.replace("%2B", "+")),
                reserved(
                        "lookup-with-unicode",
                        "An id in a non-Latin script can be looked up, escaped in the path",
                        "zürich-東京-🎲-"),
                Case.of(
                        "lookup-with-a-trailing-slash",
                        "A lookup path with a trailing slash: the behaviour of the wallet is observed",
                        "D-30",
                        t -> {
                            var bet = t.bet(1);
                            var answer = t.send(Request.get(t.player().lookupPath(bet.id()) + "/"));
                            t.observe(Observation.ofStatus(
                                    "D-30", "a lookup path with a trailing slash", answer, "404", 404));
                        }));
    }

    private static Case near(String id, String title, java.util.function.UnaryOperator<String> change) {
        return Case.of(id, title, "WAL-12 D-30", t -> {
            var bet = t.bet(1);
            var changed = change.apply(bet.id());
            notFound(t, t.lookup(changed.isEmpty() ? bet.round() : changed), title);
        });
    }

    static void notFound(CaseContext t, WalletResponse answer, String what) {
        Check.require(
                answer.status() != 200,
                "WAL-12",
                "no transaction result for " + what,
                Check.describe(answer),
                "A lookup that gets 200 has a transaction result; respond 404 when there is none.",
                answer);
        if (what.contains("never existed")) {
            ResponseSchema.messageIfAny(t, answer, what);
        }
        t.observe(Observation.ofStatus("D-30", what, answer, "404 with a message", 404));
    }

    /** Lets the wallet refuse such an id (D-36), but expects one that it accepted to be found again (WAL-12). */
    private static Case reserved(String id, String title, String text) {
        return Case.of(id, title, "WAL-12 D-36 D-40", t -> {
            var unique = text.startsWith("-") || text.length() > 99 ? t.id() + text : text + t.id();
            var debit = t.debit(text.startsWith(" ") ? " " + unique + " " : unique, t.id(), t.units(2));
            var answer = OpenPoints.debit(
                    t,
                    debit,
                    t.request(debit),
                    "an id with unusual characters",
                    "D-36",
                    "accept 1 to 255 characters",
                    200);
            if (answer != null && answer.status() == 200) {
                Check.requireSameResult(
                        answer, found(t, debit.id()), "WAL-12", "the lookup of an id with unusual characters");
            }
        });
    }

    /** Looks an id up whose path is spelled in another valid way, signed as sent. */
    private static Case spelled(
            String id, String title, String text, java.util.function.UnaryOperator<String> spelling) {
        return Case.of(id, title, "WAL-12 D-36 D-40", t -> {
            var debit = t.debit(text + t.id(), t.id(), t.units(2));
            var answer = OpenPoints.debit(
                    t,
                    debit,
                    t.request(debit),
                    "an id with unusual characters",
                    "D-36",
                    "accept 1 to 255 characters",
                    200);
            if (answer != null && answer.status() == 200) {
                var path = spelling.apply(t.player().lookupPath(debit.id()));
                var found = t.send(Request.get(path));
                var hint = "Decode each segment of the path once, percent escapes only.";
                Check.require(
                        found.isResult(),
                        "WAL-12",
                        "a lookup that knows " + debit.id(),
                        Check.describe(found),
                        hint,
                        found);
            }
        });
    }

    private static WalletResponse found(CaseContext t, String id) {
        var answer = t.lookup(id);
        Check.require(
                answer.status() != 401,
                "SIG-2",
                "no 401 for a lookup signed over the path as it is sent",
                Check.describe(answer),
                "Verify over the raw path, then decode it (D-40).",
                answer);
        var hint = "Decode each segment of the path once, percent escapes only; a plus stays a plus.";
        Check.require(answer.isResult(), "WAL-12", "a lookup that knows " + id, Check.describe(answer), hint, answer);
        return answer;
    }
}
