package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.RunJournal;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.List;
import java.util.stream.Collectors;

/** Selects movements that the wallet has applied earlier, and checks that they still hold (IDM-2, RND-4). */
final class OldMovements {
    private static final String NO_TOMBSTONES = "needs a wallet that accepts the rollback of an unknown debit";

    private OldMovements() {}

    /** Returns true for an id that is the same in a path as in a body, so that a lookup needs no escapes. */
    static boolean hasPlainId(RunJournal.Applied applied) {
        return applied.message().id().matches("[0-9A-Za-z-]{1,255}");
    }

    /** Returns the settlements that closed rounds of these movements in which a second one would show in the balance. */
    static List<MovementBody> closings(List<RunJournal.Applied> movements) {
        var debits = movements.stream()
                .map(RunJournal.Applied::message)
                .filter(each -> each.kind() == Kind.DEBIT && each.amount().signum() > 0)
                .collect(Collectors.toMap(MovementBody::id, MovementBody::round));
        return movements.stream()
                .map(RunJournal.Applied::message)
                .filter(each -> each.kind() != Kind.DEBIT && each.round().equals(debits.get(each.reference())))
                .toList();
    }

    /** Returns up to this many rollbacks, wins and losses. */
    static List<MovementBody> ofEachWay(List<MovementBody> settlements, int count) {
        return settlements.stream()
                .collect(Collectors.groupingBy(
                        each -> each.kind() + " " + each.amount().signum()))
                .values()
                .stream()
                .flatMap(alike -> alike.stream().limit(count))
                .toList();
    }

    /** Sends the debits of early rollbacks, which must take no money; skips the case when there are none. */
    static void sendLateDebits(CaseContext t, Player player, List<MovementBody> tombstones) {
        if (tombstones.isEmpty()) {
            throw t.skip(NO_TOMBSTONES);
        }
        var before = t.balance(player);
        for (var each : tombstones) {
            t.send(t.debit(player, player.units(2)).withId(each.reference()).withRound(each.round()));
        }
        var hint = "These debits were rolled back before they arrived; Reverted is final.";
        t.requireUnmoved(player, before, "RND-4", hint);
    }

    /** Returns the early rollbacks of a player. */
    static List<MovementBody> tombstones(CaseContext t, Player player) {
        return t.journal().tombstones().stream()
                .map(RunJournal.Applied::message)
                .filter(each ->
                        each.player().isSameAccount(player) && !each.reference().isEmpty())
                .toList();
    }

    static void requireStored(RunJournal.Applied applied, WalletResponse answer, String rule, String when) {
        var message = applied.message();
        var id = applied.operatorTransactionId();
        var balance = answer.balance();
        var isStored = answer.status() == 200
                && answer.operatorTransactionId().equals(id)
                && balance != null
                && balance.compareTo(applied.balance()) == 0;
        var expected = "200 with operatorTransactionId " + id + " and balance "
                + message.player().money(applied.balance()) + " for the "
                + message.kind().callback() + " "
                + message.id() + ", " + when;
        var hint = "Keep every transaction with its result; an old one counts like a new one.";
        Check.require(answer, isStored, rule, expected, hint);
    }
}
