package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.launch.LaunchRequest;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The game page, as a player and an integrator use it. */
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class GameTest {
    @Test
    void forced_wins_losses_and_failures_show_the_balance_from_the_wallet() throws Exception {
        try (var visit = Visit.beginAtNight()) {
            visit.open(visit.launch(visit.realMoney("cherry-rush")));
            spin(visit, "win");
            assertThat(visit.page.locator("[data-message]")).containsText("You win!");
            assertThat(visit.page.locator("[data-balance]")).hasText("100004.00 EUR");
            spin(visit, "loss");
            assertThat(visit.page.locator("[data-balance]")).hasText("100003.00 EUR");
            spin(visit, "failure");
            assertThat(visit.page.locator("[data-message]")).containsText("Your stake was returned");
            assertThat(visit.page.locator("[data-balance]")).hasText("100003.00 EUR");
            assertThat(visit.wallet.balance("player-1")).isEqualTo(100_003_00);
        }
    }

    @Test
    void autoplay_plays_ten_rounds() throws Exception {
        try (var visit = Visit.begin()) {
            visit.open(visit.launch(visit.realMoney("cherry-rush")));
            visit.button("Autoplay 10").click();
            assertThat(visit.page.locator("[data-rounds] li")).hasCount(8);
            visit.button("Autoplay 10").waitFor();
            assertThat(visit.simulator.callbackEngine().store().newest("player-1", 100))
                    .hasSize(10);
        }
    }

    @Test
    void a_free_round_is_played_with_its_bonus_code_and_the_rounds_left_are_shown() throws Exception {
        try (var visit = Visit.begin()) {
            Stock.campaigns(visit.simulator);
            visit.open(visit.launch(visit.realMoney("cherry-rush")));
            visit.page.locator("select[name=code]").selectOption("WELCOME-1");
            spin(visit, "win");
            assertThat(visit.page.locator("[data-free]")).hasText("9 left");
            assertThat(visit.page.locator("[data-rounds]")).containsText("free round");
        }
    }

    @Test
    void a_demo_plays_in_fun_and_sends_no_callback() throws Exception {
        try (var visit = Visit.begin()) {
            visit.open(visit.launch(new LaunchRequest.Demo("amber-mine", InetAddress.getLoopbackAddress(), null)));
            spin(visit, "win");
            assertThat(visit.page.locator("[data-balance]")).hasText("1004.00 FUN");
            visit.sees("0 sent");
            assertThat(visit.wallet.server().received).isEmpty();
        }
    }

    private static void spin(Visit visit, String outcome) {
        visit.page.locator("select[name=outcome]").selectOption(outcome);
        visit.button("Spin").click();
        assertThat(visit.page.locator("[data-spin]")).isEnabled();
    }
}
