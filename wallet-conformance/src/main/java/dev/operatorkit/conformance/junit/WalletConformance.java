package dev.operatorkit.conformance.junit;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.FileProblem;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.transport.ClientCertificate;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs the conformance suite as JUnit tests of an operator's build: one container for each group, one test for each case, and a last test
 * that fails if part of the plan was not tried. Immutable.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicContainer> the_wallet_conforms() {
 *     return WalletConformance.of("http://localhost:8080/wallet", secret, "token-1", "token-2").tests();
 * }
 * }</pre>
 */
public final class WalletConformance {
    private final SuiteConfig config;
    private final Files files;

    /** Holds the files that a run reads and writes, and whether a part of the plan is enough. */
    private record Files(
            @Nullable Path left,
            @Nullable Path waivers,
            @Nullable Path report,
            boolean acceptsIncomplete) {}

    private WalletConformance(SuiteConfig config, Files files) {
        this.config = config;
        this.files = files;
    }

    private WalletConformance with(SuiteConfig changed) {
        return new WalletConformance(changed, files);
    }

    /**
     * Tests the wallet at this address, prefix included, with all cases.
     *
     * @param wallet the address of the wallet's callbacks
     * @param secret the shared secret
     * @param tokens session tokens of one or two players with some balance
     */
    public static WalletConformance of(String wallet, String secret, String... tokens) {
        return of(wallet, secret.getBytes(StandardCharsets.UTF_8), tokens);
    }

    /** Tests the wallet at this address with a secret whose bytes need not be text; see {@link #of(String, String, String...)}. */
    public static WalletConformance of(String wallet, byte[] secret, String... tokens) {
        Java21.require();
        if (tokens.length == 0) {
            throw new IllegalArgumentException("A session token is missing. Give one of each of one or two players.");
        }
        var trust = TrustedCertificates.system(Clock.systemUTC());
        var target = new Target(WalletAddress.parse(wallet), Secret.of(secret), trust);
        var config = SuiteConfig.of(target, List.of(tokens), Plans.full());
        return new WalletConformance(config, new Files(null, null, null, false));
    }

    /**
     * Selects the cases of this plan instead of all.
     *
     * @param name a name of a plan, such as {@code quick}, {@code money} or {@code signing}
     */
    public WalletConformance plan(String name) {
        return with(config.withPlan(Plans.named(name)));
    }

    /** Selects these cases only: ids, or globs such as {@code replay*}. */
    public WalletConformance only(String... ids) {
        return with(config.only(List.of(ids)));
    }

    /** Selects those of the cases that check one of these rules, such as {@code RND-4}. */
    public WalletConformance rules(String... ids) {
        return with(config.checking(List.of(ids)));
    }

    /** Repeats the random choices of a run with this seed. The default is 1. */
    public WalletConformance seed(long seed) {
        return with(config.withCases(config.cases(), seed));
    }

    /** Uses this game in the callbacks. */
    public WalletConformance game(String slug) {
        return with(config.withGame(slug));
    }

    /** Names a campaign that the wallet knows, for wallets that check the campaigns of free rounds. */
    public WalletConformance campaign(String code) {
        return with(new Preconditions(code, config.target().preconditions().maxStake()));
    }

