package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Verifies pages with names that others chose: they lead to their own pages, fit, and act on nothing. */
@ExtendWith(Browser.class)
class HostileNamesTest {
    private static final String LONG = "unbroken".repeat(30);
    private static final List<String> SLUGS = Boolean.getBoolean("thorough")
            ? List.of(
                    "plain",
                    "a&operator=two",
                    "a#b",
                    "a b",
                    "a+b",
                    "50%off",
                    "book.of.x",
                    "7-wonders",
                    "../../x",
                    "a\"b",
                    LONG)
            : List.of("plain", "a&operator=two", "../../x");

    private static Game game(String slug) {
        return new Game(slug, true, true, List.of(), Map.of("name", slug.equals(LONG) ? LONG : "Game " + slug));
    }

    private static ConsoleDriver start() throws Exception {
        return ConsoleDriver.startWith(settings ->
                settings.games(SLUGS.stream().map(HostileNamesTest::game).toList()));
    }

    @Test
    void each_game_is_switched_and_played_with_any_slug() throws Exception {
        try (var console = start()) {
            for (var slug : SLUGS) {
                console.open("/games");
                var card = card(console, slug);
                card.getByRole(AriaRole.BUTTON).click();
                assertThat(card(console, slug)).hasClass(Pattern.compile("\\boff\\b"));
                assertThat(console.page.locator(".game")).hasCount(SLUGS.size());
                card(console, slug).getByRole(AriaRole.BUTTON).click();
                card(console, slug).locator("a").click();
                assertThat(console.page.locator("h1")).hasText("Launch");
                assertThat(console.page.locator("select[name=game]")).hasValue(slug);
            }
        }
    }

    private static Locator card(ConsoleDriver console, String slug) {
        return console.page.locator(".game").nth(SLUGS.indexOf(slug));
    }

    @Test
    void the_page_of_a_campaign_opens_with_any_code() throws Exception {
        try (var console = start()) {
            for (var code : List.of("c/../x", "=cmd|'/C calc'!A0", "..", "50%", "~2f")) {
                var now = Instant.now();
                console.simulator
                        .campaigns()
                        .create(
                                "demo",
                                new NewCampaign(
                                        code,
                                        "Campaign",
                                        Money.of("0.20", "EUR"),
                                        List.of("plain"),
                                        now,
                                        now.plusSeconds(3600),
                                        OptionalInt.of(1)));
                console.open("/free-rounds");
                console.page
                        .getByRole(
                                AriaRole.LINK,
                                new GetByRoleOptions().setName(code).setExact(true))
                        .click();
                assertThat(console.page.locator(".lede code")).hasText(code);
            }
        }
    }

    @Test
    void long_names_of_operators_and_games_fit_a_narrow_window() throws Exception {
        var operator = Operator.of(LONG.substring(0, 60), SecretKeys.of("a secret of sixteen bytes"), null);
        try (var console = ConsoleDriver.startWith(settings -> settings.games(List.of(game(LONG))), operator)) {
            console.page.setViewportSize(360, 900);
            for (var path : List.of("/", "/games", "/launch", console.launch(console.realMoneyLaunch(LONG)))) {
                console.open(path);
                assertThat(console.page.evaluate("document.documentElement.scrollWidth"))
                        .as(path)
                        .isEqualTo(360);
            }
        }
    }

    @Test
    void the_policy_of_a_page_refuses_styles_that_are_not_its_own() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/");
            console.ignoreText("Content Security Policy");
            var outlined = console.page.evaluate("""
                () => {
                  document.head.insertAdjacentHTML('beforeend', '<style>h1 { outline: 7px solid red }</style>');
                  document.querySelector('h1').setAttribute('style', 'letter-spacing: 9px');
                  const {outlineWidth, letterSpacing} = getComputedStyle(document.querySelector('h1'));
                  return outlineWidth + ' ' + letterSpacing;
                }
                """);
            assertThat(String.valueOf(outlined)).doesNotContain("7px").doesNotContain("9px");
        }
    }
}
