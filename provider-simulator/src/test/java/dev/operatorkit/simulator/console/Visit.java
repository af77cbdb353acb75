package dev.operatorkit.simulator.console;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.operatorkit.browser.Window;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.SigningSecret;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** A person at the console of a simulator whose wallet runs too. Ends with a look at what the browser asked and said. */
final class Visit implements AutoCloseable {
    final FakeWallet wallet;
    final Simulator simulator;
    final Page page;
    private final String address;
    private final Window window;

    private Visit(int width, ColorScheme theme, ReducedMotion motion) throws IOException {
        wallet = new FakeWallet();
        simulator = Simulator.start(SimulatorSettings.local(
                Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url()))
                        .withSecret(SigningSecret.of(FakeWallet.SECRET))));
        address = simulator.address().toString();
        window = new Window(new NewContextOptions()
                .setBaseURL(address)
                .setViewportSize(width, 900)
                .setColorScheme(theme)
                .setReducedMotion(motion));
        page = window.page();
    }

    /** At a desk, in daylight, by somebody who does not like reels to turn and so need not wait for them. */
    static Visit begin() throws IOException {
        return new Visit(1440, ColorScheme.LIGHT, ReducedMotion.REDUCE);
    }

    /** On a telephone at night, with all that moves. */
    static Visit beginAtNight() throws IOException {
        return new Visit(360, ColorScheme.DARK, ReducedMotion.NO_PREFERENCE);
    }

    /** Opens a page that may be missing, which the browser would complain about. */
    void openWhateverItAnswers(String path) {
        window.open(path, 404);
    }

    void open(String path) {
        page.navigate(path);
    }

    /** Opens a game as the launch page does, and says where it is. */
    String launch(LaunchRequest request) {
        return "/play/" + simulator.launches().create("demo", request).id();
    }

    LaunchRequest realMoney(String slug) {
        return new LaunchRequest.RealMoney(
                slug, InetAddress.getLoopbackAddress(), null, CurrencyCode.of("EUR"), "token-1");
    }

    /** Follows an entry of the navigation, and waits until the page is there. */
    void go(String entry) {
        page.getByRole(AriaRole.NAVIGATION)
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(entry).setExact(true))
                .click();
        page.locator("nav a[aria-current=page]")
                .filter(new Locator.FilterOptions().setHasText(entry))
                .waitFor();
    }

    Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
    }

    Locator link(String name) {
        return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name));
    }

    /** Waits until the text is on the page. */
    void sees(String text) {
        sees(page, text);
    }

    static void sees(Page page, String text) {
        page.getByText(text).first().waitFor();
    }

    BrowserContext context() {
        return window.context();
    }

    /** Returns all requests of the browser. */
    List<String> asked() {
        return window.asked();
    }

    @Override
    public void close() throws IOException {
        window.close();
        simulator.close();
        wallet.close();
        window.askedNobodyBut(address);
    }
}
