package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.EarlyRounds;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.suite.SkipCase;
import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs single cases against one wallet, and restores the balances of the players at the end. */
final class CaseRunner {
    private final RunState run;

    CaseRunner(RunState run) {
        this.run = run;
    }

    /** Runs one case and settles the rounds that it leaves open. */
    CaseResult run(Case of, int number, List<Player> players) {
        var start = System.nanoTime();
        var tester = new CaseContext(
                run, of.id(), number, players(players).map(run::account).toList());
        run.begin(tester);
        var end = perform(of, tester);
        var log = tester.log();
        var exchanges = log.exchanges();
        if (!end.isUnreachable()) {
            run.settle(tester);
            new BalanceRestorer(run, tester).takeBackFortunes();
        }
        return new CaseResult(
                of,
                end.verdict(),
                end.failure() == null && !end.missing().isEmpty()
                        ? end.missing()
                        : CaseResult.detailOf(end.verdict(), end.failure(), log.observations(), log.notes()),
                end.failure(),
                log.observations(),
                exchanges,
                (System.nanoTime() - start) / 1_000_000,
                "",
                end.isSilent(),
                log.notes());
    }

    /** Returns the players whose money a case moves: in a resumed run all of them. */
    private Stream<Player> players(List<Player> given) {
        var first = run.journal().resumedOrNull();
        return first == null ? given.stream() : first.players().stream();
    }

    /** Tells how a script ended. */
    private record End(
            Verdict verdict,
            String missing,
            @Nullable Failure failure,
            @Nullable NoResponse silence) {
        static End of(Verdict verdict) {
            return new End(verdict, "", null, null);
        }

        boolean isSilent() {
            return silence != null && !silence.isGarbled();
        }

        boolean isUnreachable() {
            return silence != null && silence.isUnreachable();
        }
    }

    private End perform(Case of, CaseContext tester) {
        try {
            for (var account : tester.calls().accounts()) {
                requireMinimum(tester, of, account);
            }
            of.script().run(tester);
            tester.requireTruth();
            return End.of(tester.log().observations().isEmpty() ? Verdict.PASSED : Verdict.OBSERVED);
        } catch (SkipCase e) {
            return new End(Verdict.SKIPPED, String.valueOf(e.getMessage()), null, null);
        } catch (Failure e) {
            return new End(Verdict.FAILED, "", e.explainedBy(tester.log().balances()), null);
        } catch (NoResponse e) {
            var failure = new Failure(
                    "GEN-8",
                    "a response",
                    String.valueOf(e.getMessage()),
                    "Respond to every callback, valid or not.",
                    e.exchange());
            return new End(Verdict.FAILED, "", failure, e);
        }
    }

    /**
     * Skips a case that the player cannot pay for. What earlier cases took is given back before, if that is what the player lacks; a
     * run ends when that is not possible. A resumed run also has players whose balance cannot be read.
     */
    private void requireMinimum(CaseContext tester, Case of, PlayerAccount account) {
        if (!account.isReadable() || of.needs() == 0 || covers(account, account.latest(), of)) {
            return;
        }
        var balance = tester.balance(account.player());
        if (!covers(account, balance, of) && covers(account, account.start(), of)) {
            new BalanceRestorer(run, tester).correct(account);
            balance = tester.balance(account.player());
            if (!covers(account, balance, of)) {
                run.stop("The wallet does not give back what it took from " + account.player() + ", who has "
                        + account.player().money(balance) + " left");
            }
        }
        if (!covers(account, balance, of)) {
            throw Preconditions.lackOfMoney(account.player(), of.needs(), balance);
        }
    }

    private static boolean covers(PlayerAccount account, @Nullable BigDecimal balance, Case of) {
        return balance != null && account.player().inUnits(balance).compareTo(BigDecimal.valueOf(of.needs())) >= 0;
    }

    /** Opens the rounds that stay open during the whole run, if one of these cases settles them. */
    void openEarlyRounds(List<Case> cases, Player player) {
        if (cases.stream().anyMatch(each -> each.id().equals(EarlyRounds.SETTLED_BY))) {
            var tester = new CaseContext(run, EarlyRounds.SETTLED_BY, 0, List.of(run.account(player)));
            run.begin(tester);
            run.journal().earlyRounds().open(tester);
            if (!run.journal().earlyRounds().areOpen()) {
                run.settle(tester);
            }
        }
    }

    /** Restores the balances that the players had at the start, and returns what could not be restored; the case is the last of the run. */
    String restore(Case last, List<Player> players) {
        var accounts = players.stream().map(run::account).toList();
        return new BalanceRestorer(run, new CaseContext(run, last.id(), 0, accounts)).restore();
    }
}
