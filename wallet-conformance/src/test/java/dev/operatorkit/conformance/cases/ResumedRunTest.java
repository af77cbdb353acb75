package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks a run that leaves rounds open, and the run that resumes it. */
class ResumedRunTest {
    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    private static final boolean THOROUGH = Boolean.getBoolean("thorough");

    @TempDir
    private Path folder;

    /** Leaves the rounds of the quick plan, or with {@code -Dthorough} those of the full one. */
    @Test
    void a_right_wallet_is_certified_and_gets_back_what_the_first_run_took() throws IOException {
        var before = balances();
        var plan = THOROUGH ? Plans.full() : Plans.quick();
        var first = leave(plan.cases());
        assertThat(first.movements()).hasSizeGreaterThan(THOROUGH ? 1000 : 20);
        assertThat(first.settlements()).hasSize(8);
        assertThat(balances()).isNotEqualTo(before);
        var second = resume(reread(first));
        assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
        assertThat(second.certificate()).isEqualTo(new Certificate(Certificate.Conclusion.CERTIFIED, List.of()));
        assertRestored(before);
        System.out.println(first.movements().size() + " movements repeated in " + second.millis() + " ms");
    }

    @Test
    void a_file_may_be_resumed_more_than_once() {
        var before = balances();
        var first = leave();
        for (var i = 0; i < 3; i++) {
            assertThat(resume(first).certificate().verdict()).isEqualTo(Certificate.Conclusion.CERTIFIED);
            assertRestored(before);
        }
    }

    /** Returns the first aftermath of each case, or all with {@code -Dthorough}. */
    static Collection<Aftermath> aftermaths() {
        return THOROUGH ? List.of(Aftermath.values()) : Aftermath.firstOfEachCase();
    }

    @ParameterizedTest
    @MethodSource("aftermaths")
    void what_a_restart_or_a_pause_must_not_do_fails_its_case(Aftermath aftermath) {
        var first = leave();
        aftermath.applyTo(wallet);
        assertThat(resume(first).failed()).anySatisfy(result -> {
            assertThat(result.testCase().id()).isEqualTo(aftermath.caseId());
            assertThat(Objects.requireNonNull(result.failure()).rule()).isEqualTo(aftermath.rule());
        });
    }

    @Test
    void every_case_of_a_resumed_run_can_fail() {
        Set<String> failed = new HashSet<>();
        for (var aftermath : Aftermath.values()) {
            failed.add(aftermath.caseId());
        }
        assertThat(failed)
                .containsAll(Plans.resumed().cases().stream().map(Case::id).toList());
    }

