package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends a run with what a second run needs, for each player: rounds closed in every way, a rollback before its debit, and rounds that
 * stay open. The open debits come last, since what was written last is what a careless restart loses.
 */
final class CheckpointBuilder {
    private static final Case LEAVING = Case.of("leaving", "Leaves rounds open for a second run", "WAL-8", t -> {});
    private static final long WIN = 2;
    private static final long LOSS = 1;
    private static final long REVERTED = 4;
    private static final long OPEN_FIRST = 3;
    private static final long OPEN_WIN = 7;
    private static final long OPEN_LOSS = 5;
    private static final long OPEN_REVERTED = 11;

    private final List<Checkpoint.Account> accounts = new ArrayList<>();
    private final List<MovementBody> settlements = new ArrayList<>();

    private CheckpointBuilder() {}

    /** Plays the last rounds of a run; returns nothing when the wallet no longer reports the balances. */
    static Optional<Checkpoint> build(CaseRunner runner, SuiteConfig config, List<Player> players, Instant started) {
        var builder = new CheckpointBuilder();
        try {
            players.forEach(
                    player -> builder.play(new CaseContext(runner, LEAVING, 0, List.of(runner.account(player)), true)));
        } catch (NoResponse | Failure | SkipCase e) {
            return Optional.empty();
        }
        return Optional.of(new Checkpoint(
                config.target().wallet().toString(),
                String.format("%08x", runner.run()),
                config.plan().toString(),
                config.plan().hash(),
                started,
                config.clock().instant(),
                builder.accounts,
                runner.journal().applied().stream()
                        .filter(each -> players.stream()
                                .anyMatch(player ->
                                        player.isSameAccount(each.message().player())))
                        .toList(),
                builder.settlements));
    }

    private void play(CaseContext t) {
        t.calls().giveBack(); // the limits of the wallet are no reason to skip anything here
        close(t, WIN, bet -> t.credit(bet, t.units(WIN + LOSS)));
        close(t, LOSS, bet -> t.credit(bet, BigDecimal.ZERO));
        close(t, REVERTED, t::rollback);
        t.send(t.rollback(t.player(), t.id(), t.id(), t.id()));
        leaveOpen(t, OPEN_FIRST, bet -> t.credit(bet, t.units(OPEN_FIRST)));
        leaveOpen(t, OPEN_WIN, bet -> t.credit(bet, t.units(OPEN_WIN + OPEN_LOSS)));
        leaveOpen(t, OPEN_LOSS, bet -> t.credit(bet, BigDecimal.ZERO));
        leaveOpen(t, OPEN_REVERTED, t::rollback);
        accounts.add(new Checkpoint.Account(t.player(), t.balance()));
    }

    /** Says how a bet is settled. */
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