    /** Names the largest stake that the wallet accepts. Cases that need a larger one are skipped. */
    public WalletConformance maxStake(BigDecimal amount) {
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("maxStake must be more than 0, such as 500.00");
        }
        return with(new Preconditions(config.target().preconditions().campaign(), amount));
    }

    private WalletConformance with(Preconditions preconditions) {
        var target = config.target();
        return with(config.withTarget(target.with(target.timeout(), preconditions)));
    }

    /** Sets the time limit of each call. The default is 10 s. */
    public WalletConformance timeout(Duration timeout) {
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("timeout must be at least 1 second");
        }
        var target = config.target();
        return with(config.withTarget(target.with(timeout, target.preconditions())));
    }

    /** Pauses this long before each call, for fragile systems. */
    public WalletConformance pause(Duration pause) {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("pause must not be negative");
        }
        return with(config.withTarget(config.target().withPause(pause)));
    }

    /** Trusts certificates of this authority for the wallet (GEN-1). */
    public WalletConformance authority(Path pem) {
        return with(config.withCertificateAuthority(pem));
    }

    /** Identifies the caller with this certificate and its PKCS#8 key, both PEM, to a wallet that asks for one. */
    public WalletConformance clientCertificate(Path certificate, Path key) {
        var trust = config.target().trust().withClient(ClientCertificate.read(certificate, key));
        return with(config.withTarget(config.target().withTrust(trust)));
    }

    /** Lets the cases in this file be skipped: one per line, with an id or glob, the last day and the reason. */
    public WalletConformance waivers(Path file) {
        return new WalletConformance(config, new Files(files.left(), file, files.report(), files.acceptsIncomplete()));
    }

    /** Writes {@code report.html}, {@code results.json}, {@code junit.xml} and {@code bundle.zip} into this folder. */
    public WalletConformance report(Path folder) {
        return new WalletConformance(
                config, new Files(files.left(), files.waivers(), folder, files.acceptsIncomplete()));
    }

    /**
     * Lets the last test pass if part of the plan was not tried: cases that {@link #only} did not select, or that were skipped without a
     * waiver.
     *
     * @param verdict {@code incomplete}
     */
    public WalletConformance accept(String verdict) {
        if (!verdict.equals("incomplete")) {
            throw new IllegalArgumentException("accept takes the verdict incomplete and no other, not " + verdict);
        }
        return new WalletConformance(config, new Files(files.left(), files.waivers(), files.report(), true));
    }

    /** Leaves rounds open after the tests, and writes what {@link #resume} needs into this file. */
    public WalletConformance leave(Path file) {
        return new WalletConformance(
                config, new Files(file, files.waivers(), files.report(), files.acceptsIncomplete()));
    }

    /**
     * Selects the cases of a second run, which resumes the one that left this file, after a restart of the wallet or a pause. The tokens
     * are those of the first run, and fresh ones as well where these have expired.
     */
    public WalletConformance resume(Path file) throws IOException {
        var first = Checkpoint.read(file);
        var resuming = config.withPlan(Plans.resuming(first)).resuming(first);
        return new WalletConformance(
                resuming, new Files(null, files.waivers(), files.report(), files.acceptsIncomplete()));
    }

    /**
     * Runs the suite and returns a test for each case, and one that the plan was tried. The message of a failed test is the text that the
     * suite reports.
     *
     * @throws IllegalStateException if no case can run, such as when the wallet cannot be reached
     */
    @SuppressWarnings("exports") // a test has JUnit on its own module path
    public Stream<DynamicContainer> tests() {
        SuiteRunner run;
        SuiteResult outcome;
        try {
            run = prepare();
            outcome = run.run();
            if (files.report() != null) {
                var mask = new TokenMask(config.tokens()).and(config.target().secret());
                Reports.write(files.report(), outcome, mask, ExpectedFailures.none());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FileProblem.describe(e), e);
        }
        if (outcome.players().isEmpty() && outcome.failed().isEmpty()) {
            throw new IllegalStateException(outcome.aborted());
        }
        var groups = CaseCatalogue.groups().stream()
                .filter(group -> results(outcome, group).findAny().isPresent())
                .map(group -> DynamicContainer.dynamicContainer(
                        group.title(), results(outcome, group).map(WalletConformance::test)));
        var plan = DynamicTest.dynamicTest("the plan was tried", () -> requireTried(outcome));
        return Stream.concat(groups, Stream.of(DynamicContainer.dynamicContainer("The plan", Stream.of(plan))))
                .onClose(() -> requireCleanEnd(run, outcome));
    }

    private static Stream<CaseResult> results(SuiteResult outcome, Group group) {
        return outcome.results().stream().filter(result -> group.cases().contains(result.testCase()));
    }

    private SuiteRunner prepare() throws IOException {
        var prepared = config;
        if (files.waivers() != null) {
            prepared = prepared.withWaivers(Waivers.in(files.waivers(), CaseCatalogue.cases(), config.plan()));
        }
        var left = files.left();
        if (left != null) {
            Checkpoint.requireReplaceable(left);
            prepared = prepared.leaving(checkpoint -> checkpoint.writeTo(left));
        }
        if (files.report() != null) {
            Reports.prepare(files.report());
        }
        return new SuiteRunner(prepared, Progress.none());
    }

    private void requireTried(SuiteResult outcome) {
        if (!Certificate.isEnough(outcome, files.acceptsIncomplete())) {
            var gaps = Certificate.gaps(outcome);
            throw new AssertionError(
                    gaps.isEmpty()
                            ? "No case of the plan was tried."
                            : String.join("\n", gaps) + "\nIf a part is enough, call accept(\"incomplete\").");
        }
    }

    private void requireCleanEnd(SuiteRunner run, SuiteResult outcome) {
        var unreturned = outcome.results().stream()
                .map(CaseResult::unreturnedBalance)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        if (!unreturned.isEmpty()) {
            throw new IllegalStateException("The balances of the test players could not be restored: " + unreturned);
        }
        if (files.left() != null && run.checkpoint().isEmpty()) {
            throw new IllegalStateException("Nothing was left for a second run: " + outcome.aborted());
        }
    }

    private static DynamicTest test(CaseResult result) {
        var testCase = result.testCase();
        return DynamicTest.dynamicTest(testCase.id() + ": " + testCase.title(), () -> judge(result));
    }

    private static void judge(CaseResult result) {
        switch (result.verdict()) {
            case FAILED -> throw new AssertionError(explained(result));
            case SKIPPED -> Assumptions.abort(result.detail());
            case PASSED, OBSERVED -> {}
        }
    }

    private static String explained(CaseResult result) {
        var failure = result.failure();
        return failure == null
                ? result.detail()
                : failure.getMessage() + "\n" + failure.rule() + ": " + Rules.textOf(failure.rule())
                        + failure.chain().map(chain -> "\n" + chain.describe()).orElse("")
                        + "\n" + failure.advice();
    }
}
