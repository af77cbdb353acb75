package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.WalletVariants;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks how many calls a run makes and reports: each call to a slow wallet costs the tester time. */
class CallsTest {
    private static final int MOST = 9000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    @Test
    void the_whole_plan_makes_a_bounded_number_of_calls() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            run(wallet, Plans.full().cases());
        }
        // Random rounds and races have a budget of time, so that a fast machine makes more calls.
        assertThat(calls.size()).isBetween(3000, MOST);
    }

    @Test
    void rounds_that_cases_leave_open_are_rolled_back_after_each_case() {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("", "EUR", 2, 100), null)) {
            var cases = new ArrayList<Case>();
            for (var i = 0; i < 30; i++) {
                cases.add(probe("probe-" + i, t -> t.bet(5)));
            }
            var outcome = run(wallet, cases);
            assertThat(outcome.results()).extracting(CaseResult::verdict).containsOnly(Verdict.PASSED);
            assertThat(outcome.results())
                    .extracting(CaseResult::unreturnedBalance)
                    .containsOnly("");
        }
        assertThat(calls.stream().filter(call -> call.contains("/rollback"))).hasSize(30);
    }

    @Test
    void a_wire_log_holds_every_exchange_with_its_case_and_no_token() throws IOException {
        var log = folder.resolve("wire.jsonl");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var arguments = new String[] {
                "--wallet",
                wallet.address(),
                "--secret-file",
                Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET)
                        .toString(),
                "--token",
                "secret-token-1",
                "--game",
                "game",
                "--only",
                "replayed-debit",
                "--rule",
                "IDM-2",
                "--rule",
                "RND-4",
                "--wire-log",
                log.toString()
            };
            var writer = new PrintWriter(new StringWriter());
            assertThat(new CommandLine(new ConformanceCommand())
                            .setOut(writer)
                            .setErr(writer)
                            .execute(arguments))
                    .isEqualTo(3);
        }
        var lines = Files.readAllLines(log);
        assertThat(lines).hasSizeGreaterThan(5).allSatisfy(line -> {
            var exchange = new ObjectMapper().readTree(line);
            assertThat(exchange.path("case").asText()).isIn("", "replayed-debit");
            assertThat(exchange.path("at").asText()).startsWith("20");
            assertThat(exchange.path("sent").asText()).contains("HTTP/1.1");
            assertThat(exchange.path("received").asText()).startsWith("HTTP/1.1 ");
        });
        assertThat(lines.toString())
                .contains("$TOKEN", "POST /wallet/rollback")
                .doesNotContain("secret-token-1", ConfigurableWallet.SECRET);
    }

    private static Case probe(String id, Script script) {
        return Case.of(id, "A case of this test", "WAL-4", script);
    }

    private SuiteResult run(ConfigurableWallet wallet, List<Case> cases) {
        var config = SuiteConfig.of(
                        wallet.address(),
                        ConfigurableWallet.SECRET,
                        List.of("secret-token-1"),
                        new Plan("chosen", "1", cases))
                .withGame("game");
        return new SuiteRunner(config, new Progress() {
                    @Override
                    public void onExchange(String caseId, Exchange exchange) {
                        calls.add(exchange.request().method() + " "
                                + exchange.request().target());
                    }
                })
                .run();
    }
}
