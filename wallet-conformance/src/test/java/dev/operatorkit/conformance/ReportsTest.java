package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.conformance.report.EarlierReport;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the reports for their readers: the manager who decides, the developer who fixes the wallet, and other programs. */
class ReportsTest {
    private static final long TWO_MEGABYTES = 2_000_000;
    private static final List<String> TOKENS = List.of("secret-token-1", "secret-token-2");

    @TempDir
    private static Path folder;

    private static String green = "";
    private static String red = "";
    private static String strict = "";

    @BeforeAll
    static void run() throws IOException {
        green = write("green", WalletVariants.usual(), null, Plans.full().cases(), TOKENS);
        red = write(
                "red",
                WalletVariants.usual(),
                Defect.APPLIES_DEBITS_AGAIN,
                Plans.full().cases(),
                TOKENS);
        var status = CaseCatalogue.cases().stream()
                .filter(each ->
                        each.id().matches("negative-stake|missing-stake|zero-payout|debit-id-of-another-player"))
                .toList();
        strict = write("strict", WalletVariants.strict(), null, status, TOKENS.subList(0, 1));
    }

    private static String write(
            String name, WalletVariants variants, @Nullable Defect defect, List<Case> cases, List<String> tokens)
            throws IOException {
        try (var wallet = new ConfigurableWallet(variants, defect)) {
            var config = SuiteConfig.of(wallet.address(), ConfigurableWallet.SECRET, tokens, Plans.full())
                    .withGame("game")
                    .withCases(cases, 42)
                    // No case of the strict run has this decision.
                    .withDescription(new RunDescription("A. Tester", "Other <wallet>", "1.2.3", "staging (D-36)"));
            var outcome = new SuiteRunner(config, Progress.none()).run();
            Reports.write(folder.resolve(name), outcome, new TokenMask(tokens), ExpectedFailures.none());
        }
        return Files.readString(folder.resolve(name).resolve("report.html"));
    }

