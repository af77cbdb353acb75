package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.suite.SkipCase;
import dev.operatorkit.conformance.wire.NoResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Ends a run with what a second run needs, for each player: rounds closed in every way, a rollback before its debit, and rounds that
 * stay open. The open debits come last, since what was written last is what a careless restart loses.
 */
final class CheckpointBuilder {
    private static final String CASE_ID = "leaving";
    private static final long WIN = 2;
    private static final long LOSS = 1;
    private static final long REVERTED = 4;
    private static final long OPEN_FIRST = 3;
    private static final long OPEN_WIN = 7;
    private static final long OPEN_LOSS = 5;
    private static final long OPEN_REVERTED = 11;

    private final RunState run;
    private final List<CaseContext> testers;
    private final List<Checkpoint.Account> accounts = new ArrayList<>();
    private final List<MovementBody> settlements = new ArrayList<>();

    CheckpointBuilder(RunState run, List<Player> players) {
        this.run = run;
        this.testers = players.stream()
                .map(player -> new CaseContext(run, CASE_ID, 0, List.of(run.account(player))))
                .toList();
        testers.forEach(run::begin);
        testers.forEach(tester -> tester.calls().beginSettling()); // what a case may be skipped for is no reason here
    }

    /** Plays the last rounds of a run; fails when the wallet no longer reports the balances. */
    Checkpoint build(SuiteConfig config, SuiteResult outcome) throws IOException {
        try {
            testers.forEach(this::play);
        } catch (NoResponse | Failure | SkipCase e) {
            throw new IOException("the wallet no longer reports its balances: " + e.getMessage(), e);
        }
        var origin = new Checkpoint.Origin(
                config.target().wallet().toString(),
                run.run(),
                config.plan().toString(),
                config.plan().hash(),
                outcome.certificate().verdict().title(),
                outcome.started().toEpochMilli());
        var movements = run.journal().applied().stream()
                .filter(each -> testers.stream()
                        .anyMatch(
                                tester -> tester.player().equals(each.message().player())))
                .filter(each -> Checkpoint.canHold(each.message()))
                .toList();
        return new Checkpoint(origin, accounts, movements, settlements);
    }

    /** Plays the rounds of one player. The order and the stakes tell a lost movement from what another run takes or returns. */
    private void play(CaseContext t) {
        play(t, LOSS, bet -> t.send(t.credit(bet, 0)));
        play(t, WIN, bet -> t.send(t.credit(bet, WIN)));
        play(t, REVERTED, bet -> t.send(t.rollback(bet)));
        t.send(t.rollback(t.debit(0)));
        play(t, OPEN_FIRST, bet -> settlements.add(t.credit(bet, OPEN_FIRST)));
        play(t, OPEN_WIN, bet -> settlements.add(t.credit(bet, OPEN_WIN + OPEN_LOSS + LOSS)));
        play(t, OPEN_LOSS, bet -> settlements.add(t.credit(bet, 0)));
        play(t, OPEN_REVERTED, bet -> settlements.add(t.rollback(bet)));
        var hash = Checkpoint.tokenHash(run.run(), t.player().token());
        accounts.add(new Checkpoint.Account(t.player(), t.balance(), hash));
    }

    private static void play(CaseContext t, long stake, Consumer<Bet> settling) {
        var debit = t.debit(stake);
        var answer = t.send(debit);
        if (answer.status() == 200) {
            settling.accept(new Bet(debit, answer));
        }
    }
}
