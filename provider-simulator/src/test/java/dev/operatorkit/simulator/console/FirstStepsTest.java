package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Verifies the first steps of a new user of the console. */
@Order(1)
@ExtendWith(Browser.class)
class FirstStepsTest {
    @Test
    void a_new_user_gets_from_the_first_launch_to_manual_review_and_back() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/");
            console.waitForText("wallet ready");
            var game = launch(console);
            spin(game, "win");
            ConsoleDriver.waitForText(game, "You win!");

            console.navigateTo("Exchanges");
            console.link("→ credit").first().click();
            console.waitForText("Signed string");
            assertThat(console.page.locator("#signature")).containsText("Signature valid");

            failCredits(console);
            spin(game, "win");
            ConsoleDriver.waitForText(game, "has not confirmed the settlement yet");
            console.navigateTo("Deliveries");
            assertThat(console.page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Retry queue")))
                    .containsText("player-1");

            console.button("+3 days").click();
            console.waitForText("3 days ahead");
            console.button("Resend now").waitFor();
            assertThat(console.simulator.callbackEngine().store().count(RoundState.REVIEW))
                    .isEqualTo(1);

            console.navigateTo("Faults");
            console.button("Switch all off").click();
            console.waitForText("No fault is on");
            console.navigateTo("Deliveries");
            console.button("Resend now").click();
            console.page.locator(".states").waitFor();
            console.waitForText("settled");
            assertThat(console.simulator.callbackEngine().store().count(RoundState.SETTLED))
                    .isEqualTo(2);
        }
    }

    @Test
    void from_an_own_wallet_to_a_green_quick_plan_it_takes_three_clicks() throws Exception {
        try (var console = ConsoleDriver.start();
                var own = new FakeWallet()) {
            console.wallet.close();
            console.open("/");
            console.waitForText("cannot be reached");
            var page = console.page;
            console.link("Open the settings").click();
            page.getByLabel("Wallet address, with the prefix").fill(own.url());
            page.getByLabel("Player token", new Page.GetByLabelOptions().setExact(true))
                    .fill("token-8");
            page.getByLabel("Second player token").fill("token-9");
            console.button("Save and check").click();
            console.waitForText("wallet ready");
            console.button("Run the quick plan").click();
            console.link("Open the report").waitFor();
            assertThat(page.locator("#state")).hasText(Pattern.compile("CERTIFIED"));
        }
    }

    @Test
    void a_round_is_closed_only_after_its_debt_was_shown_and_a_second_person_is_told() throws Exception {
        try (var console = ConsoleDriver.start()) {
            ConsoleSampleData.roundInReview(console.simulator);
            console.open("/delivery");
            console.waitForText("The three days of retries ended");
            var second = console.context().newPage();
            // A tab in the background, which hears of no change.
            second.addInitScript("Object.defineProperty(document, 'hidden', {get: () => true})");
            second.navigate("/delivery");
            console.page.getByLabel("Note").fill("paid by hand, ticket 42");
            console.waitForText("4.00 EUR");
            console.button("Close with this note").click();
            console.waitForText("closed manually: paid by hand, ticket 42");

            console.allow(400);
            second.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Resend now"))
                    .click();
            ConsoleDriver.waitForText(second, "is no longer in manual review; nothing was changed");
        }
    }

    /** Launches a game and returns the tab in which it opens. */
    private static Page launch(ConsoleDriver console) {
        console.navigateTo("Game");
        console.button("Launch").click();
        console.waitForText("Ready to play");
        return console.context().waitForPage(() -> console.link("Open the game").click());
    }

    private static void spin(Page game, String outcome) {
        game.locator("select[name=outcome]").selectOption(outcome);
        game.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Spin"))
                .click();
    }

    private static void failCredits(ConsoleDriver console) {
        console.navigateTo("Faults");
        console.page.locator("select[name=kind]").selectOption("CONNECTION_RESET");
        console.page.locator("select[name=callback]").selectOption(new SelectOption().setValue("CREDIT"));
        console.page.locator("input[name=times]").fill("");
        console.button("Switch on").click();
        console.waitForText("Faults are on");
    }
}
