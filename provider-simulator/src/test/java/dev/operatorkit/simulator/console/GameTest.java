package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.net.InetAddress;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the game page. */
@Order(1)
@ExtendWith(Browser.class)
class GameTest {
    @Test
    void forced_wins_losses_and_failures_show_the_balance_from_the_wallet() throws Exception {
        try (var console = ConsoleDriver.startNarrowAndDark()) {
            console.open(console.launch(console.realMoneyLaunch("cherry-rush")));
            spin(console, "win");
            assertThat(console.page.locator("[data-message]")).containsText("You win!");
            assertThat(console.page.locator("[data-balance]")).hasText("100004.00 EUR");
            spin(console, "loss");
            assertThat(console.page.locator("[data-balance]")).hasText("100003.00 EUR");
            spin(console, "failure");
            assertThat(console.page.locator("[data-message]")).containsText("Your stake was returned");
            assertThat(console.page.locator("[data-balance]")).hasText("100003.00 EUR");
            assertThat(console.wallet.balance("player-1")).isEqualTo(100_003_00);
        }
    }

    @Test
    void faults_switched_elsewhere_and_the_newest_balance_are_shown_despite_a_repeated_credit() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var game = console.launch(console.realMoneyLaunch("cherry-rush"));
            console.open(game);
            var engine = console.simulator.callbackEngine();
            SimulatorTest.switchOn(console.simulator, FaultKind.DROP_RESPONSE, CallbackKind.CREDIT);
            assertThat(console.page.locator("[data-faults]")).containsText("Faults are on:");
            spin(console, "win");
            assertThat(console.page.locator("[data-message]")).containsText("has not confirmed the settlement yet");
            console.wallet.balance("player-1", 500_00);
            spin(console, "failure");
            assertThat(console.page.locator("[data-balance]")).hasText("500.00 EUR");
            engine.faults().switchOffAll();
            assertThat(console.page.locator("[data-faults]")).isHidden();
            await().until(() -> engine.store().count(RoundState.SETTLED) == 1);
            console.open(game);
            assertThat(console.page.locator("[data-balance]")).hasText("500.00 EUR");
            console.wallet.balance("player-1", 1_000_00);
            console.open(console.launch(console.realMoneyLaunch("cherry-rush")));
            assertThat(console.page.locator("[data-balance]")).hasText("1000.00 EUR");
        }
    }

    @Test
    @Tag("thorough")
    void a_free_round_shows_the_rounds_left_and_autoplay_plays_ten_rounds() throws Exception {
        try (var console = ConsoleDriver.start()) {
            ConsoleSampleData.createCampaigns(console.simulator);
            console.open(console.launch(console.realMoneyLaunch("cherry-rush")));
            console.page.locator("select[name=code]").selectOption("WELCOME-1");
            spin(console, "win");
            assertThat(console.page.locator("[data-free]")).hasText("9 left");
            assertThat(console.page.locator("[data-rounds]")).containsText("free round");

            console.page.locator("select[name=code]").selectOption("");
            console.button("Autoplay 10").click();
            assertThat(console.page.locator("[data-rounds] li")).hasCount(8);
            console.button("Autoplay 10").waitFor();
            assertThat(console.simulator.callbackEngine().queries().newest("player-1", RoundState.SETTLED, 100))
                    .hasSize(11);
        }
    }

    @Test
    @Tag("thorough")
    void a_demo_plays_in_fun_and_sends_no_callback() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open(console.launch(new LaunchRequest.Demo("amber-mine", InetAddress.getLoopbackAddress(), null)));
            spin(console, "win");
            assertThat(console.page.locator("[data-balance]")).hasText("1004.00 FUN");
            assertThat(console.page.getByLabel("Stake, FUN")).isVisible();
            assertThat(console.wallet.server().received).isEmpty();
        }
    }

    private static void spin(ConsoleDriver console, String outcome) {
        console.page.locator("select[name=outcome]").selectOption(outcome);
        console.button("Spin").click();
        assertThat(console.page.locator("[data-spin]")).isEnabled();
    }
}
