package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Judges the Python client of {@code testing/broken-clients} from the console, by hand and watched. With {@code -Dthorough}, runs
 * that are stopped or cannot start are tested too; with {@code -Dtests.long}, every scenario is done by hand.
 */
@Order(1)
@ExtendWith(Browser.class)
class ClientConformancePageTest {
    private static final Path CLIENT =
            Path.of("../testing/broken-clients/python/client.py").toAbsolutePath();
    private static final String PAGE = "/client-conformance";
    private static final String TASKS = """
        {"do":"poll","times":2,"interval":0.05}
        {"do":"visit","currency":"EUR","lang":"en","clicks":[{"player":"one","ip":"127.0.0.1","slug":"cherry-rush"},\
        {"player":"two","ip":"203.0.113.8","slug":"cherry-rush"}]}
        {"do":"create-codes","code":"spring","name":"Spring","amount":0.2,"currency":"EUR","rounds":10,\
        "players":[{"id":"player-1","name":"One"}]}
        {"do":"search","perPage":10}
        {"do":"disable","campaign":"spring"}
        """;

    @TempDir
    Path folder = Path.of("");

    @Test
    @Tag("thorough")
    void a_watched_client_is_certified_while_its_players_open_their_games() throws Exception {
        try (var console = ConsoleDriver.start()) {
            start(console, "watch", "", "Back end 4.2");
            var output = client(
                    "OPERATORKIT_BASE_URL="
                            + console.page.locator("dl code").first().textContent() + " python3 " + CLIENT
                            + " --operator demo --secret-file " + secretFile(),
                    TASKS);
            var game = Pattern.compile("http[^\"]+/play/[^\"]+").matcher(output);
            assertThat(game.find()).as(output).isTrue();
            assertThat(get(game.group()).body()).startsWith("<!doctype html>");
            assertThat(console.page.locator("#state")).containsText(Pattern.compile("Watching: \\d\\d? calls"));
            assertThat(console.page.locator(".mark.failed")).hasCount(1); // the one of the legend
            console.button("Stop watching and judge").click();

            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("CERTIFIED for the client-watch plan");
            // Not clicked: the page may be swapped once more at this moment.
            var link = console.link("bundle.zip");
            assertThat(link).hasAttribute("download", "bundle.zip");
            var bundle = Files.write(
                    folder.resolve("bundle.zip"),
                    console.page.request().get(link.getAttribute("href")).body());
            assertThat(BundleCheck.of(bundle, null).problems()).isEmpty();
            console.open(PAGE);
            assertThat(console.page.locator("tbody tr")).containsText("Back end 4.2");
        }
    }

    @Test
    void a_client_that_is_driven_by_hand_fails_by_the_call_that_the_page_links_to() throws Exception {
        try (var console = ConsoleDriver.start()) {
            start(console, "hand", "*-launch", "");
            done(console, "real-money-launch", "--fault demo-empty-parameters");
            done(console, "demo-launch", "--fault demo-empty-parameters");

            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("NOT CERTIFIED for the client plan");
            assertThat(console.page.locator(".failures")).containsText("LAU-6");
            console.page.locator(".failures a:not(.rule)").click();
            assertThat(console.page.locator("#call-2[open] summary")).containsText("shows the failure");
            assertThat(console.page.locator("#call-2 pre").first()).containsText("freeToPlay=true");
            assertThat(console.page.locator("main")).not().containsText(FakeWallet.SECRET);
        }
    }

    @Test
    @Tag("thorough")
    void a_click_counts_although_calls_arrive_while_the_button_is_pressed() throws Exception {
        try (var console = ConsoleDriver.start()) {
            start(console, "hand", "*-launch", "");
            console.button("Done").hover();
            console.page.mouse().down();
            console.page.evaluate("new Promise((fetched) => {"
                    + " document.addEventListener('htmx:beforeSwap', () => setTimeout(fetched), {once: true});"
                    + " htmx.trigger('#progress', 'live'); })");
            console.page.mouse().up();
            assertThat(console.page.locator("#state")).containsText("Scenario 2 of 2: demo-launch");
        }
    }

