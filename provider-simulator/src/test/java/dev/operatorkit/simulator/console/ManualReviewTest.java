package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Follows settlements that a killed wallet does not accept, up to the end of manual review. */
@Order(1)
@ExtendWith(Browser.class)
class ManualReviewTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");

    @Test
    @Tag("thorough")
    void from_a_killed_wallet_to_a_finished_manual_review() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var round = winAndKillWallet(console);
            console.open("/");
            console.navigateTo("Deliveries");
            console.waitForText("player-1");

            console.button("+3 days").click();
            console.waitForText("4.00 EUR");
            console.waitForText("The win may have been paid");

            console.wallet.restart();
            console.button("Resend now").click();
            console.page.locator(".states").waitFor();
            assertThat(console.page).hasURL(Pattern.compile(".*/rounds/.+"));
            console.waitForText("settled");
            console.navigateTo("Deliveries");
            console.waitForText("Manual review is empty.");

            assertThat(console.wallet.movements().values())
                    .filteredOn(movement -> movement.kind().equals("credit"))
                    .hasSize(1);
            assertThat(console.simulator
                            .callbackEngine()
                            .store()
                            .find(round.id())
                            .orElseThrow()
                            .state())
                    .isEqualTo(RoundState.SETTLED);
        }
    }

    @Test
    void a_round_is_closed_only_after_its_debt_was_shown_and_a_second_person_is_told() throws Exception {
        try (var console = ConsoleDriver.start()) {
            winAndKillWallet(console);
            console.simulator.clock().forward(Duration.ofDays(3));
            await().until(() -> console.simulator.callbackEngine().store().count(RoundState.REVIEW) == 1);
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

            console.wallet.restart();
            console.allow(400);
            second.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Resend now"))
                    .click();
            ConsoleDriver.waitForText(second, "is no longer in manual review; nothing was changed");
        }
    }

    /** Plays a win whose credit kills the wallet, which then refuses connections. */
    private static Round winAndKillWallet(ConsoleDriver console) {
        console.wallet.before = request -> {
            if (!request.path().endsWith("/credit")) {
                return null;
            }
            console.wallet.before = any -> null;
            kill(console.wallet);
            return FakeWallet.FakeResponse.none();
        };
        return console.simulator
                .callbackEngine()
                .rounds()
                .spin(
                        new PlayerSession("demo", "player-1", "cherry-rush", "token-1", EUR),
                        new Money(100, EUR),
                        new Outcome.Win(new Money(400, EUR)));
    }

    private static void kill(FakeWallet wallet) {
        try {
            wallet.kill();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
