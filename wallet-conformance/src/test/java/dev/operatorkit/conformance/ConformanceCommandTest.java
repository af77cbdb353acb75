package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.ResultsFile;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks the command's contract: options, exit codes and report files. */
class ConformanceCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void a_correct_wallet_exits_with_0_and_writes_three_files() throws Exception {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--seed", "7", "--report", folder.toString()))
                    .isZero();
        }
        assertThat(out.toString())
                .contains("debit-subtracts-the-stake", "seed 7", "CERTIFIED for the plan quick 1, specification 1.0.0")
                .doesNotContain("\u001b[", "INCOMPLETE");
        var results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
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
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("\"verdict\" : \"CERTIFIED\"", "\"latencies\":[")
                .doesNotContain("secret-token-1", ConfigurableWallet.SECRET, " src=");
    }

    @Test
    void a_partial_run_is_incomplete_and_the_reports_name_the_tester_and_the_wallet() throws Exception {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var arguments = new String[] {
                "--plan",
                "money",
                "--rule",
                "WAL-9",
                "--report",
                folder.toString(),
                "--tester",
                "A. Tester",
                "--wallet-name",
                "Other wallet",
                "--wallet-version",
                "1.2.3",
                "--environment",
                "staging"
            };
            assertThat(run(wallet, arguments)).isZero();
        }
        assertThat(out.toString()).contains("INCOMPLETE for the plan money 1", "of the plan money (");
        var results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(results.path("verdict").asText()).isEqualTo("INCOMPLETE");
        assertThat(results.path("cases"))
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.path("rules").toString()).contains("WAL-9"));
        for (var file : List.of("results.json", "junit.xml", "report.html")) {
            assertThat(Files.readString(folder.resolve(file)))
                    .contains("A. Tester", "Other wallet", "1.2.3", "staging", "INCOMPLETE");
        }
    }

    @Test
    void a_waiver_is_shown_in_every_report_and_an_unknown_plan_or_rule_exits_with_2() throws Exception {
        var waivers = Files.writeString(folder.resolve("waivers.txt"), "zero-* 2099-12-31 shown <everywhere>\n");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--waivers", waivers.toString(), "--report", folder.toString()))
                    .isZero();
            assertThat(out.toString()).contains("waiver: zero-* until 2099-12-31: shown <everywhere>");
            for (var file : List.of("results.json", "junit.xml", "report.html")) {
                assertThat(Files.readString(folder.resolve(file))).contains("2099-12-31", "everywhere");
            }
            assertThat(run(wallet, "--plan", "fast")).isEqualTo(2);
            assertThat(run(wallet, "--rule", "NO-RULE")).isEqualTo(2);
        }
    }

    @Test
    void an_error_of_the_server_sends_the_reader_to_its_log_first_everywhere() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.ANSWERS_500_TO_MISSING_HEADERS)) {
            assertThat(run(wallet, "--only", "missing-signature-*", "--report", folder.toString()))
                    .isEqualTo(1);
        }
        assertThat(List.of(out.toString(), Files.readString(folder.resolve("junit.xml"))))
                .allSatisfy(text -> assertThat(text).contains("server error: read its log first."));
    }

    @Test
    void a_faulty_wallet_exits_with_1_and_an_explanation() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            assertThat(run(wallet, "--only", "replayed-debit", "--report", folder.toString()))
                    .isEqualTo(1);
        }
        assertThat(out.toString())
                .contains("FAILED", "expected  ", "actual    ", "rule      IDM-", "hint      ")
                .contains("failed   a rule of the specification is broken");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("NOT CERTIFIED", "replayed-debit", "X-Svc-Signature");
    }

    @Test
    void a_wrong_balance_is_explained_by_its_movements() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.PAYS_ROUND_TWICE)) {
            assertThat(run(wallet, "--rule", "RND-4")).isEqualTo(1);
        }
        assertThat(out.toString())
                .containsPattern(
                        "balance   [0-9.]+ EUR .*, of [0-9.]+ EUR, the round is closed\\) = expected [0-9.]+ EUR, the"
                                + " wallet says [0-9.]+ EUR");
    }

    @Test
    void each_difference_from_a_recommendation_is_listed_and_results_are_explained() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.strict(), null)) {
            assertThat(run(wallet, "--only", "negative-stake", "--only", "zero-payout"))
                    .isZero();
        }
        assertThat(out.toString())
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
    void two_names_of_a_plan_are_wrong_usage() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--plan", "full")).isEqualTo(2);
        }
        assertThat(out.toString()).contains("--quick and --plan full name two plans");
    }

    @Test
    void an_expected_failure_does_not_count_and_a_fixed_one_is_reported() throws IOException {
        var expected = Files.writeString(folder.resolve("expected.txt"), "replayed-debit # known\nzero-payout\n");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            assertThat(run(
                            wallet,
                            "--only",
                            "replayed-debit",
                            "--only",
                            "zero-payout",
                            "--expected-failures",
                            expected.toString()))
                    .isZero();
        }
        assertThat(out.toString()).contains("replayed-debit (expected)", "No longer fails: zero-payout");
        var wrong = Files.writeString(folder.resolve("wrong.txt"), "no-such-case\n");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--expected-failures", wrong.toString()))
                    .isEqualTo(2);
        }
    }

    @Test
    void the_cases_of_several_rules_are_run_and_rules_that_match_nothing_are_refused() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--rule", "WAL-9", "--rule", "LAU-10", "--report", folder.toString()))
                    .isZero();
            var cases = ResultsFile.read(folder).keySet();
            assertThat(cases)
                    .contains("zero-payout", "player-can-be-asked-again")
                    .doesNotContain("debit-is-stored");
            assertThat(run(wallet, "--rule", "WAL-9", "--rule", "WAL")).isEqualTo(2);
            assertThat(out.toString()).contains("No case of the plan full checks --rule WAL.");
            assertThat(run(wallet, "--rule", "WAL-9", "--only", "debit-is-stored"))
                    .isEqualTo(2);
            assertThat(out.toString()).contains("matches both --only debit-is-stored and --rule WAL-9.");
        }
    }

    @Test
    void failed_cases_are_rerun_and_two_reports_are_compared() throws IOException {
        var before = folder.resolve("before");
        var after = folder.resolve("after");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            run(wallet, "--only", "replayed-*", "--report", before.toString());
        }
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--failed-of", before.toString(), "--report", after.toString()))
                    .isZero();
        }
        assertThat(execute("diff", before.toString(), after.toString())).isZero();
        assertThat(out.toString()).contains("fixed    replayed-debit: FAILED -> ");
        assertThat(execute("diff", after.toString(), before.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("broken   replayed-debit: ");
    }

    @Test
    void an_unreachable_wallet_and_a_rejected_token_exit_with_3() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(execute("--wallet", wallet.address(), "--secret-file", secret(), "--token", "nobody's"))
                    .isEqualTo(3);
            assertThat(out.toString()).contains("The wallet rejected the token");
        }
        try (var unused = new Socket()) {
            // A port that is bound but not listening refuses connections, and no server of another test can get it.
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var address = "http://127.0.0.1:" + unused.getLocalPort();
            assertThat(execute("--wallet", address, "--secret-file", secret(), "--token", "any"))
                    .isEqualTo(3);
        }
        assertThat(out.toString()).contains("cannot be reached");
    }

    @Test
    void players_without_money_exit_with_3_because_no_case_can_run() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 0), null)) {
            assertThat(run(wallet, "--only", "replayed-*")).isEqualTo(3);
        }
        assertThat(out.toString()).contains("No case could run", "needs 0.60 EUR");
    }

    @Test
    void a_wallet_that_expects_another_signed_path_fails_with_the_diagnosis() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.REQUIRES_PATH_WITHOUT_PREFIX)) {
            assertThat(run(wallet, "--quick")).isEqualTo(1);
        }
        assertThat(out.toString()).contains("the signed path lacks the prefix");
    }

    @Test
    void wrong_usage_exits_with_2() throws IOException {
        assertThat(execute()).isEqualTo(2);
        assertThat(execute("--wallet", "ftp://x", "--secret-file", secret(), "--token", "t"))
                .isEqualTo(2);
        assertThat(execute("--list", "--only", "no-such-case")).isEqualTo(2);
    }

    @Test
    void cases_are_listed_without_a_wallet() {
        assertThat(execute("--list", "--only", "replay-*")).isZero();
        assertThat(out.toString())
                .contains("replay-returns-the-stored-balance", "IDM-2")
                .doesNotContain("zero-payout ");
    }

    @Test
    void an_expired_waiver_is_shown_as_one_without_effect() throws IOException {
        var waivers = Files.writeString(
                folder.resolve("waivers"), "replayed-debit 2020-01-01 no ledger\nzero-* 2999-01-01 no\n");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            run(wallet, "--quick", "--waivers", waivers.toString(), "--report", folder.toString());
        }
        assertThat(out.toString())
                .contains("waiver: replayed-debit until 2020-01-01 (expired, without effect): no ledger")
                .contains("waiver: zero-* until 2999-01-01: no");
        var results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(results.path("waivers").get(0).path("expired").asBoolean()).isTrue();
        assertThat(results.path("waivers").get(1).has("expired")).isFalse();
    }

    @Test
    void a_run_leaves_a_file_and_another_resumes_it_with_reports_of_its_own() throws Exception {
        var left = folder.resolve("left.json").toString();
        var bundle = folder.resolve("bundle.zip").toString();
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--leave", left)).isZero();
            assertThat(out.toString()).contains("8 open rounds in " + left, "run the suite with --resume " + left);
            assertThat(run(wallet, "--resume", left, "--report", folder.toString()))
                    .isZero();
            assertThat(out.toString()).contains("CERTIFIED for the plan resumed 1", "late-win-after-the-pause");
            assertThat(run(wallet, "--resume", left, "--plan", "resumed", "--rule", "WAL-8"))
                    .isZero();
            assertThat(execute("verify", bundle)).isZero();
        }
        var results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(results.path("verdict").asText()).isEqualTo("CERTIFIED");
        assertThat(results.path("plan").path("name").asText()).isEqualTo("resumed");
        assertThat(results.path("options").path("resumed").asText())
                .contains("of the plan quick 1, CERTIFIED, from 20")
                .endsWith("SHA-256 of the file " + Plan.sha256(Files.readAllBytes(Path.of(left))));
        assertThat(results.path("notTested")).isEmpty();
        for (var file : List.of("results.json", "junit.xml", "report.html")) {
            assertThat(Files.readString(folder.resolve(file)))
                    .contains("late-rollback-after-the-pause")
                    .doesNotContain("secret-token-");
        }
    }

    @Test
    void a_run_that_stops_after_failed_cases_exits_with_1_and_says_why() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 100), Defect.LOSES_CREDITS)) {
            assertThat(run(wallet)).isEqualTo(1);
        }
        assertThat(out.toString()).contains("NOT CERTIFIED", "failed: ", "The run did not complete: ");
    }

    @Test
    void a_full_plan_says_what_only_two_runs_can_test() throws Exception {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--only", "zero-payout", "--report", folder.toString()))
                    .isZero();
        }
        assertThat(out.toString())
                .contains("Not tested: 10 cases about a restart or a pause. That needs two runs: one"
                        + " with --leave FILE");
        var results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(results.path("notTested"))
                .hasSize(10)
                .allSatisfy(each -> assertThat(each.path("detail").asText()).contains("--resume FILE"));
        for (var file : List.of("junit.xml", "report.html")) {
            assertThat(Files.readString(folder.resolve(file))).contains("late-win-after-the-pause", "--leave FILE");
        }
    }

    private int run(ConfigurableWallet wallet, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of(
                "--wallet",
                wallet.address(),
                "--secret-file",
                secret(),
                "--token",
                "secret-token-1",
                "--token",
                "secret-token-2"));
        arguments.addAll(List.of(more));
        return execute(arguments.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        var line = new CommandLine(new ConformanceCommand());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        return line.execute(arguments);
    }

    private String secret() throws IOException {
        return Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET + "\n")
                .toString();
    }
}