    private static JsonNode results(String name) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve(name).resolve("results.json").toFile());
    }

    /** Returns a section of the page without its tags. */
    private static String section(String html, String id) {
        var from = html.indexOf("<section id=\"" + id + "\"");
        assertThat(from).as(id).isPositive();
        var to = html.indexOf("<section id=", from + 1);
        return text(html.substring(from, to < 0 ? html.length() : to));
    }

    private static String text(String html) {
        return html.replaceAll("</?span[^>]*>|<wbr>", "")
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ");
    }

    private static String oneCase(String html, String id) {
        var from = html.indexOf("id=\"" + id + "\"");
        assertThat(from).as(id).isPositive();
        return text(html.substring(from, html.indexOf("<details class=\"case", from)));
    }

    @Test
    void the_report_of_a_green_run_has_at_most_two_megabytes() throws IOException {
        assertThat(results("green").path("summary").path("failed").asInt(-1)).isZero();
        assertThat(green.getBytes(StandardCharsets.UTF_8).length)
                .as("bytes of report.html for %d cases", CaseCatalogue.cases().size())
                .isLessThanOrEqualTo((int) TWO_MEGABYTES);
        for (var report : List.of("report.html", "results.json", "junit.xml", "bundle.zip")) {
            System.out.println(report + ": "
                    + Files.size(folder.resolve("green").resolve(report)) + " bytes, with failures "
                    + Files.size(folder.resolve("red").resolve(report)));
        }
    }

    @Test
    void the_first_page_states_the_verdict_who_tested_what_and_the_result_of_each_area() {
        assertThat(section(green, "summary"))
                .contains("CERTIFIED", "Every case of the plan full", "and none failed")
                .contains(
                        "A. Tester",
                        "Other &lt;wallet&gt; 1.2.3",
                        "staging",
                        "Debit ✓ passed",
                        "Types of fields ◇ observed")
                .contains("the wallet was called over plain HTTP, so its certificate was not seen")
                .contains("What was not tested", "SIG-11", "Legend")
                .doesNotContain("NOT CERTIFIED", "Causes", "✗ failed 1");
        assertThat(section(red, "summary"))
                .contains("NOT CERTIFIED", "Causes of the failures", "IDM-", "✗ failed")
                .containsPattern("[0-9]+ of [0-9]+ cases failed\\. There are ")
                .doesNotContain("not selected");
        assertThat(section(strict, "summary"))
                .contains("INCOMPLETE", "No case failed, but", "not selected", "Run the plan without --only");
    }

    @Test
    void each_page_names_what_to_do_about_skipped_cases() {
        assertThat(section(strict, "summary")).contains("Give the token of a second player with another --token.");
    }

    @Test
    void a_case_shows_the_sentence_of_each_rule_and_a_failure_its_hint_and_its_exchange() {
        assertThat(oneCase(red, "replayed-debit"))
                .contains(Rules.textOf("IDM-1"), "Broken rule", "Expected", "Actual", "Hint")
                .contains("X-Svc-Signature: ", "bin/simulator sign");
        assertThat(oneCase(green, "replayed-debit")).contains(Rules.textOf("IDM-1"), "POST /wallet/debit", "→ 200");
    }

    @Test
    void a_wrong_balance_is_explained_by_the_shortest_chain_of_movements() throws IOException {
        var chains = Stream.of(results("red").path("cases"))
                .flatMap(cases ->
                        Stream.iterate(0, i -> i < cases.size(), i -> i + 1).map(cases::get))
                .filter(each -> each.path("failure").has("movements"))
                .map(each -> each.path("failure").path("movements"))
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
        assertThat(text(red)).contains("the wallet says", "sent again");
    }

    @Test
    void observations_are_separated_by_what_the_decision_recommends() throws IOException {
        assertThat(section(strict, "observations"))
                .contains("Differs from the recommendation", "a negative stake: status 400", "refuse with 422")
                .contains(Rules.textOf("D-20"), Rules.openPointOf("D-20"), "As recommended");
        assertThat(text(strict)).contains("◆ differs from the recommendation");
        var observation = results("strict").path("cases").findValue("observations");
        assertThat(results("strict")
                        .path("decisions")
                        .path("D-20")
                        .path("decision")
                        .asText())
                .isEqualTo(Rules.textOf("D-20"));
        assertThat(results("strict").path("legend").path("DIFFERS").asText()).isNotEmpty();
        assertThat(results("strict").path("summary").path("differing").asInt()).isPositive();
        assertThat(observation).isNotNull();
        for (var each : results("strict").path("cases")) {
            assertThat(each.path("observations")).allSatisfy(seen -> {
                assertThat(seen.path("differs").isBoolean()).isTrue();
                assertThat(seen.path("recommended").asText()).isNotEmpty();
                assertThat(seen.path("agreement").asText().equals("DIFFERS"))
                        .isEqualTo(seen.path("differs").asBoolean());
            });
        }
    }

    @Test
    void junit_has_a_hint_and_an_exchange_in_each_failure_and_a_legend() throws IOException {
        var junit = Files.readString(folder.resolve("red/junit.xml"));
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

    @Test
    void results_have_every_exchange_of_a_failed_case() throws IOException {
        for (var each : results("red").path("cases")) {
            if (each.has("failure")) {
                assertThat(each.path("exchangesOfTheFailure"))
                        .hasSize(each.path("exchanges").asInt())
                        .isNotEmpty();
                assertThat(each.path("failure").path("hint").asText()).isNotEmpty();
            }
        }
    }

    @Test
    void the_report_asks_no_other_host_and_allows_no_other_script() throws Exception {
        var script = green.substring(green.lastIndexOf("<script>") + 8, green.lastIndexOf("</script>"));
        var hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        assertThat(green)
                .contains("script-src 'sha256-" + hash + "'", "default-src 'none'")
                .doesNotContain("src=", "url(", "@import", "<link", "http-equiv=\"refresh");
        assertThat(Reports.scriptSource()).isEqualTo("'sha256-" + hash + "'");
        assertThat(Pattern.compile("href=\"([^#])").matcher(red).find()).isFalse();
    }

    @Test
    void every_link_leads_to_one_place() {
        for (var html : List.of(green, red, strict)) {
            Map<String, Integer> ids = new TreeMap<>();
            Pattern.compile(" id=\"([^\"]+)\"")
                    .matcher(html)
                    .results()
                    .forEach(id -> ids.merge(id.group(1), 1, Integer::sum));
            assertThat(ids).allSatisfy((id, count) -> assertThat(count).as(id).isEqualTo(1));
            assertThat(Pattern.compile("href=\"#([^\"]+)\"")
                            .matcher(html)
                            .results()
                            .map(link -> link.group(1)))
                    .isSubsetOf(ids.keySet());
        }
    }

    @Test
    void every_id_of_a_rule_or_decision_is_a_link_to_its_row() {
        assertThat(unlinkedIds("<h2>SIG-1</h2><summary><a href=\"#rule-D-2\">D-2</a> D-3</summary><pre>SIG-4</pre>"))
                .containsExactly("SIG-1", "D-3");
        for (var html : List.of(green, red, strict)) {
            assertThat(unlinkedIds(html)).isEmpty();
            assertThat(idsIn(html, "href=\"#rule-([^\"]+)\"")).isSubsetOf(idsIn(html, "<tr id=\"rule-([^\"]+)\""));
            // A screen reader takes a title that folds for a button, which holds no link.
            assertThat(html).doesNotContainPattern("<summary>(?:(?!</summary>|<a ).)*+<a ");
        }
    }

    private static Set<String> idsIn(String html, String pattern) {
        return Pattern.compile(pattern)
                .matcher(html)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    /** Returns the ids outside of links, of what was on the wire, and of the filter. */
    private static List<String> unlinkedIds(String html) {
        var text = html.replaceAll("(?s)<(a|pre|code|style|script|select)\\b.*?</\\1>", "")
                .replaceAll("(?s)<details class=\"exchange\"><summary>.*?</summary>", "")
                .replaceAll("<[^>]*>", " ");
        return Pattern.compile("(?<![\\w/#-])(?:[A-Z]{3}|D)-[0-9]+(?![\\w-])")
                .matcher(text)
                .results()
                .map(found -> found.group())
                .filter(id -> !Rules.textOf(id).isEmpty())
                .toList();
    }

    @Test
    void every_bundle_is_verified() throws IOException {
        for (var name : List.of("green", "red", "strict")) {
            requireVerified(name);
        }
    }

    /** Tries two of the wallets, or four with {@code -Dthorough}. */
    @Test
    void a_report_is_read_to_be_shown_unless_one_of_its_files_was_changed() throws IOException {
        assertThat(EarlierReport.toShow(folder.resolve("red")).outcome().summary())
                .isEqualTo(EarlierReport.in(folder.resolve("red")).outcome().summary());
        var changed = Files.createDirectories(folder.resolve("changed"));
        var bundle = Files.copy(folder.resolve("red/bundle.zip"), changed.resolve("bundle.zip"));
        try (var zip = FileSystems.newFileSystem(bundle)) {
            Files.writeString(zip.getPath("report.html"), "CERTIFIED");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> EarlierReport.toShow(changed));
    }

    @Test
    void the_bundles_of_chunked_responses_and_of_other_currencies_are_verified() throws IOException {
        var variants = List.of(
                WalletVariants.slow(),
                WalletVariants.of("/x", "BTC", 8, 700),
                WalletVariants.strict(),
                WalletVariants.of("", "JPY", 0, 500));
        for (var i = 0; i < (Boolean.getBoolean("thorough") ? variants.size() : 2); i++) {
            write("variant " + i, variants.get(i), null, Plans.quick().cases(), TOKENS);
            requireVerified("variant " + i);
        }
    }

    @Test
    void the_bundle_of_a_resumed_run_is_verified() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var config = SuiteConfig.of(wallet.address(), ConfigurableWallet.SECRET, TOKENS, Plans.quick())
                    .withGame("game");
            var first = new SuiteRunner(config.leaving(checkpoint -> {}), Progress.none());
            first.run();
            var second =
                    config.withPlan(Plans.resumed()).resuming(first.checkpoint().orElseThrow());
            var outcome = new SuiteRunner(second, Progress.none()).run();
            Reports.write(folder.resolve("resumed"), outcome, new TokenMask(TOKENS), ExpectedFailures.none());
        }
        requireVerified("resumed");
    }

    private static void requireVerified(String name) throws IOException {
        var check = BundleCheck.of(folder.resolve(name).resolve("bundle.zip"), null);
        assertThat(check.problems()).as(name).isEmpty();
        assertThat(check.isVerified()).as(name).isTrue();
    }

    /** A wallet could forge a verdict on the page or the terminal with such characters. */
    @Test
    void characters_that_act_on_a_page_are_shown_by_their_number() throws IOException {
        var acting = "\u202eDEIFITREC\u001b[2J\u2066\u200b\u0007";
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            var config = SuiteConfig.of(wallet.address(), ConfigurableWallet.SECRET, TOKENS, Plans.quick())
                    .withGame("game")
                    .withDescription(new RunDescription("A. Tester", acting, "", ""));
            var outcome = new SuiteRunner(config, Progress.none()).run();
            Reports.write(folder.resolve("acting"), outcome, new TokenMask(TOKENS), ExpectedFailures.none());
        }
        for (var file : List.of("report.html", "junit.xml")) {
            assertThat(Files.readString(folder.resolve("acting").resolve(file)))
                    .as(file)
                    .contains("\\u202EDEIFITREC\\u001B[2J\\u2066\\u200B\\u0007")
                    .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\t\\n\\r]]");
        }
        requireVerified("acting");
    }

    @Test
    void no_token_and_no_secret_is_in_a_report() throws IOException {
        for (var name : List.of("green", "red", "strict")) {
            for (var file : List.of("report.html", "results.json", "junit.xml")) {
                assertThat(Files.readString(folder.resolve(name).resolve(file)))
                        .doesNotContain(TOKENS)
                        .doesNotContain(ConfigurableWallet.SECRET);
            }
        }
    }
}
