package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.RunDescription;
import dev.operatorkit.conformance.SuiteConfig;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.SuiteRunner;
import dev.operatorkit.conformance.Target;
import dev.operatorkit.conformance.Waivers;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.ResultsFile;
import dev.operatorkit.conformance.report.SigningKeys;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks a wallet against the specification: {@code simulator conformance}. */
@Command(
        name = "conformance",
        description =
                "Checks whether a wallet is correct, and shows exactly where it is not. It needs the wallet's address,"
                    + " the secret, and session tokens of one or two players with some balance. Nobody else may play"
                    + " with these players during the run.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing failed",
            "1:something failed",
            "2:wrong usage",
            "3:the wallet cannot be reached, it rejected the tokens, or no case could run",
            "130:stopped with Ctrl-C; within two seconds it reports what it restored and what it left open"
        },
        subcommands = {DiffCommand.class, VerifyCommand.class},
        synopsisSubcommandLabel = "[diff A B | verify BUNDLE]")
public final class ConformanceCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int UNUSABLE = 3;
    private static final String STOPPED = "Stopped with Ctrl-C";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(names = "--wallet", paramLabel = "URL", description = "The address of the callbacks, prefix included.")
    @Nullable
    String wallet;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "A file with the operator's secret; a trailing newline is dropped. Default: the environment"
                    + " variable OPERATORKIT_SECRET.")
    @Nullable
    Path secretFile;

    @Option(names = "--token", paramLabel = "TOKEN", description = "A session token. Repeat it for a second player.")
    List<String> tokens = new ArrayList<>();

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            description = "The game that the callbacks name. Default: ${DEFAULT-VALUE}.",
            defaultValue = SuiteConfig.USUAL_GAME)
    String game = SuiteConfig.USUAL_GAME;

    @Option(
            names = "--only",
            paramLabel = "ID",
            description = "Runs only these cases: an id, or a glob such as 'replay*'. May be repeated.")
    List<String> only = new ArrayList<>();

    @Option(
            names = "--failed-of",
            paramLabel = "REPORT",
            description = "Runs only the cases that failed in an earlier report.")
    @Nullable
    Path failedOf;

    @Option(
            names = "--plan",
            paramLabel = "NAME",
            description = "The plan to certify: full, money, signing or quick. Default: ${DEFAULT-VALUE}.",
            defaultValue = "full")
    String plan = "full";

    @Option(names = "--quick", description = "The same as --plan quick: the ten most important cases.")
    boolean quick;

    @Option(
            names = "--rule",
            paramLabel = "ID",
            description = "Runs only the cases that check this rule, such as RND-4. May be repeated.")
    List<String> rules = new ArrayList<>();

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description = "Lists cases that may be skipped, one per line: an id or glob, the last day, the reason.")
    @Nullable
    Path waivers;

    @Option(names = "--tester", paramLabel = "NAME", description = "Who tests, for the reports.", defaultValue = "")
    String tester = "";

    @Option(
            names = "--wallet-name",
            paramLabel = "NAME",
            description = "The name of the wallet, for the reports.",
            defaultValue = "")
    String walletName = "";

    @Option(
            names = "--wallet-version",
            paramLabel = "VERSION",
            description = "Its version or commit, for the reports.",
            defaultValue = "")
    String walletVersion = "";

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "Where the wallet runs, such as staging, for the reports.",
            defaultValue = "")
    String environment = "";

    @Option(
            names = "--campaign",
            paramLabel = "CODE",
            description = "A campaign that the wallet knows, for wallets that check the campaigns of free rounds.",
            defaultValue = "")
    String campaign = "";

    @Option(
            names = "--max-stake",
            paramLabel = "AMOUNT",
            description = "The largest stake that the wallet accepts, for wallets that limit stakes. Cases that need a"
                    + " larger one are skipped.")
    @Nullable
    BigDecimal maxStake;

    @Option(names = "--list", description = "Lists the cases without running them.")
    boolean list;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Writes report.html, results.json, junit.xml and bundle.zip into this folder.")
    @Nullable
    Path report;

    @Option(
            names = "--sign-key",
            paramLabel = "FILE",
            description = "Signs bundle.zip with this Ed25519 private key (PEM); see conformance verify.")
    @Nullable
    Path signKey;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the random choices of an earlier run.")
    @Nullable
    Long seed;

    @Option(
            names = "--ca-cert",
            paramLabel = "PEM",
            description = "Trusts this certificate authority instead of the public ones.")
    @Nullable
    Path caCert;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Lists cases that are known to fail, one id or glob per line; they do not count as failures.")
    @Nullable
    Path expectedFailures;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "The time limit of each call. Default: ${DEFAULT-VALUE}.",
            defaultValue = "10")
    int timeout = 10;

    @Option(
            names = "--pause",
            paramLabel = "MS",
            description = "The pause before each call, for fragile systems. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0")
    int pause;

    /** Creates the command; picocli sets its options. */
    public ConformanceCommand() {}

    @Override
    public Integer call() throws IOException {
        try {
            var plan = Plans.named(quick ? Plans.quick().name() : this.plan);
            var cases = selectedCases(plan);
            if (list) {
                cases.forEach(c -> command.commandLine()
                        .getOut()
                        .println(String.format("%-48s %-24s %s", c.id(), String.join(" ", c.rules()), c.title())));
                return 0;
            }
            var expected = expectedFailures == null
                    ? ExpectedFailures.none()
                    : ExpectedFailures.in(expectedFailures, CaseCatalogue.cases());
            var config = config(plan, cases);
            // Before the run: its results would be lost if the report could not be written.
            if (report != null) {
                Files.createDirectories(report);
            }
            var key = signKey == null ? null : SigningKeys.privateKey(signKey);
            return run(config, expected, key);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            // The message of a file's exception is only the file's name.
            var why = e.getMessage() == null ? e.toString() : e.getClass().getSimpleName() + ": " + e.getMessage();
            throw new ParameterException(command.commandLine(), why, e);
        }
    }

    private List<Case> selectedCases(Plan plan) throws IOException {
        var failed = failedOf == null ? null : ResultsFile.failed(failedOf);
        for (var pattern : only) {
            if (plan.cases().stream().noneMatch(c -> ExpectedFailures.matches(pattern, c.id()))) {
                throw new IllegalArgumentException(
                        "No case of the plan " + plan.name() + " matches --only " + pattern + ". See --list.");
            }
        }
        for (var rule : rules) {
            if (plan.cases().stream().noneMatch(c -> c.rules().contains(rule))) {
                throw new IllegalArgumentException(
                        "No case of the plan " + plan.name() + " checks --rule " + rule + ". See --list.");
            }
        }
        return plan.cases().stream()
                .filter(c ->
                        only.isEmpty() || only.stream().anyMatch(pattern -> ExpectedFailures.matches(pattern, c.id())))
                .filter(c -> rules.isEmpty() || rules.stream().anyMatch(c.rules()::contains))
                .filter(c -> failed == null || failed.contains(c.id()))
                .toList();
    }

    private SuiteConfig config(Plan chosen, List<Case> cases) throws IOException {
        if (wallet == null) {
            throw new IllegalArgumentException("The wallet's address is missing. Give it with --wallet URL.");
        }
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("A session token is missing. Give one with --token TOKEN.");
        }
        if (timeout < 1 || pause < 0) {
            throw new IllegalArgumentException(
                    "--timeout must be at least 1 second, and --pause must not be negative.");
        }
        if (maxStake != null && maxStake.signum() <= 0) {
            throw new IllegalArgumentException("--max-stake must be more than 0, such as 500.00.");
        }
        var clock = Clock.systemUTC();
        var target = new Target(
                        WalletAddress.parse(wallet),
                        secret(),
                        caCert == null ? TrustedCertificates.system(clock) : TrustedCertificates.only(caCert, clock),
                        Duration.ofSeconds(timeout),
                        Duration.ofMillis(pause))
                .withPreconditions(campaign, maxStake);
        return SuiteConfig.of(target, tokens, chosen)
                .withCases(cases, seed == null ? new SecureRandom().nextInt() & 0xffff_ffffL : seed)
                .withGame(game)
                .withWaivers(waivers == null ? Waivers.none() : Waivers.in(waivers, CaseCatalogue.cases()))
                .withDescription(new RunDescription(tester, walletName, walletVersion, environment));
    }

    private Secret secret() throws IOException {
        if (secretFile != null) {
            return Secret.of(Files.readString(secretFile).replaceFirst("\\r?\\n$", ""));
        }
        var secret = System.getenv("OPERATORKIT_SECRET");
        if (secret == null || secret.isEmpty()) {
            throw new IllegalArgumentException(
                    "The operator's secret is missing. Give it with --secret-file FILE, or set OPERATORKIT_SECRET.");
        }
        return Secret.of(secret);
    }

    @SuppressWarnings("try") // the interruption is there to be closed
    private int run(SuiteConfig config, ExpectedFailures expected, @Nullable PrivateKey key) throws IOException {
        var mask = new TokenMask(config.tokens());
        var terminal = new TerminalProgress(
                command.commandLine().getOut(), CommandLine.Help.Ansi.AUTO.enabled(), mask, expected);
        var run = new SuiteRunner(config, terminal);
        try (var interruption = InterruptHandler.watch(() -> run.stop(STOPPED), () -> reportOpen(run))) {
            var outcome = run.run();
            terminal.summary(outcome);
            if (outcome.aborted().equals(STOPPED)) {
                reportStop(outcome);
            }
            if (report != null) {
                Reports.write(report, outcome, mask, expected, key);
            }
            return exitCode(outcome, expected);
        }
    }

    private static int exitCode(SuiteResult outcome, ExpectedFailures expected) {
        if (!outcome.aborted().isEmpty()) {
            return UNUSABLE;
        }
        var failed = outcome.failed().stream()
                .anyMatch(result -> !expected.covers(result.testCase().id()));
        return failed ? FAILED : 0;
    }

    private void reportStop(SuiteResult outcome) {
        var left = outcome.results().stream()
                .anyMatch(result -> !result.unreturnedBalance().isEmpty());
        var out = command.commandLine().getOut();
        out.println(left ? "Some balances were not restored, see above." : "All balances were restored.");
        out.flush();
    }

    /** Reports open debits when the wallet is too slow to end the cases after Ctrl-C. */
    private void reportOpen(SuiteRunner run) {
        var out = command.commandLine().getOut();
        out.println();
        var open = run.openDebits();
        out.println(STOPPED + " while the wallet did not respond. "
                + (open.isEmpty() ? "No debit is left open." : "Roll these back by hand:"));
        open.forEach(debit -> out.println("  debit " + debit));
        out.flush();
    }
}