    @Test
    @Tag("thorough")
    void every_scenario_may_be_done_by_hand() throws Exception {
        var scenarios = Boolean.getBoolean("tests.long")
                ? ScenarioCatalogue.scenarios()
                : List.of(ScenarioCatalogue.named("catalogue-is-read").orElseThrow());
        try (var console = ConsoleDriver.start()) {
            start(console, "hand", scenarios.size() == 1 ? "catalogue-is-read" : "", "");
            for (var scenario : scenarios) {
                done(console, scenario.id(), "");
            }
            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state"))
                    .containsText(scenarios.size() == 1 ? "INCOMPLETE" : "✓ CERTIFIED for the client plan");
        }
    }

    @Test
    @Tag("thorough")
    void a_second_run_has_to_wait_and_a_stopped_one_has_not_completed() throws Exception {
        try (var console = ConsoleDriver.start()) {
            start(console, "hand", "catalogue-*", "");
            console.button("Done").click();
            assertThat(console.page.locator("#state"))
                    .containsText("Scenario 2 of 2: catalogue-is-polled-with-validators");
            var second = console.context().newPage();
            second.navigate(PAGE);
            second.getByText("Start a run").click();
            ConsoleDriver.waitForText(second, "A run is in progress. Stop it or wait until it is over.");
            assertThat(postDone(console, "catalogue-is-read", "")).isEqualTo(403);
            assertThat(postDone(console, "catalogue-is-read", console.simulator.adminToken()))
                    .isEqualTo(303);
            assertThat(console.page.locator("#state")).containsText("Scenario 2 of 2");
            console.button("Stop the run").click();

            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("INCOMPLETE");
            console.waitForText("stopped from the console");
            console.waitForText("1 skipped");
        }
    }

    @Test
    @Tag("thorough")
    void a_run_that_cannot_start_says_why_and_keeps_what_was_entered() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open(PAGE);
            console.waitForText("No runs yet.");
            var taken = console.simulator.address().getPort();
            console.page.locator("input[name=label]").fill("Back end 4.2");
            console.page.locator("input[name=port]").fill(Integer.toString(taken));
            console.button("Start a run").click();
            console.waitForText("The service cannot listen on port " + taken);
            assertThat(console.page.locator("input[name=label]")).hasValue("Back end 4.2");
            console.page.locator("input[name=only]").fill("no-such-scenario");
            console.button("Start a run").click();
            console.waitForText("No scenario matches 'no-such-scenario'.");
        }
    }

    private static void start(ConsoleDriver console, String mode, String only, String label) {
        console.open(PAGE);
        console.page.locator("select[name=mode]").selectOption(mode);
        console.page.locator("input[name=only]").fill(only);
        console.page.locator("input[name=label]").fill(label);
        console.button("Start a run").click();
        console.page.locator("#done").waitFor();
    }

    /** Does the task that the page shows, by the lines that it offers for a shell. */
    private void done(ConsoleDriver console, String scenario, String options) throws Exception {
        assertThat(console.page.locator("#state")).containsText(": " + scenario);
        var task = console.page.locator("#environment").textContent();
        assertThat(task).doesNotContain(FakeWallet.SECRET);
        client(task + "\npython3 " + CLIENT + " --secret-file " + secretFile() + " " + options, "");
        console.button("Done").click();
    }

    private Path secretFile() throws IOException {
        return Files.writeString(folder.resolve("operator.secret"), FakeWallet.SECRET + "\n");
    }

    private static String client(String script, String input) throws Exception {
        var process =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** Says that a task is done, as a page does that was opened earlier. */
    private static int postDone(ConsoleDriver console, String scenario, String token) throws Exception {
        var request = HttpRequest.newBuilder(console.simulator.address().resolve(PAGE + "/1/done"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Simulator-Token", token)
                .POST(HttpRequest.BodyPublishers.ofString("scenario=" + scenario));
        try (var browser = HttpClient.newHttpClient()) {
            return browser.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static HttpResponse<String> get(String address) throws Exception {
        try (var browser = HttpClient.newHttpClient()) {
            return browser.send(
                    HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
