package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.cases.OpenPoints.Maker;
import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Checks the lookup: it returns the stored result of one transaction of one player, and nothing else (WAL-12). */
final class LookupCases {
    private static final Advice ANY_ID = advise("D-36", "accept 1 to 255 characters", 200);
    static final Group GROUP = Group.of(
            "Lookup",
            Case.of("lookup-answers-a-complete-result", "WAL-12 WAL-13 GEN-3", LookupCases::returnCompleteResult)
                    .title("A lookup returns operatorTransactionId and a complete balance"),
            Case.of("lookup-answers-the-stored-balance", "WAL-12 WAL-13", LookupCases::lookUpStoredBalances)
                    .title("A lookup returns the balance as it was after its transaction, not the current one"),
            Case.of("lookup-of-a-rollback-later", "WAL-12 WAL-13", LookupCases::lookUpRollbackLater)
                    .title("A lookup of a rollback returns the balance as it was after it"),
            Case.of("lookup-moves-nothing", "WAL-12", LookupCases::lookUpRepeatedly)
                    .title("Repeated lookups of a transaction move no money and return the same response"),
            Case.readOnly("lookup-of-an-unknown-transaction", "WAL-12 D-30", LookupCases::lookUpUnknownTransaction)
                    .title("A lookup of a transaction that never existed does not return one"),
            Case.of("lookup-before-its-debit", "WAL-12 WAL-4 RND-2", LookupCases::lookUpBeforeDebit)
                    .title("A debit that was looked up before it arrived is applied as usual, and so is its credit"),
            near("lookup-of-part-of-an-id", bet -> bet.id().substring(0, 18))
                    .title("A lookup of the first half of an id does not find it"),
            near("lookup-of-an-extended-id", bet -> bet.id() + "0")
                    .title("A lookup of an id with something added does not find it"),
            near("lookup-by-wildcard", bet -> bet.id().substring(0, 30) + "%")
                    .title("A lookup by an SQL wildcard finds nothing"),
            near("lookup-in-another-case", bet -> bet.id().toUpperCase(Locale.ROOT))
                    .title("A lookup of an id in capitals does not find the one in lower case"),
            near("lookup-by-the-round", Bet::round).title("A lookup by gameRoundId finds nothing"),
            Case.of("lookup-under-an-unknown-account", "WAL-12 D-30", LookupCases::lookUpUnderUnknownAccount)
                    .title("A lookup under an unknown account does not return another account's transaction"),
            Case.of("lookup-under-another-account", "WAL-12 D-30", LookupCases::lookUpUnderAnotherAccount)
                    .title("A lookup under another player's account does not disclose the transaction")
                    .twoPlayers(),
            Case.of("lookup-with-escaped-letters", "D-40", LookupCases::escapeLettersOfPath)
                    .observes("A lookup whose path has needless percent escapes"),
            reserved("lookup-with-reserved-characters", "a/b?c#d%41e f+g&h|")
                    .title("An id with reserved characters can be looked up, escaped in the path"),
            reserved("lookup-with-an-accent", "caf\u00e9-").title("An id with an accent can be looked up"),
            reserved("lookup-with-a-plus", "a+b-").title("An id with a plus can be looked up"),
            reserved("lookup-with-a-semicolon", "a;v=1-").title("An id with a semicolon can be looked up"),
            reserved("lookup-with-a-suffix", "-x.json").title("An id that ends like a file name can be looked up"),
            reserved("lookup-with-spaces", " a -b ").title("An id with spaces at both ends can be looked up"),
            reserved("lookup-with-dots", "a/../b//./c-").title("An id with dots and slashes can be looked up"),
            reserved("lookup-with-a-percent-sign", "100%-").title("An id with a percent sign can be looked up"),
            reserved("lookup-with-a-long-id", "n".repeat(200)).title("A long id can be looked up"),
            reserved("lookup-with-a-long-path", "\u6771".repeat(150)).title("A long id beyond Latin can be looked up"),
            spelled("lookup-with-lower-case-escapes", "a/b;c-", LookupCases::withLowerCaseEscapes)
                    .title("A path with percent escapes in lower case finds the id"),
            spelled("lookup-with-a-raw-semicolon", "a;b-", path -> path.replace("%3B", ";"))
                    .title("A path with a semicolon that is not escaped finds the id"),
            spelled("lookup-with-a-raw-plus", "a+b-", path -> path.replace("%2B", "+"))
                    .title("A path with a plus that is not escaped finds the id: a plus in a path is a plus"),
            reserved("lookup-with-unicode", "zürich-東京-🎲-")
                    .title("An id in a non-Latin script can be looked up, escaped in the path"),
            Case.of("lookup-with-a-trailing-slash", "D-30", LookupCases::addTrailingSlash)
                    .observes("A lookup path with a trailing slash"));

