package dev.operatorkit.simulator.runs;

import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.play.LoadRun;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Plays many rounds against a wallet and audits its ledger. */
public final class LoadJob implements Job {
    private final WalletCaller caller;
    private final PlaySettings settings;
    private final Subject given;
    private final LoadRun run;

    /**
     * Creates the job. It closes the caller at its end.
     *
     * @param subject the version is empty to use the one that the wallet names in its {@code Server} header
     */
    public LoadJob(WalletCaller caller, PlaySettings settings, Subject subject, Clock clock) {
        this(caller, settings, subject, clock, LoadRun.MAX_WAIT);
    }

    /** Creates a job that waits no longer than {@code maxWait} for a wallet that does not respond. */
    LoadJob(WalletCaller caller, PlaySettings settings, Subject subject, Clock clock, Duration maxWait) {
        this.caller = caller;
        this.settings = settings;
        this.given = subject;
        this.run = new LoadRun(caller, settings, clock, maxWait);
    }

    @Override
    public Subject subject() {
        return given.version().isEmpty()
                ? new Subject(
                        given.operator(),
                        given.target(),
                        given.label(),
                        new TokenMask(settings.tokens()).of(run.server()))
                : given;
    }

    @Override
    public Result run(Path folder) {
        try (caller) {
            return result(run.play());
        } catch (LoadRun.WalletUnavailableException e) {
            // The page has a field for the address, the command an option.
            var why = String.valueOf(e.getMessage()).replace("give its address with --wallet", "correct its address");
            return new Result(Tone.BAD, run.hasStarted() ? "not audited" : "could not start", List.of(why), figures());
        }
    }

    private Result result(LoadRun.Result played) {
        var balanced = played.isLedgerBalanced();
        return new Result(
                balanced ? Tone.GOOD : Tone.BAD,
                !balanced
                        ? "the ledger does not balance"
                        : played.rounds() < settings.rounds() ? "stopped, the ledger balances" : "the ledger balances",
                played.violations().stream()
                        .map(violation -> violation.replace(" - ", " − "))
                        .toList(),
                figures());
    }

    private List<Figure> figures() {
        var figures = new ArrayList<Figure>();
        var rounds = run.playedRounds();
        figures.add(new Figure("Rounds", String.format(Locale.ROOT, "%,d of %,d", rounds, settings.rounds())));
        figures.add(new Figure(
                "Rounds/s", rounds == 0 ? "no data" : String.format(Locale.ROOT, "%,.0f", rounds * 1e9 / run.nanos())));
        figures.add(new Figure(
                "Debit p50 / p99",
                rounds == 0
                        ? "no data"
                        : String.format(Locale.ROOT, "%.2f / %.2f ms", run.debitMillis(50), run.debitMillis(99))));
        figures.add(new Figure("Refused debits", Long.toString(run.refusedDebits())));
        figures.add(new Figure("Lost responses", Long.toString(run.lostResponses())));
        figures.add(new Figure("Replays", Long.toString(run.repeatedCalls())));
        figures.add(new Figure("Players, concurrency", settings.tokens().size() + ", " + settings.concurrency()));
        figures.add(new Figure("Seed", Long.toString(settings.seed())));
        return figures;
    }

    @Override
    public Progress progress() {
        var waits = run.waitsBecause();
        return new Progress(
                run.playedRounds(),
                settings.rounds(),
                "rounds",
                waits == null ? "" : "The run waits for the wallet, for two minutes at most: " + waits,
                figures());
    }

    @Override
    public void stop(String why) {
        run.stop();
    }

    @Override
    public List<String> openDebits() {
        return run.openBets().stream()
                .map(Bet::transactionId)
                .map(Objects::toString)
                .toList();
    }

    @Override
    public void close() {
        caller.close();
    }
}
