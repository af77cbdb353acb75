package dev.operatorkit.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the command's contract: options, exit codes and report files. */
@SuppressWarnings("NullAway.Init") // JUnit and the method before each test set the fields
class ConformanceCommandTest {
    private static final List<String> REPORTS = List.of("results.json", "junit.xml", "report.html");

    @TempDir
    Path folder;

    private CommandRun command;

    @AutoClose
    private ConfigurableWallet wallet;

    @BeforeEach
    void start() {
        command = new CommandRun(folder);
        wallet = ConfigurableWallet.correct();
    }

    @Test
    void a_correct_wallet_exits_with_0_and_writes_three_files() throws Exception {
        assertThat(run("--quick", "--seed", "7", "--report", folder.toString())).isZero();
        assertThat(command.printed())
                .contains("debit-subtracts-the-stake", "seed 7", "CERTIFIED for the plan quick 1, specification 1.0.0")
                .doesNotContain("\u001b[", "INCOMPLETE");
        var results = results();
        assertThat(results.path("suite").asText()).startsWith("OperatorKit conformance");
        assertThat(results.path("seed").asLong()).isEqualTo(7);
        assertThat(results.path("verdict").asText()).isEqualTo("CERTIFIED");
        assertThat(results.path("reasons")).isEmpty();
        assertThat(results.path("specification").asText()).isEqualTo("1.0.0");
        assertThat(results.path("plan").path("name").asText()).isEqualTo("quick");
        assertThat(results.path("plan").path("cases").asInt()).isEqualTo(10);
        assertThat(results.path("options").path("tokens").asText()).isEqualTo("2");
        assertThat(results.path("cases")).hasSize(10).allSatisfy(c -> {
            assertThat(c.path("result").asText()).isIn("PASSED", "OBSERVED");
            assertThat(c.path("rules").isArray() && c.path("millis").isNumber() && c.has("detail"))
                    .isTrue();
        });
        assertThat(results.path("summary").path("failed").asInt()).isZero();
        var junit = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("junit.xml").toFile());
        assertThat(junit.getElementsByTagName("testcase").getLength()).isEqualTo(10);
        assertThat(report("report.html"))
                .contains("\"verdict\" : \"CERTIFIED\"", "\"latencies\":[")
                .doesNotContain("secret-token-1", ConfigurableWallet.SECRET, " src=");
    }

    @Test
    void a_partial_run_is_incomplete_and_the_reports_name_the_tester_and_the_wallet() throws Exception {
        var options = "--plan money --rule WAL-9 --tester Tess --wallet-name Other --wallet-version 1.2.3 --environment"
                + " staging --report " + folder;
        assertThat(run(options.split(" "))).isEqualTo(3);
        assertThat(command.printed()).contains("INCOMPLETE for the plan money 1", "of the plan money (");
        var results = results();
        assertThat(results.path("verdict").asText()).isEqualTo("INCOMPLETE");
        assertThat(results.path("cases"))
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.path("rules").toString()).contains("WAL-9"));
        for (var file : REPORTS) {
            assertThat(report(file)).contains("Tess", "Other", "1.2.3", "staging", "INCOMPLETE");
        }
    }

    @Test
    void a_faulty_wallet_exits_with_1_and_an_explanation() throws IOException {
        assertThat(runAgainst(Defect.APPLIES_DEBITS_AGAIN, "--only", "replayed-debit", "--report", folder.toString()))
                .isEqualTo(1);
        assertThat(command.printed())
                .contains("FAILED", "expected  ", "actual    ", "rule      IDM-", "hint      ")
                .contains("failed   a rule of the specification is broken");
        assertThat(report("report.html")).contains("NOT CERTIFIED", "replayed-debit", "X-Svc-Signature");
    }

    @Test
    void each_difference_from_a_recommendation_is_listed_and_results_are_explained() throws IOException {
        runAgainst(WalletVariants.strict(), null, "--only", "negative-stake", "--only", "zero-payout");
        assertThat(command.printed())
                .contains("observed, differs from the recommendation: 1 (")
                .contains("  D-20: a negative stake: status 400 (differs from the recommendation: refuse with 422)")
                .contains("observed every check passed; the specification leaves a point open");
    }

    @Test
    void an_earlier_report_is_removed_before_a_run_that_may_be_stopped() throws IOException {
        var report = folder.resolve("earlier");
        for (var name : List.of("results.json", "junit.xml", "report.html", "bundle.zip", "notes.txt")) {
            Files.writeString(Files.createDirectories(report).resolve(name), "of an earlier run");
        }
        Reports.prepare(report);
        try (var left = Files.list(report)) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("notes.txt");
        }
    }

    @Test
    void an_expected_failure_does_not_count_and_a_fixed_one_is_reported() throws IOException {
        var expected = Files.writeString(folder.resolve("expected.txt"), "replayed-debit # known\nzero-payout\n");
        var options = "--only replayed-debit --only zero-payout --accept incomplete --expected-failures " + expected;
        assertThat(runAgainst(Defect.APPLIES_DEBITS_AGAIN, options.split(" "))).isZero();
        assertThat(command.printed()).contains("replayed-debit (expected)", "No longer fails: zero-payout");
        Files.writeString(expected, "no-such-case\n");
        assertThat(run("--quick", "--expected-failures", expected.toString())).isEqualTo(2);
    }

    @Test
    void the_cases_of_several_rules_are_run_and_rules_that_match_nothing_are_refused() throws IOException {
        assertThat(run("--rule", "WAL-9", "--rule", "LAU-10", "--report", folder.toString()))
                .isEqualTo(3);
        var cases = results().path("cases").findValuesAsText("id");
        assertThat(cases).contains("zero-payout", "player-can-be-asked-again").doesNotContain("debit-is-stored");
        assertThat(run("--rule", "WAL-9", "--rule", "WAL")).isEqualTo(2);
        assertThat(command.printed()).contains("No case of the plan full checks --rule WAL.");
        assertThat(run("--rule", "WAL-9", "--only", "debit-is-stored")).isEqualTo(2);
        assertThat(command.printed()).contains("matches both --only debit-is-stored and --rule WAL-9.");
    }

    @Test
    void an_unreachable_wallet_and_a_rejected_token_exit_with_3() throws IOException {
        assertThat(command.testWith(List.of("unknown"), wallet.address())).isEqualTo(3);
        assertThat(command.printed()).contains("The wallet rejected the token: status 403");
        try (var unused = new Socket()) {
            // A port that is bound but not listening refuses connections, and no server of another test can get it.
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var address = "http://127.0.0.1:" + unused.getLocalPort();
            assertThat(command.testWith(List.of("any"), address)).isEqualTo(3);
        }
        assertThat(command.printed()).contains("cannot be reached");
    }

    @Test
    void a_wallet_that_expects_another_signed_path_fails_with_the_diagnosis() throws IOException {
        assertThat(runAgainst(Defect.REQUIRES_PATH_WITHOUT_PREFIX, "--quick")).isEqualTo(1);
        assertThat(command.printed()).contains("the signed path lacks the prefix");
        try (var differing = ConfigurableWallet.with(Defect.ACCEPTS_PATH_WITHOUT_PREFIX)) {
            var first = List.of(401).iterator();
            differing.fail(request -> first.hasNext() ? first.next() : 0);
            assertThat(command.test(differing, "--quick")).isEqualTo(3);
            assertThat(command.printed()).contains("once and accepted it later", "nodes whose secret");
        }
    }

    @Test
    void a_wallet_that_writes_bodies_again_fails_with_what_it_verifies() throws IOException {
        assertThat(runAgainst(Defect.REQUIRES_COMPACT_BODY, "--quick")).isEqualTo(1);
        assertThat(command.printed())
                .contains("body not verified as received", "accepts a signature over {\"transactionId\":\"");
        assertThat(runAgainst(Defect.REQUIRES_SPACED_BODY, "--plan", "money")).isEqualTo(3);
        assertThat(command.printed())
                .contains(
                        "SIG-5: ", "body not verified as received", "accepts a signature over {\"transactionId\": \"");
    }

    @Test
    void tokens_are_read_from_a_file_and_one_that_is_missing_is_wrong_usage() throws IOException {
        var file = Files.writeString(folder.resolve("tokens"), "\nsecret-token-1\n  secret-token-2 \n");
        var only = List.of(
                "--token-file", file.toString(), "--only", "player-can-be-asked-again", "--accept", "incomplete");
        assertThat(command.testWith(List.of(), wallet.address(), only.toArray(String[]::new)))
                .isZero();
        assertThat(command.printed()).contains("acc-1 (EUR) and acc-2 (EUR)");
        assertThat(command.testWith(List.of(), wallet.address(), "--token-file", file + "-missing"))
                .isEqualTo(2);
    }

    @Test
    void wrong_usage_exits_with_2() throws IOException {
        assertThat(command.execute()).isEqualTo(2);
        assertThat(command.testWith(List.of("t"), "ftp://x")).isEqualTo(2);
        assertThat(command.execute("--list", "--only", "no-such-case")).isEqualTo(2);
    }

    @Test
    void cases_are_listed_without_a_wallet() {
        assertThat(command.execute("--list", "--only", "replay-*")).isZero();
        assertThat(command.printed())
                .contains("replay-returns-the-stored-balance", "IDM-2")
                .doesNotContain("zero-payout ");
    }

    @Test
    void waivers_are_shown_in_every_report_and_an_expired_one_is_without_effect() throws IOException {
        var waivers = Files.writeString(
                folder.resolve("waivers"), "zero-* 2099-12-31 <everywhere>\nreplayed-debit 2020-01-01 no ledger\n");
        assertThat(run("--quick", "--waivers", waivers.toString(), "--report", folder.toString()))
                .isZero();
        assertThat(command.printed())
                .contains("waiver: zero-* until 2099-12-31: <everywhere>")
                .contains("waiver: replayed-debit until 2020-01-01 (expired, without effect): no ledger");
        for (var file : REPORTS) {
            assertThat(report(file)).contains("2099-12-31", "everywhere");
        }
        assertThat(results().path("waivers").get(0).has("expired")).isFalse();
        assertThat(results().path("waivers").get(1).path("expired").asBoolean()).isTrue();
    }

    @Test
    void an_incomplete_run_exits_with_0_when_that_is_accepted_and_a_case_was_tried() throws IOException {
        var accept = new String[] {"--plan", "money", "--only", "replayed-debit", "--accept", "incomplete"};
        assertThat(run(accept)).isZero();
        assertThat(runAgainst(Defect.APPLIES_DEBITS_AGAIN, accept)).isEqualTo(1);
        assertThat(command.testWith(List.of("unknown"), wallet.address(), accept))
                .isEqualTo(3);
        assertThat(runAgainst(WalletVariants.of("/wallet", "EUR", 2, 0), null, accept))
                .isEqualTo(3);
        assertThat(command.printed()).contains("No case could run", "needs 0.60 EUR");
    }

    @Test
    void the_advice_names_the_log_of_a_wallet_that_closes_every_connection() throws IOException {
        wallet.fail(request -> -1);
        assertThat(run("--quick")).isEqualTo(3);
        assertThat(command.printed())
                .contains("accepts connections and closes them without a response. See the wallet's log.")
                .doesNotContain("Start the wallet");
    }

    @ParameterizedTest
    @CsvSource({
        "--plan fast, There is no plan called fast",
        "--rule NO-RULE, checks --rule NO-RULE",
        "--quick --plan full, --quick and --plan full name two plans",
        "--accept anything, --accept takes the verdict incomplete and no other",
        "--plan resumed, needs two runs",
        "--leave FOLDER/b/c, cannot be written",
        "--resume FOLDER/none, does not exist",
        "--leave x --resume x, are for two different runs",
        "--report FOLDER/secret.txt, secret.txt is a file. Name a folder.",
        "--waivers FOLDER, is a folder",
    })
    void wrong_usage_is_explained_in_a_sentence(String options, String sentence) throws IOException {
        assertThat(run(options.replace("FOLDER", folder.toString()).split(" "))).isEqualTo(2);
        assertThat(command.printed()).contains(sentence).doesNotContain("Exception");
    }

    @Test
    void the_report_of_a_second_run_says_that_the_first_one_was_not_certified() throws Exception {
        var left = folder.resolve("left.json").toString();
        try (var faulty = ConfigurableWallet.with(Defect.STORES_NO_ZERO_PAYOUTS)) {
            assertThat(command.test(faulty, "--quick", "--leave", left)).isEqualTo(1);
            command.test(faulty, "--resume", left, "--report", folder.toString());
        }
        assertThat(command.printed()).contains("Resumes the run ", "of the plan quick 1, NOT CERTIFIED, from ");
        for (var file : REPORTS) {
            assertThat(report(file)).contains("of the plan quick 1, NOT CERTIFIED, from ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"precious.json", "", "none/run.json", "/dev/null"})
    void a_file_that_cannot_be_left_exits_2_before_any_money_moves(String name) throws IOException {
        var precious = Files.writeString(folder.resolve("precious.json"), "{\"precious\":1}");
        assertThat(run("--quick", "--leave", folder.resolve(name).toString())).isEqualTo(2);
        assertThat(command.printed()).contains(folder.resolve(name) + " ");
        assertThat(wallet.ledger().books().entries).isEmpty();
        assertThat(precious).hasContent("{\"precious\":1}");
    }

    @Test
    void a_run_leaves_a_file_and_another_resumes_it_with_its_reports() throws Exception {
        var left = folder.resolve("left.json").toString();
        var bundle = folder.resolve("bundle.zip").toString();
        assertThat(run("--quick", "--leave", left)).isZero();
        assertThat(command.printed()).contains("8 open rounds in " + left, "run the suite with --resume " + left);
        assertThat(run("--resume", left, "--report", folder.toString())).isZero();
        assertThat(command.printed()).contains("CERTIFIED for the plan resumed 1", "late-win-after-the-pause");
        assertThat(run("--resume", left, "--plan", "resumed", "--rule", "WAL-8", "--accept", "incomplete"))
                .isZero();
        assertThat(command.execute("verify", bundle)).isZero();
        var results = results();
        assertThat(results.path("verdict").asText()).isEqualTo("CERTIFIED");
        assertThat(results.path("plan").path("name").asText()).isEqualTo("resumed");
        assertThat(results.path("options").path("resumed").asText())
                .contains("of the plan quick 1, CERTIFIED, from 20")
                .endsWith("SHA-256 of the file " + Plan.sha256(Files.readAllBytes(Path.of(left))));
        assertThat(results.path("notTested")).isEmpty();
        for (var file : REPORTS) {
            assertThat(report(file)).contains("late-rollback-after-the-pause").doesNotContain("secret-token-");
        }
        assertThat(run("--resume", left, "--quick")).isEqualTo(2);
        assertThat(runAgainst(WalletVariants.usual(), null, "--resume", left)).isEqualTo(2);
        assertThat(command.printed()).contains("not quick", "was left for the wallet");
    }

    @Test
    void a_run_that_stops_after_failed_cases_exits_with_1_and_says_why() throws IOException {
        assertThat(runAgainst(WalletVariants.of("/wallet", "EUR", 2, 100), Defect.LOSES_CREDITS))
                .isEqualTo(1);
        assertThat(command.printed()).contains("NOT CERTIFIED", "failed: ", "The run did not complete: ");
    }

    @Test
    void a_full_plan_says_what_only_two_runs_can_test() throws Exception {
        run("--only", "zero-payout", "--report", folder.toString());
        assertThat(command.printed())
                .contains("Not tested: 10 cases about a restart or a pause. That needs two runs: one"
                        + " with --leave FILE");
        var results = results();
        assertThat(results.path("notTested"))
                .hasSize(10)
                .allSatisfy(each -> assertThat(each.path("detail").asText()).contains("--resume FILE"));
        for (var file : List.of("junit.xml", "report.html")) {
            assertThat(report(file)).contains("late-win-after-the-pause", "--leave FILE");
        }
    }

    private int run(String... more) throws IOException {
        return command.test(wallet, more);
    }

    private int runAgainst(WalletVariants variants, @Nullable Defect defect, String... more) throws IOException {
        try (var other = new ConfigurableWallet(variants, defect)) {
            return command.test(other, more);
        }
    }

    private int runAgainst(Defect defect, String... more) throws IOException {
        return runAgainst(WalletVariants.usual(), defect, more);
    }

    private JsonNode results() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    }

    private String report(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
