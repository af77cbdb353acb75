package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.RoundState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Verifies the first steps of a new user of the console. */
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class NewcomerTest {
    private static final int MOST_TABS = 60;

    @Test
    void a_new_user_gets_from_the_first_launch_to_manual_review_and_back() throws Exception {
        try (var visit = Visit.begin()) {
            visit.open("/");
            visit.sees("wallet ready");
            var game = launch(visit);
            spin(game, "win");
            Visit.sees(game, "You win!");

            visit.go("Transcript");
            visit.link("→ credit").first().click();
            visit.sees("Signed string");
            assertThat(visit.page.locator("#signature")).containsText("Signature valid");

            visit.button("Break it: flip a byte").click();
            visit.sees("401");
            visit.sees("and arrived as");
            assertThat(visit.page.locator("#signature")).containsText("Signature invalid");

            failCredits(visit);
            spin(game, "win");
            Visit.sees(game, "has not reached the wallet yet");
            visit.go("Delivery");
            assertThat(visit.page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Retry queue")))
                    .containsText("player-1");

            visit.button("+3 days").click();
            visit.sees("3 days ahead");
            visit.button("Resend now").waitFor();
            assertThat(visit.simulator.callbackEngine().store().count(RoundState.REVIEW))
                    .isEqualTo(1);

            visit.go("Faults");
            visit.button("Switch all off").click();
            visit.sees("No fault is on");
            visit.go("Delivery");
            visit.button("Resend now").click();
            visit.page.locator(".states").waitFor();
            visit.sees("settled");
            assertThat(visit.simulator.callbackEngine().store().count(RoundState.SETTLED))
                    .isEqualTo(2);
        }
    }

    @Test
    void a_new_user_can_launch_and_play_a_game_with_the_keyboard_only() throws Exception {
        try (var visit = Visit.begin()) {
            visit.open("/");
            tabTo(visit.page, "Skip to content");
            visit.page.keyboard().press("Enter");
            assertThat(visit.page.locator("main")).isFocused();
            visit.open("/");
            tabTo(visit.page, "Play");
            visit.page.keyboard().press("Enter");
            visit.button("Launch").waitFor();
            tabTo(visit.page, "Launch");
            visit.page.keyboard().press("Enter");
            visit.sees("Ready to play");
            tabTo(visit.page, "Open the game");
            var game = visit.context().waitForPage(() -> visit.page.keyboard().press("Enter"));
            assertThat(game.locator("[data-spin]")).isEnabled();
            tabTo(game, "Spin");
            game.keyboard().press("Enter");
            assertThat(game.locator("[data-rounds] li")).hasCount(1);
        }
    }

    private static void tabTo(Page page, String name) {
        for (var i = 0; i < MOST_TABS; i++) {
            page.keyboard().press("Tab");
            if (name.equals(page.evaluate("document.activeElement.textContent.trim()"))) {
                return;
            }
        }
        throw new AssertionError("no Tab leads to '" + name + "'");
    }

    /** In a tab of its own, which comes back. */
    private static Page launch(Visit visit) {
        visit.go("Play");
        visit.button("Launch").click();
        visit.sees("Ready to play");
        return visit.context().waitForPage(() -> visit.link("Open the game").click());
    }

    private static void spin(Page game, String outcome) {
        game.locator("select[name=outcome]").selectOption(outcome);
        game.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Spin"))
                .click();
    }

    private static void failCredits(Visit visit) {
        visit.go("Faults");
        visit.page.locator("select[name=kind]").selectOption("CONNECTION_RESET");
        visit.page.locator("select[name=callback]").selectOption(new SelectOption().setValue("CREDIT"));
        visit.page.locator("input[name=times]").fill("");
        visit.button("Switch on").click();
        visit.sees("Faults are on");
    }
}
