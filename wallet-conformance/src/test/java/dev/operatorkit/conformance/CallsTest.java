package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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
        assertThat(calls.stream().filter(call -> call.contains("/player?")).count())
                .as("looks at a balance")
                .isLessThan(calls.size() / 4);
    }

    @Test
    void looks_with_nothing_between_share_one_call_even_across_cases() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            run(
                    wallet,
                    List.of(
                            probe("first", t -> {
                                t.requireUnmoved(t.balance(), "WAL-2", "");
                                t.requireUnmoved(t.balance(), "WAL-2", "");
                            }),
                            probe("second", t -> {
                                var before = t.balance();
                                t.bet(2);
                                t.requireMoved(before, t.units(-2), "WAL-4", "");
                            }),
                            probe("third", t -> t.requireUnmoved(t.balance(), "WAL-2", ""))));
        }
        // The preflight looks, the first case does, and the second after its bet; the end rolls back and looks once
        // more.
        assertThat(calls.stream().map(call -> call.replaceAll("[?].*", "")))
                .containsExactly(
                        "GET /wallet/player",
                        "GET /wallet/player",
                        "POST /wallet/debit",
                        "GET /wallet/player",
                        "POST /wallet/rollback",
                        "GET /wallet/player");
    }

    @Test
    void a_look_that_needed_no_call_explains_a_wrong_balance() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            var outcome = run(
                    wallet,
                    List.of(probe("first", t -> t.requireUnmoved(t.balance(), "WAL-2", "")), probe("second", t -> {
                        var before = t.balance();
                        var bet = t.bet(2);
                        t.send(bet.debit());
                        t.requireMoved(before, t.units(-2), "IDM-1", "");
                    })));
            assertThat(calls.stream().limit(3).filter(call -> call.contains("/player?")))
                    .as("the preflight looks, the first case does, and the second shares its look")
                    .hasSize(2);
            var failure = outcome.failed().getFirst().failure();
            assertThat(Objects.requireNonNull(failure).chain()).hasValueSatisfying(chain -> {
                assertThat(chain.steps())
                        .extracting(BalanceChain.Step::note)
                        .containsExactly("", "of 0.02 EUR, sent again");
                assertThat(chain.actual()).isLessThan(chain.expected());
            });
        }
    }

    @Test
    void rounds_that_cases_leave_open_are_rolled_back_before_the_player_lacks_money() {
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
                    .isZero();
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
                    public void onStart(int count, List<Player> players) {}

                    @Override
                    public void onCaseEnd(CaseResult result) {}

                    @Override
                    public void onExchange(String caseId, Exchange exchange) {
                        calls.add(exchange.request().method() + " "
                                + exchange.request().target());
                    }
                })
                .run();
    }
}
