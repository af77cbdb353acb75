package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the data of the reports; what {@code report.html} shows of it is checked where a browser is. */
class ReportsTest {
    private static final List<String> TOKENS = List.of("secret-token-1", "secret-token-2");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        var all = Plans.full().cases();
        write("green", WalletVariants.usual(), null, all, TOKENS);
        write("red", WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN, all, TOKENS);
        var status = CaseCatalogue.cases().stream()
                .filter(each ->
                        each.id().matches("negative-stake|missing-stake|zero-payout|debit-id-of-another-player"))
                .toList();
        write("strict", WalletVariants.strict(), null, status, TOKENS.subList(0, 1));
    }

    private static void write(
            String name, WalletVariants variants, @Nullable Defect defect, List<Case> cases, List<String> tokens)
            throws IOException {
        try (var wallet = new ConfigurableWallet(variants, defect)) {
            var config = SuiteConfig.of(wallet.address(), ConfigurableWallet.SECRET, tokens, Plans.full())
                    .withGame("game")
                    .withCases(cases, 42)
                    // No case of the strict run has this decision.
                    .withDescription(new RunDescription("A. Tester", "</script><b>&", "1.2.3", "staging (D-36)"));
            var outcome = new SuiteRunner(config, Progress.none()).run();
            Reports.write(folder.resolve(name), outcome, new TokenMask(tokens), ExpectedFailures.none());
        }
    }

    private static String read(String name, String file) throws IOException {
        return Files.readString(folder.resolve(name).resolve(file));
    }

    private static JsonNode results(String name) throws IOException {
        return new ObjectMapper().readTree(read(name, "results.json"));
    }

    /** Returns the JSON that the page contains under this id. */
    private static JsonNode inlined(String name, String id) throws IOException {
        var start = "<script type=\"application/json\" id=\"" + id + "\">";
        var page = read(name, "report.html");
        var from = page.indexOf(start);
        assertThat(from).as(id).isPositive();
        return new ObjectMapper().readTree(page.substring(from + start.length(), page.indexOf('<', from + 1)));
    }

    private static List<JsonNode> cases(String name) throws IOException {
        return StreamSupport.stream(results(name).path("cases").spliterator(), false)
                .toList();
    }

    @Test
    void a_green_run_makes_a_bounded_number_of_calls_and_its_report_has_at_most_two_megabytes() throws IOException {
        assertThat(results("green").path("verdict").asText()).isEqualTo("CERTIFIED");
        // Random rounds and races have a budget of time, so that a fast machine makes more calls.
        assertThat(cases("green").stream()
                        .mapToInt(each -> each.path("exchanges").asInt())
                        .sum())
                .isBetween(3000, 9000);
        assertThat(read("green", "report.html").getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(2_000_000);
    }

    @Test
    void the_page_contains_the_results_and_what_else_it_shows() throws IOException {
        for (var name : List.of("green", "red", "strict")) {
            assertThat(inlined(name, "results")).as(name).isEqualTo(results(name));
            var context = inlined(name, "context");
            assertThat(context.path("areas").findValuesAsText("title")).contains("Debit", "Types of fields");
            assertThat(context.path("rules").path("IDM-1").path("text").asText())
                    .isEqualTo(Rules.textOf("IDM-1"));
            assertThat(context.path("rules").path("D-36").path("point").asText())
                    .isEqualTo(Rules.openPointOf("D-36"));
            assertThat(context.path("notProvable").has("SIG-11")).isTrue();
            assertThat(context.path("latencies")).isNotEmpty();
            for (var each : cases(name)) {
                var exchanges = each.has("failure")
                        ? each.path("exchangesOfTheFailure")
                        : context.path("exchanges").path(each.path("id").asText());
                assertThat(exchanges.isEmpty()).isEqualTo(each.path("exchanges").asInt() == 0);
            }
        }
        assertThat(inlined("red", "context").path("curl").path("replayed-debit").asText())
                .contains("bin/simulator sign", "\"$TOKEN1\"");
    }

    @Test
    void the_page_needs_no_other_file_and_allows_no_other_script_or_style() throws IOException {
        var page = read("green", "report.html");
        var script = page.substring(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));
        var style = page.substring(page.indexOf("<style>") + 7, page.indexOf("</style>"));
        assertThat(page)
                .contains("default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + InlineSource.of(style)
                        + "; script-src " + InlineSource.of(script) + "\"")
                .contains("<title>CERTIFIED: conformance of the wallet http://", "<noscript>", "results.json")
                .doesNotContain("</script><b>", " src=", "url(", "@import", "<link", "http-equiv=\"refresh", " style=");
        assertThat(Reports.scriptSource()).isEqualTo(InlineSource.of(script));
    }

    @Test
    void a_wrong_balance_is_explained_by_the_shortest_chain_of_movements() throws IOException {
        var chains = cases("red").stream()
                .map(each -> each.path("failure").path("movements"))
                .filter(JsonNode::isObject)
                .toList();
        assertThat(chains).isNotEmpty().allSatisfy(chain -> {
            var sum = chain.path("start").decimalValue();
            for (var step : chain.path("steps")) {
                sum = sum.add(step.path("effect").decimalValue());
            }
            assertThat(sum).isEqualByComparingTo(chain.path("expected").decimalValue());
            assertThat(chain.path("actual").decimalValue()).isNotEqualByComparingTo(sum);
        });
        assertThat(chains)
                .extracting(chain -> chain.path("sum").asText())
                .anyMatch(sum -> sum.matches("[0-9.]+ EUR( − debit 0\\.\\d\\d EUR \\(tx [0-9a-f-]{36}\\))? \\+ debit"
                        + " 0\\.00 EUR \\(tx [0-9a-f-]{36}, of 0\\.\\d\\d EUR, sent again\\) = expected [0-9.]+"
                        + " EUR, the wallet says [0-9.]+ EUR"));
    }

    @Test
    void observations_are_separated_by_what_the_decision_recommends() throws IOException {
        var results = results("strict");
        assertThat(results.path("decisions").path("D-20").path("decision").asText())
                .isEqualTo(Rules.textOf("D-20"));
        assertThat(results.path("legend").path("DIFFERS").asText()).isNotEmpty();
        assertThat(results.path("summary").path("differing").asInt()).isPositive();
        assertThat(cases("strict").stream()
                        .flatMap(each -> each.path("observations").findValuesAsText("agreement").stream()))
                .contains("DIFFERS");
    }

    @Test
    void junit_has_a_hint_and_an_exchange_in_each_failure_and_a_legend() throws IOException {
        var junit = read("red", "junit.xml");
        var failures = Pattern.compile("(?s)<failure.*?</failure>")
                .matcher(junit)
                .results()
                .toList();
        assertThat(failures)
                .hasSizeGreaterThan(5)
                .allSatisfy(failure -> assertThat(failure.group())
                        .containsPattern("hint: \\S")
                        .containsPattern("&gt; (GET|POST) /wallet/")
                        .contains("X-Svc-Signature", "&lt; HTTP/1.1 "));
        assertThat(junit).contains("legend OBSERVED", "legend differs from the recommendation");
    }

    /** A wallet could forge a verdict on the page or the terminal with such characters. */
    @Test
    void characters_that_act_on_a_page_are_shown_by_their_number() throws IOException {
        var acting = "\u202eDEIFITREC\u001b[2J\u2066\u200b\u0007";
        try (var wallet = ConfigurableWallet.with(Defect.APPLIES_DEBITS_AGAIN)) {
            var config = SuiteConfig.of(wallet.address(), ConfigurableWallet.SECRET, TOKENS, Plans.quick())
                    .withGame("game")
                    .withDescription(new RunDescription("A. Tester", acting, "", ""));
            var outcome = new SuiteRunner(config, Progress.none()).run();
            Reports.write(folder.resolve("acting"), outcome, new TokenMask(TOKENS), ExpectedFailures.none());
        }
        assertThat(inlined("acting", "results")
                        .path("description")
                        .path("walletName")
                        .asText())
                .isEqualTo(acting);
        assertThat(read("acting", "report.html")).contains("\\u202eDEIFITREC\\u001B[2J\\u2066\\u200b\\u0007");
        assertThat(read("acting", "junit.xml")).contains("\\u202EDEIFITREC\\u001B[2J\\u2066\\u200B\\u0007");
        for (var file : List.of("report.html", "junit.xml")) {
            assertThat(read("acting", file)).as(file).doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\t\\n\\r]]");
        }
        assertThat(BundleCheck.of(folder.resolve("acting/bundle.zip"), null).problems())
                .isEmpty();
    }
}
