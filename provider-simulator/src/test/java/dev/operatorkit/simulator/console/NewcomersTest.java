package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Counts the clicks of newcomers from the first page to what they wanted to know. */
@Order(1)
@ExtendWith(Browser.class)
class NewcomersTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private int clicks;

    private void click(Locator what) {
        what.click();
        clicks++;
    }

    @Test
    @Tag("thorough")
    void from_the_demo_to_a_diagnosed_wrong_signature_it_takes_five_clicks() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/");
            console.waitForText("wallet ready");
            click(console.button("Play a round"));
            click(console.button("Spin"));
            var page = console.page;
            var debit = page.locator(".wire-row").filter(new Locator.FilterOptions().setHasText("/wallet/debit"));
            assertThat(debit).containsText("✓ signed by us");
            assertThat(page.locator("[data-wire-state]")).hasText("live");
            click(debit.locator("summary").first());
            assertThat(debit.locator(".signed").first()).containsText("/wallet/debit|");
            var check = new AccessibilityCheck();
            check.inspect(page, "wire");
            assertThat(check.violations()).isEmpty();
            click(debit.getByText("Open the exchange"));
            click(console.button("Flip a byte"));
            console.waitForText("and arrived as");
            assertThat(page.locator("#signature")).containsText("Signature invalid");
            assertThat(clicks).isEqualTo(5);
        }
    }

    @Test
    void from_an_own_wallet_to_a_green_quick_plan_it_takes_three_clicks() throws Exception {
        try (var console = ConsoleDriver.start();
                var own = new FakeWallet()) {
            console.wallet.close();
            var secret = Files.writeString(folder.resolve("own.secret"), FakeWallet.SECRET);
            console.open("/");
            console.waitForText("Wallet not reachable.");
            var page = console.page;
            var begin = page.getByText("Make the checks of your wallet pass");
            assertThat(begin).isVisible();
            click(console.link("Open the settings"));
            page.getByLabel("Wallet address, with the prefix").fill(own.url());
            page.getByLabel("Secret file").fill(secret.toString());
            page.getByLabel("Player token", new Page.GetByLabelOptions().setExact(true))
                    .fill("token-8");
            page.getByLabel("Second player token").fill("token-9");
            click(console.button("Save and check"));
            console.waitForText("wallet ready");
            assertThat(begin).isHidden();
            click(console.button("Run the quick plan"));
            console.link("Open the report").waitFor();
            assertThat(page.locator("#state")).hasText(Pattern.compile("CERTIFIED"));
            assertThat(clicks).isEqualTo(3);
        }
    }
}
