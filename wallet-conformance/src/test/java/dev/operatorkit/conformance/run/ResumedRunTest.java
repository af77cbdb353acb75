package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks a run that leaves rounds open, and the run that resumes it. */
class ResumedRunTest {
    private static final boolean THOROUGH = Boolean.getBoolean("thorough");

    @TempDir
    private Path folder;

    /** Leaves the rounds of the quick plan, or with {@code -Dthorough} those of the full one. */
    @Test
    void a_right_wallet_is_certified_and_gets_back_what_the_first_run_took() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var before = balances(wallet);
            var plan = THOROUGH ? Plans.full() : Plans.quick();
            var first = leave(wallet, plan.cases());
            assertThat(first.movements()).hasSizeGreaterThan(THOROUGH ? 1000 : 20);
            assertThat(first.settlements()).hasSize(8);
            assertThat(balances(wallet)).isNotEqualTo(before);
            for (var i = 0; i < 2; i++) { // a file may be resumed more than once
                var second = resume(wallet, reread(first));
                assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
                assertThat(second.certificate())
                        .isEqualTo(new Certificate(Certificate.Conclusion.CERTIFIED, List.of()));
                assertBalances(wallet, before);
            }
        }
    }

    /** Returns the first aftermath of each case, or all with {@code -Dthorough}. */
    static Collection<Aftermath> aftermaths() {
        return THOROUGH ? List.of(Aftermath.values()) : Aftermath.firstOfEachCase();
    }

    @ParameterizedTest
    @MethodSource("aftermaths")
    void what_a_restart_or_a_pause_must_not_do_fails_its_case(Aftermath aftermath) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var first = leave(wallet, Plans.quick().cases());
            aftermath.applyTo(wallet);
            assertThat(resume(wallet, first).failed()).anySatisfy(result -> {
                assertThat(result.testCase().id()).isEqualTo(aftermath.caseId());
                assertThat(Objects.requireNonNull(result.failure()).rule()).isEqualTo(aftermath.rule());
            });
        }
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

    @Test
    void a_player_who_was_used_meanwhile_is_no_failure_and_no_certificate() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var first = leave(wallet, Plans.quick().cases());
            Aftermath.change(wallet.ledger().books(), "-20.00");
            var second = resume(wallet, first);
            assertThat(second.failed()).isEmpty();
            assertThat(second.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
            assertThat(result(second, "balances-after-the-pause").detail())
                    .contains("needs players whom nobody uses between the two runs: acc-1 had ");
        }
    }

    @Test
    void settlements_need_no_session_and_an_old_token_may_have_expired() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var before = balances(wallet);
            var first = leave(wallet, Plans.quick().cases());
            wallet.ledger().books().sessionsExpired = true;
            var second = resume(wallet, older(first, Duration.ofHours(3)));
            assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
            assertThat(result(second, "late-win-after-the-pause").verdict()).isEqualTo(Verdict.PASSED);
            assertThat(result(second, "late-rollback-after-the-pause").verdict())
                    .isEqualTo(Verdict.PASSED);
            assertThat(result(second, "session-tokens-after-the-pause").detail())
                    .isEqualTo("LAU-10: a token is refused after 3 hours");
            assertThat(second.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
            assertThat(result(second, "first-movements-after-the-pause").detail())
                    .contains("give a fresh one with --token");
            assertBalances(wallet, before);
        }
    }

    @Test
    void one_player_and_a_wallet_without_tombstones_are_enough() {
        try (var wallet = new ConfigurableWallet(WalletVariants.strict(), null)) {
            var config = SuiteRuns.config(wallet, 1, Plans.quick().cases()).leaving(checkpoint -> {});
            var run = new SuiteRunner(config, Progress.none());
            run.run();
            var first = run.checkpoint().orElseThrow();
            assertThat(first.settlements()).hasSize(4);
            var second = new SuiteRunner(
                            SuiteRuns.config(wallet, 1, List.of())
                                    .withPlan(Plans.resumed())
                                    .resuming(first),
                            Progress.none())
                    .run();
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
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var tests = WalletConformance.of(
                    wallet.address(), ConfigurableWallet.SECRET, "secret-token-1", "secret-token-2");
            assertThat(execute(tests.only("zero-payout").leave(file))).isEqualTo(1);
            assertThat(execute(WalletConformance.of(
                                    wallet.address(), ConfigurableWallet.SECRET, "secret-token-1", "secret-token-2")
                            .resume(file)))
                    .isEqualTo(Plans.resumed().cases().size());
        }
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
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            leave(wallet, Plans.quick().cases()).writeTo(file);
            var text = Files.readString(file);
            assertThat(text).doesNotContain("secret-token-", ConfigurableWallet.SECRET);
            requireRefused(text.substring(0, text.length() / 2), "is damaged");
            requireRefused(text + "{}", "is damaged");
            requireRefused(text.replaceFirst("\"amount\" : \"[^\"]+", "\"amount\" : \"1e999999999"), "is damaged");
            requireRefused(text.replaceFirst("\"kind\" : \"DEBIT", "\"kind\" : \"GIFT"), "is damaged");
            requireRefused("", "is not a checkpoint");
            requireRefused("[1, 2]", "is not a checkpoint");
            requireRefused(text.replaceFirst("\"version\" : 3", "\"version\" : 2"), "has version 2");
            var other = leave(wallet, Plans.quick().cases().subList(1, 3));
            assertThatThrownBy(() -> Plans.resuming(other))
                    .hasMessageContaining("this version of the suite does not know");
        }
        try (var other = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var first = Checkpoint.read(file);
            assertThatThrownBy(() -> SuiteRuns.config(other, 2, List.of()).resuming(first))
                    .hasMessageContaining("was left for the wallet");
        }
    }

    @Test
    void a_run_is_resumed_with_the_tokens_of_the_first_one() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var first = leave(wallet, Plans.quick().cases());
            var read = reread(first);
            assertThat(read.tokens()).containsOnly("");
            assertThat(read.withTokens(List.of("another", "secret-token-2", "secret-token-1")))
                    .usingRecursiveComparison()
                    .isEqualTo(first);
            assertThatThrownBy(() -> read.withTokens(List.of("secret-token-1")))
                    .hasMessageContaining("The session token with which the first run played acc-2 is missing.");
        }
    }

    @Test
    void another_first_run_with_the_same_players_fails_no_wallet() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var one = leave(wallet, Plans.quick().cases());
            leave(wallet, Plans.quick().cases());
            var second = resume(wallet, one);
            assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
            assertThat(second.certificate().verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
            assertThat(result(second, "balances-after-the-pause").detail())
                    .contains("needs players whom nobody uses between the two runs")
                    .contains("(as if 1 other run with this player had left)");
        }
    }

    @Test
    void a_file_that_cannot_be_written_at_the_end_leaves_no_round_open_and_no_certificate() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var before = balances(wallet);
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
            assertBalances(wallet, before);
            var books = wallet.ledger().books();
            assertThat(books.openedBy.values())
                    .allSatisfy(debit -> assertThat(books.closed).containsKey(debit.account().id + "/" + debit.id()));
        }
    }

    @Test
    void a_run_that_could_try_nothing_leaves_nothing() {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 30), null)) {
            var before = balances(wallet);
            var run = new SuiteRunner(
                    SuiteRuns.config(wallet, 2, Plans.quick().cases()).leaving(checkpoint -> {}), Progress.none());
            assertThat(run.run().aborted()).contains("No case could run");
            assertThat(run.checkpoint()).isEmpty();
            assertThat(balances(wallet)).isEqualTo(before);
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
                        origin.started().minus(age)),
                first.players(),
                first.movements(),
                first.settlements());
    }

    private static Checkpoint leave(ConfigurableWallet wallet, List<Case> cases) {
        var run = new SuiteRunner(SuiteRuns.config(wallet, 2, cases).leaving(checkpoint -> {}), Progress.none());
        assertThat(run.run().failed()).isEmpty();
        return run.checkpoint().orElseThrow();
    }

    private static SuiteResult resume(ConfigurableWallet wallet, Checkpoint first) {
        var config =
                SuiteRuns.config(wallet, 2, List.of()).withPlan(Plans.resumed()).resuming(first);
        return new SuiteRunner(config, Progress.none()).run();
    }

    private static CaseResult result(SuiteResult outcome, String id) {
        return outcome.results().stream()
                .filter(each -> each.testCase().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static void assertBalances(ConfigurableWallet wallet, List<BigDecimal> expected) {
        assertThat(balances(wallet))
                .usingElementComparator(Comparator.naturalOrder())
                .isEqualTo(expected);
    }

    private static List<BigDecimal> balances(ConfigurableWallet wallet) {
        var balances = new ArrayList<BigDecimal>();
        for (var id : List.of("acc-1", "acc-2")) {
            balances.add(Objects.requireNonNull(wallet.ledger().books().accounts.get(id)).balance);
        }
        return balances;
    }
}
