package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        return new Checkpoint(
                config.target().wallet().toString(),
                run.run(),
                config.plan().toString(),
                config.plan().hash(),
                outcome.certificate().verdict(),
                outcome.started(),
                config.clock().instant(),
                accounts,
                run.journal().applied().stream().filter(this::isLeft).toList(),
                settlements);
    }

    /** Returns true for a movement of the players; an id that a terminal would obey does not go into a file. */
    private boolean isLeft(RunJournal.Applied applied) {
        var message = applied.message();
        return Stream.of(message.id(), message.round(), message.reference()).allMatch(CheckpointFile::isPlain)
                && testers.stream().anyMatch(tester -> tester.player().isSameAccount(message.player()));
    }

    /** Plays the rounds of one player. The order and the stakes tell a lost movement from what another run takes or returns. */
    private void play(CaseContext t) {
        close(t, LOSS, bet -> t.credit(bet, BigDecimal.ZERO));
        close(t, WIN, bet -> t.credit(bet, t.units(WIN)));
        close(t, REVERTED, t::rollback);
        t.send(t.rollback(t.player(), t.id(), t.id(), t.id()));
        leaveOpen(t, OPEN_FIRST, bet -> t.credit(bet, t.units(OPEN_FIRST)));
        leaveOpen(t, OPEN_WIN, bet -> t.credit(bet, t.units(OPEN_WIN + OPEN_LOSS + LOSS)));
        leaveOpen(t, OPEN_LOSS, bet -> t.credit(bet, BigDecimal.ZERO));
        leaveOpen(t, OPEN_REVERTED, t::rollback);
        accounts.add(new Checkpoint.Account(t.player(), t.balance(), SecondRuns.next(run, t.player(), 0)));
    }

    /** Creates the settlement of a bet. */
    @FunctionalInterface
    private interface Settling {
        MovementBody of(Bet bet);
    }

    private static void close(CaseContext t, long stake, Settling settling) {
        var debit = t.debit(stake);
        var answer = t.send(debit);
        if (answer.status() == 200) {
            t.send(settling.of(new Bet(debit, answer)));
        }
    }

    private void leaveOpen(CaseContext t, long stake, Settling settling) {
        var debit = t.debit(stake);
        var answer = t.send(debit);
        if (answer.status() == 200) {
            settlements.add(settling.of(new Bet(debit, answer)));
        }
    }
}
