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
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
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

    private int clicks;

    @Test
    @Tag("thorough")
    void from_a_killed_wallet_to_a_finished_manual_review_takes_five_clicks() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var round = winAndKillWallet(console);
            console.open("/");
            click(() -> console.navigateTo("Deliveries"));
            console.waitForText("player-1");

            click(() -> console.button("+3 days").click());
            console.waitForText("1 settlement is queued");
            click(() -> console.button("Move the clock by 3 days").click());
            console.waitForText("4.00 EUR");
            console.waitForText("The win may have been paid");

            console.wallet.restart();
            click(() -> console.button("Resend now").click());
            console.page.locator(".states").waitFor();
            assertThat(console.page).hasURL(Pattern.compile(".*/rounds/.+"));
            console.waitForText("settled");
            click(() -> console.navigateTo("Deliveries"));
            console.waitForText("Manual review is empty.");

            assertThat(clicks).isEqualTo(5);
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
    @Tag("thorough")
    void the_clock_steps_to_each_attempt_and_returns_to_real_time() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var round = winAndKillWallet(console);
            var store = console.simulator.callbackEngine().store();
            console.simulator.clock().forward(Duration.ofHours(1));
            await().until(() -> store.find(round.id()).orElseThrow().attempts() >= 2);
            console.open("/delivery");
            for (var i = 0; i < 2; i++) {
                var before = store.find(round.id()).orElseThrow().attempts();
                console.button("Step to the next attempt").click();
                await().until(() -> store.find(round.id()).orElseThrow().attempts() > before);
            }
            assertThat(console.simulator.clock().ahead()).isGreaterThanOrEqualTo(Duration.ofHours(1));

            console.button("Back to real time").click();
            console.waitForText("Return to real time?");
            console.link("Go back").click();
            assertThat(console.simulator.clock().ahead()).isPositive();
            console.button("Back to real time").click();
            console.page
                    .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Return to real time"))
                    .click();
            console.waitForText("The clock shows real time");

            var moved = store.find(round.id()).orElseThrow();
            assertThat(Duration.between(console.simulator.clock().instant(), Objects.requireNonNull(moved.nextAt())))
                    .isLessThan(Duration.ofHours(2));
            assertThat(moved.changedAt())
                    .isBeforeOrEqualTo(console.simulator.clock().instant());
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
            console.button("Close with this note").click();
            console.waitForText("Closing moves no money");
            console.waitForText("4.00 EUR may be owed");
            console.button("Close the round").click();
            console.waitForText("closed manually: paid by hand, ticket 42");

            console.wallet.restart();
            console.allow(400);
            second.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Resend now"))
                    .click();
            ConsoleDriver.waitForText(second, "is no longer in manual review; nothing was changed");
        }
    }

    private void click(Runnable action) {
        action.run();
        clicks++;
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