    private LookupCases() {}

    private static void returnCompleteResult(CaseContext t) {
        var answer = t.requireKnown(t.bet(2).id(), "WAL-12", "");
        Answers.requireAppliedResult(t, answer, "the response to the lookup");
    }

    private static void lookUpStoredBalances(CaseContext t) {
        var bet = t.bet(3);
        var credit = t.credit(bet, 8);
        var credited = t.settle(credit);
        t.bet(5);
        requireStored(t, bet.id(), bet.answer(), "the lookup of the debit, later");
        requireStored(t, credit.id(), credited, "the lookup of the credit, later");
    }

    private static void lookUpRollbackLater(CaseContext t) {
        var rollback = t.rollback(t.bet(3));
        var answer = t.settle(rollback);
        t.bet(5);
        requireStored(t, rollback.id(), answer, "the lookup of the rollback, later");
    }

    private static void lookUpRepeatedly(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        for (var i = 0; i < 3; i++) {
            requireStored(t, bet.id(), bet.answer(), "the lookup");
        }
        t.requireUnmoved(before, "WAL-12", "A lookup only reads.");
        t.settle(t.rollback(bet));
    }

    private static void lookUpUnknownTransaction(CaseContext t) {
        var what = "a transaction that never existed";
        var answer = t.lookup(t.id());
        requireNotFound(t, answer, what);
        Answers.requireMessageIfAny(t, answer, what);
    }

    private static void lookUpBeforeDebit(CaseContext t) {
        var debit = t.debit(4);
        requireNotFound(t, t.lookup(debit.id()), "a debit that has not arrived yet");
        var before = t.balance();
        var hint = "A lookup only reads: it must not reserve the id.";
        Check.requireStatus(200, t.send(debit), "WAL-12", "the debit after its lookup", hint);
        t.requireMoved(before, debit.amount().negate(), "WAL-4", "");
        t.requireKnown(debit.id(), "WAL-12", "It was unknown before: do not keep that answer.");
        t.settle(t.credit(debit, 6));
        t.requireMoved(before, t.units(2), "RND-2", hint);
    }

    private static void lookUpUnderUnknownAccount(CaseContext t) {
        var unknown = new Player("", t.id(), t.player().currency());
        requireNotFound(t, t.lookup(unknown, t.bet(1).id()), "a transaction under an unknown account");
    }

    private static void lookUpUnderAnotherAccount(CaseContext t) {
        var bet = t.bet(1);
        requireNotFound(t, t.lookup(t.other(), bet.id()), "another player's transaction");
        t.requireKnown(bet.id(), "WAL-12", "");
    }

    private static void escapeLettersOfPath(CaseContext t) {
        var id = t.bet(1).id();
        var escaped = "/transactions/%" + String.format("%02X", (int) id.charAt(0));
        var path = t.player().lookupPath(id).replace("/transactions/" + id.charAt(0), escaped);
        var advice = advise("D-40", "verify over the raw path, then decode it", 200);
        t.observe("a lookup with a percent escape in its path", t.send(Request.get(path)), advice);
    }

    private static void addTrailingSlash(CaseContext t) {
        var path = t.player().lookupPath(t.bet(1).id()) + "/";
        t.observe("a lookup path with a trailing slash", t.send(Request.get(path)), advise("D-30", "404", 404));
    }

