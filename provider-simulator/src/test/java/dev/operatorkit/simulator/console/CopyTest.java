package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Verifies the buttons that copy one value: exactly as it was on the wire, quietly, by keyboard and touch, and never without a script. */
@ExtendWith(Browser.class)
class CopyTest {
    /** Ends with a line break, and holds what HTML and addresses change: a carriage return, a percent sign, an ampersand, a quote. */
    private static final String BODY =
            "{\"note\":\"50%25 \\u00e9 <b>&amp;\\\"\",\r\n \"stake\": {\"amount\" :1.50,\"list\":[1, 2]}}\n";

    private static final String TARGET = "/api/v1/games/a%20b?x=1&amp=2";

    @Test
    void every_value_of_an_exchange_is_copied_as_it_was_on_the_wire() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var timestamp = String.valueOf(System.currentTimeMillis());
            var path = TARGET.substring(0, TARGET.indexOf('?'));
            var signature = new Signer(SecretKeys.of(FakeWallet.SECRET))
                    .sign(path, timestamp, BODY.getBytes(StandardCharsets.UTF_8));
            call(console, timestamp, signature);
            // The answer is on its way before it is recorded.
            await().until(() -> console.simulator.callbackEngine().transcript().newestId() > 0);
            console.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            console.open("/transcript/"
                    + SimulatorTest.newest(console.simulator, "text", "note").id());
            console.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
            var expected = new LinkedHashMap<String, String>();
            expected.put("path and query", TARGET);
            expected.put("signed string", path + "|" + timestamp + "|" + BODY);
            expected.put("expected signature", signature);
            expected.put("received signature", signature);
            expected.put("the value of X-Svc-Timestamp", timestamp);
            expected.put("raw body", BODY);
            expected.put(
                    "indented body",
                    PrettyJson.of(BODY.getBytes(StandardCharsets.UTF_8)).text());
            expected.forEach((name, value) -> assertCopies(console.page, name, value));
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

    private static void call(ConsoleDriver console, String timestamp, String signature) throws Exception {
        SimulatorTest.send(HttpRequest.newBuilder(console.simulator.address().resolve(TARGET))
                .header("X-Operator", "demo")
                .header("X-Svc-Timestamp", timestamp)
                .header("X-Svc-Signature", signature)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(BODY)));
    }
}
