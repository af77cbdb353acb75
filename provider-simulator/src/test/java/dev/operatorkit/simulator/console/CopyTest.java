package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.BrowserWindow;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Verifies the buttons that copy one value: exactly as it was on the wire, quietly, by keyboard and touch, and never without a script. */
@ExtendWith(Browser.class)
class CopyTest {
    /** Ends with a line break, and holds what HTML and addresses change: a carriage return, a percent sign, an ampersand, a quote. */
    private static final String BODY =
            "{\"note\":\"50%25 \\u00e9 <b>&amp;\\\"\",\r\n \"stake\": {\"amount\" :1.50,\"list\":[1, 2]}}\n";

    /** Keeps what a screen reader is told. */
    private static final String RECORD_STATUS = """
        window.said = [];
        new MutationObserver(() => said.push(document.querySelector('[role=status].copy-status').textContent))
          .observe(document.querySelector('[role=status].copy-status'), {childList: true});
        """;

    private static final Map<String, String> DEBIT = Map.of("kind", "DEBIT");
    private static final String TARGET = "/api/v1/games/a%20b?x=1&amp=2";

    @Test
    void every_value_of_an_exchange_is_copied_as_it_was_on_the_wire() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var timestamp = String.valueOf(System.currentTimeMillis());
            var path = TARGET.substring(0, TARGET.indexOf('?'));
            var signature = new Signer(SecretKeys.of(FakeWallet.SECRET))
                    .sign(path, timestamp, BODY.getBytes(StandardCharsets.UTF_8));
            call(console, timestamp, signature);
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            console.open(
                    "/transcript/" + newest(console, Map.of("text", "note")).id());
            console.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
            var expected = new LinkedHashMap<String, String>();
            expected.put("path and query", TARGET);
            expected.put("signed string", path + "|" + timestamp + "|" + BODY);
            expected.put("expected signature", signature);
            expected.put("received signature", signature);
            expected.put("the value of X-Svc-Timestamp", timestamp);
            expected.put("raw body", BODY);
            expected.put("note", "50%25 \\u00e9 <b>&amp;\\\"");
            expected.put("stake", "{\"amount\" :1.50,\"list\":[1, 2]}");
            expected.put("stake.amount", "1.50");
            expected.put("stake.list", "[1, 2]");
            expected.put(
                    "indented body",
                    PrettyJson.of(BODY.getBytes(StandardCharsets.UTF_8)).text());
            expected.forEach((name, value) -> assertCopies(console.page, name, value));
        }
    }

    @Test
    void an_amount_is_copied_without_the_gaps_that_it_is_shown_with_and_ids_of_a_round_as_they_are() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var round = console.simulator
                    .callbackEngine()
                    .rounds()
                    .spin(ConsoleSampleData.SESSION, ConsoleSampleData.euros(100), Outcome.LOSS);
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            console.open("/transcript/" + newest(console, DEBIT).id());
            assertCopies(console.page, "balance.amount", "99999.00");
            assertCopies(console.page, "transaction id", round.bet().transactionId());
            assertCopies(console.page, "player", "player-1");
            console.open("/rounds/" + FormData.encode(round.id()));
            assertCopies(console.page, "round id", round.id());
            assertCopies(
                    console.page, "transaction id of the debit", round.bet().transactionId());
            assertThat(button(console.page, "transaction id of the credit")).hasCount(1);
        }
    }

    @Test
    void a_button_is_quiet_until_it_is_needed_and_says_that_it_copied() throws Exception {
        try (var console = ConsoleDriver.start()) {
            spin(console);
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            var address = "/transcript/" + newest(console, DEBIT).id();
            console.open(address);
            var copy = button(console.page, "transaction id");
            assertThat(copy).hasCSS("opacity", "0");
            console.page.locator("dd code").first().hover();
            assertThat(copy).hasCSS("opacity", "1");
            console.page.mouse().move(0, 0);
            assertThat(copy).hasCSS("opacity", "0");
            console.page.locator("dd a code").first().locator("..").focus();
            console.page.keyboard().press("Tab");
            assertThat(copy).isFocused();
            assertThat(copy).hasCSS("opacity", "1");
            console.page.evaluate(RECORD_STATUS);
            console.page.keyboard().press("Enter");
            console.page.waitForCondition(() -> List.of("Copied", "").equals(console.page.evaluate("said")));
            assertThat(copy).not().hasAttribute("data-result", "Copied");

            var touch = new BrowserWindow(
                    options(console).setHasTouch(true).setIsMobile(true).setViewportSize(360, 800));
            touch.page().navigate(address);
            assertThat(button(touch.page(), "transaction id")).hasCSS("opacity", "1");
            touch.close();

            var scriptless = new BrowserWindow(options(console).setJavaScriptEnabled(false));
            scriptless.page().navigate(address);
            assertThat(scriptless.page().locator("[data-copy]")).not().hasCount(0);
            assertThat(scriptless.page().locator("[data-copy]:visible")).hasCount(0);
            scriptless.close();
        }
    }

    /** Over plain HTTP from another machine, a browser offers no clipboard. */
    @Test
    void a_page_without_a_clipboard_copies_too() throws Exception {
        try (var console = ConsoleDriver.start()) {
            spin(console);
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            console.page.addInitScript(
                    "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})");
            console.open("/transcript/" + newest(console, DEBIT).id());
            console.page.evaluate(RECORD_STATUS);
            button(console.page, "stake.amount").click();
            console.page.waitForCondition(
                    () -> String.valueOf(console.page.evaluate("said")).contains("Copied"));
            var other = console.context().newPage();
            other.navigate("/faults");
            assertThat(other.evaluate("navigator.clipboard.readText()")).isEqualTo("1.00");
        }
    }

    @Test
    void a_browser_that_forbids_to_copy_selects_the_text() throws Exception {
        try (var console = ConsoleDriver.start()) {
            spin(console);
            console.page.addInitScript(
                    "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined});"
                            + " document.execCommand = () => false");
            var debit = newest(console, DEBIT);
            console.open("/transcript/" + debit.id());
            for (var value : Map.of("transaction id", String.valueOf(debit.transaction()), "stake.amount", "1.00")
                    .entrySet()) {
                var copy = button(console.page, value.getKey());
                copy.click();
                assertThat(copy).hasAttribute("data-result", Pattern.compile("^Not copied. The text is selected"));
                assertThat(console.page.evaluate("getSelection().toString()")).isEqualTo(value.getValue());
            }
        }
    }

    @Test
    void the_wire_beside_a_game_copies_the_signed_string() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            console.open(console.launch(console.realMoneyLaunch("cherry-rush")));
            var row = console.page.locator(".wire-row").first();
            row.locator("summary").first().click();
            var sent = RawMessage.of(newest(console, Map.of("kind", "PLAYER")).request());
            var signed = sent.signedBytes(sent.header(RawMessage.TIMESTAMP));
            assertCopies(console.page, "signed string", new String(signed, StandardCharsets.UTF_8));
        }
    }

    private static void assertCopies(Page page, String name, String value) {
        page.evaluate("navigator.clipboard.writeText('')");
        button(page, name).click();
        page.waitForCondition(() -> !"".equals(page.evaluate("navigator.clipboard.readText()")));
        assertThat(page.evaluate("navigator.clipboard.readText()")).as(name).isEqualTo(value);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Copy " + name).setExact(true))
                .first();
    }

    private static NewContextOptions options(ConsoleDriver console) {
        return new NewContextOptions().setBaseURL(console.simulator.address().toString());
    }

    private static void spin(ConsoleDriver console) {
        console.simulator
                .callbackEngine()
                .rounds()
                .spin(ConsoleSampleData.SESSION, ConsoleSampleData.euros(100), Outcome.LOSS);
    }

    private static Entry newest(ConsoleDriver console, Map<String, String> condition) {
        return console.simulator
                .callbackEngine()
                .transcript()
                .search(Filter.read(condition::get), 0, 1)
                .getFirst();
    }

    private static void call(ConsoleDriver console, String timestamp, String signature) throws Exception {
        try (var operator = HttpClient.newHttpClient()) {
            operator.send(
                    HttpRequest.newBuilder(console.simulator.address().resolve(TARGET))
                            .header("X-Operator", "demo")
                            .header("X-Svc-Timestamp", timestamp)
                            .header("X-Svc-Signature", signature)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(BODY))
                            .build(),
                    BodyHandlers.discarding());
        }
    }
}