    private static String withLowerCaseEscapes(String path) {
        return path.replace("%2F", "%2f").replace("%3B", "%3b");
    }

    /** Starts a case about a movement whose response is complete (WAL-13). */
    static Untitled complete(String id, String rules, Maker maker) {
        return Case.of(id, rules, t -> {
            var message = maker.apply(t);
            var answer = message.kind() == Kind.DEBIT ? t.bet(message).answer() : t.settle(message);
            Answers.requireAppliedResult(
                    t, answer, "the response to the " + message.kind().callback());
        });
    }

    /** Starts a case about a movement that the lookup knows immediately. */
    static Untitled stored(String id, Maker maker) {
        return Case.of(id, "WAL-12 IDM-3", t -> {
            var message = maker.apply(t);
            var answer = message.kind() == Kind.DEBIT ? t.bet(message).answer() : t.settle(message);
            requireStored(
                    t,
                    message.id(),
                    answer,
                    "the lookup of the " + message.kind().callback());
        });
    }

    private static Untitled near(String id, Function<Bet, String> similar) {
        return Case.titled(
                id, "WAL-12 D-30", (t, title) -> requireNotFound(t, t.lookup(similar.apply(t.bet(1))), title));
    }

    /** Fails unless the lookup knows a transaction with the result that it had. */
    private static void requireStored(CaseContext t, String id, WalletResponse first, String what) {
        var found = t.requireKnown(id, "WAL-12", "The movement got 200.");
        Check.requireSameResult(first, found, "WAL-12", what);
    }

    private static void requireNotFound(CaseContext t, WalletResponse answer, String what) {
        var hint = "A lookup that gets 200 has a transaction result; respond 404 when there is none.";
        Check.require(answer, answer.status() != 200, "WAL-12", "no transaction result for " + what, hint);
        t.observe(what, answer, advise("D-30", "404 with a message", 404));
    }

    /** Lets the wallet refuse such an id (D-36), but expects one that it accepted to be found again (WAL-12). */
    private static Untitled reserved(String id, String text) {
        return Case.of(id, "WAL-12 D-36 D-40", t -> lookUpReserved(t, text));
    }

    private static void lookUpReserved(CaseContext t, String text) {
        var unique = text.startsWith("-") || text.length() > 99 ? t.id() + text : text + t.id();
        var id = text.startsWith(" ") ? " " + unique + " " : unique;
        var answer = debitWithUnusualId(t, id);
        if (answer != null && answer.status() == 200) {
            var found = t.lookup(id);
            var expected = "no 401 for a lookup signed over the path as it is sent";
            var verify = "Verify over the raw path, then decode it (D-40).";
            Check.require(found, found.status() != 401, "SIG-2", expected, verify);
            var hint = "Decode each segment of the path once, percent escapes only; a plus stays a plus.";
            Check.require(found, found.isResult(), "WAL-12", "a lookup that knows " + id, hint);
            Check.requireSameResult(answer, found, "WAL-12", "the lookup of an id with unusual characters");
        }
    }

    private static @Nullable WalletResponse debitWithUnusualId(CaseContext t, String id) {
        return OpenPoints.sendDebit(t, t.debit(2).withId(id), "an id with unusual characters", ANY_ID);
    }

    /** Looks an id up whose path is spelled in another valid way, signed as sent. */
    private static Untitled spelled(String id, String text, UnaryOperator<String> spelling) {
        return Case.of(id, "WAL-12 D-36 D-40", t -> lookUpRespelled(t, text + t.id(), spelling));
    }

    private static void lookUpRespelled(CaseContext t, String id, UnaryOperator<String> spelling) {
        var answer = debitWithUnusualId(t, id);
        if (answer != null && answer.status() == 200) {
            var found = t.send(Request.get(spelling.apply(t.player().lookupPath(id))));
            var hint = "Decode each segment of the path once, percent escapes only.";
            Check.require(found, found.isResult(), "WAL-12", "a lookup that knows " + id, hint);
        }
    }
}