    /** Another first run of the suite takes what is no sum of the last movements. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_player_who_was_used_meanwhile_is_no_failure_and_no_certificate(boolean bySuite) {
        var first = leave();
        if (bySuite) {
            leave();
        } else {
            Aftermath.change(wallet.ledger().books(), "-20.00");
        }
        var second = resume(first);
        assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
        assertThat(second.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
        assertThat(result(second, "balances-after-the-pause").detail())
                .contains("needs players who are not used between the two runs: acc-1 had ");
    }

    @Test
    void settlements_need_no_session_and_an_old_token_may_have_expired() {
        var before = balances();
        var first = leave();
        wallet.ledger().books().sessionsExpired = true;
        var second = resume(older(first, Duration.ofHours(3)));
        assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
        assertThat(result(second, "late-win-after-the-pause").verdict()).isEqualTo(Verdict.PASSED);
        assertThat(result(second, "late-rollback-after-the-pause").verdict()).isEqualTo(Verdict.PASSED);
        assertThat(result(second, "session-tokens-after-the-pause").detail())
                .isEqualTo("LAU-10: a token is refused after 3 hours");
        assertThat(second.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
        assertThat(result(second, "first-movements-after-the-pause").detail())
                .contains("give a fresh one with --token");
        assertRestored(before);
    }

    @Test
    void one_player_and_a_wallet_without_tombstones_are_enough() {
        try (var wallet = new ConfigurableWallet(WalletVariants.strict(), null)) {
            var first = leave(wallet, 1, Plans.quick().cases());
            assertThat(first.settlements()).hasSize(4);
            var second = resume(wallet, 1, first);
            assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
            assertThat(second.results().stream()
                            .filter(each -> each.verdict() == Verdict.SKIPPED)
                            .map(CaseResult::detail))
                    .containsExactly("needs a wallet that accepts the rollback of an unknown debit");
        }
    }

    @Test
    void a_build_leaves_a_file_and_another_resumes_it() throws Throwable {
        var file = folder.resolve("left.json");
        var tests =
                WalletConformance.of(wallet.address(), ConfigurableWallet.SECRET, "secret-token-1", "secret-token-2");
        assertThat(execute(tests.accept("incomplete").only("zero-payout").leave(file)))
                .isEqualTo(2);
        assertThat(execute(WalletConformance.of(
                                wallet.address(), ConfigurableWallet.SECRET, "secret-token-1", "secret-token-2")
                        .resume(file)))
                .isEqualTo(Plans.resumed().cases().size() + 1);
    }

    private static int execute(WalletConformance conformance) throws Throwable {
        var executed = 0;
        try (var containers = conformance.tests()) {
            for (var container : containers.toList()) {
                for (var test : container.getChildren().toList()) {
                    ((DynamicTest) test).getExecutable().execute();
                    executed++;
                }
            }
        }
        return executed;
    }

    @Test
    void the_file_holds_no_token_and_what_is_no_file_of_a_run_is_refused() throws IOException {
        var file = folder.resolve("left.json");
        leave().writeTo(file);
        var text = Files.readString(file);
        assertThat(text).doesNotContain("secret-token-", ConfigurableWallet.SECRET);
        requireRefused(text.substring(0, text.length() / 2), "is damaged");
        requireRefused(text + "{}", "is damaged");
        requireRefused(text.replaceFirst("\"amount\" : \"[^\"]+", "\"amount\" : \"1e999999999"), "is damaged");
        requireRefused(text.replaceFirst("\"kind\" : \"DEBIT", "\"kind\" : \"GIFT"), "is damaged");
        requireRefused("", "is not a checkpoint");
        requireRefused("[1, 2]", "is not a checkpoint");
        requireRefused(text.replaceFirst("\"version\" : 4", "\"version\" : 2"), "has version 2");
        var unknown = leave(Plans.quick().cases().subList(1, 3));
        assertThatThrownBy(() -> Plans.resuming(unknown))
                .hasMessageContaining("this version of the suite does not know");
        try (var other = ConfigurableWallet.correct()) {
            var first = Checkpoint.read(file);
            assertThatThrownBy(() -> SuiteRuns.config(other, 2, List.of()).resuming(first))
                    .hasMessageContaining("was left for the wallet");
        }
    }

    @Test
    void a_run_is_resumed_with_the_tokens_of_the_first_one() throws IOException {
        var first = leave();
        var read = reread(first);
        assertThat(read.tokens()).containsOnly("");
        assertThat(read.withTokens(List.of("another", "secret-token-2", "secret-token-1")))
                .usingRecursiveComparison()
                .isEqualTo(first);
        assertThatThrownBy(() -> read.withTokens(List.of("secret-token-1")))
                .hasMessageContaining("The session token with which the first run played acc-2 is missing.");
    }

    @Test
    void a_file_that_cannot_be_written_at_the_end_leaves_no_round_open_and_no_certificate() {
        var before = balances();
        var config = SuiteRuns.config(wallet, 2, List.of())
                .withPlan(Plans.quick())
                .leaving(checkpoint -> {
                    throw new IOException("run.json could not be written: No space left on device");
                });
        var run = new SuiteRunner(config, Progress.none());
        var outcome = run.run();
        assertThat(run.checkpoint()).isEmpty();
        assertThat(outcome.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
        assertThat(outcome.certificate().reasons())
                .containsExactly("The run did not complete: Nothing is left for a second run, and its open rounds"
                        + " were rolled back: run.json could not be written: No space left on device");
        assertRestored(before);
        assertThat(wallet.ledger().books().openRounds()).isEmpty();
    }

    @Test
    void a_run_that_could_try_nothing_leaves_nothing() {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 30), null)) {
            var before = balances();
            var run = new SuiteRunner(
                    SuiteRuns.config(wallet, 2, Plans.quick().cases()).leaving(checkpoint -> {}), Progress.none());
            assertThat(run.run().aborted()).contains("No case could run");
            assertThat(run.checkpoint()).isEmpty();
            assertThat(balances()).isEqualTo(before);
        }
    }

    private void requireRefused(String text, String why) throws IOException {
        var file = Files.writeString(folder.resolve("other.json"), text);
        assertThatThrownBy(() -> Checkpoint.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    private Checkpoint reread(Checkpoint first) throws IOException {
        var file = folder.resolve("between.json");
        first.writeTo(file);
        return Checkpoint.read(file);
    }

    private static Checkpoint older(Checkpoint first, Duration age) {
        var origin = first.origin();
        return new Checkpoint(
                new Checkpoint.Origin(
                        origin.wallet(),
                        origin.run(),
                        origin.plan(),
                        origin.planHash(),
                        origin.verdict(),
                        origin.started() - age.toMillis()),
                first.players(),
                first.movements(),
                first.settlements());
    }

    /** Runs the quick plan and returns what it left. */
    private Checkpoint leave() {
        return leave(Plans.quick().cases());
    }

    private Checkpoint leave(List<Case> cases) {
        return leave(wallet, 2, cases);
    }

    private static Checkpoint leave(ConfigurableWallet wallet, int players, List<Case> cases) {
        var run = new SuiteRunner(SuiteRuns.config(wallet, players, cases).leaving(checkpoint -> {}), Progress.none());
        assertThat(run.run().failed()).isEmpty();
        return run.checkpoint().orElseThrow();
    }

    private SuiteResult resume(Checkpoint first) {
        return resume(wallet, 2, first);
    }

    private static SuiteResult resume(ConfigurableWallet wallet, int players, Checkpoint first) {
        var config = SuiteRuns.config(wallet, players, List.of()).withPlan(Plans.resumed());
        return new SuiteRunner(config.resuming(first), Progress.none()).run();
    }

    private void assertRestored(List<BigDecimal> before) {
        assertThat(balances()).usingElementComparator(Comparator.naturalOrder()).isEqualTo(before);
    }

    private static CaseResult result(SuiteResult outcome, String id) {
        return outcome.results().stream()
                .filter(each -> each.testCase().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private List<BigDecimal> balances() {
        var accounts = wallet.ledger().books().accounts;
        return Stream.of("acc-1", "acc-2")
                .map(id -> Objects.requireNonNull(accounts.get(id)).balance)
                .toList();
    }
}
