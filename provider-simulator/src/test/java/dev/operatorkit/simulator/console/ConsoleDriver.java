package dev.operatorkit.simulator.console;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.RequestOptions;
import dev.operatorkit.browser.BrowserWindow;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Drives the console in a browser, with a fake wallet behind the simulator, and checks the browser's requests at the end. */
final class ConsoleDriver implements AutoCloseable {
    final FakeWallet wallet;
    final Simulator simulator;
    final Page page;
    private final String address;
    private final BrowserWindow window;

    private ConsoleDriver(
            int width,
            ColorScheme theme,
            ReducedMotion motion,
            UnaryOperator<SimulatorSettings> settings,
            Operator... others)
            throws IOException {
        wallet = new FakeWallet();
        var operators = Stream.concat(
                        Stream.of(SimulatorTest.operator(FakeWallet.SECRET, wallet.url())), Stream.of(others))
                .toArray(Operator[]::new);
        simulator = Simulator.start(settings.apply(SimulatorSettings.local(operators)));
        address = simulator.address().toString();
        window = new BrowserWindow(new NewContextOptions()
                .setBaseURL(address)
                .setViewportSize(width, 900)
                .setColorScheme(theme)
                .setReducedMotion(motion));
        page = window.page();
        page.onDialog(Dialog::accept);
        // Sets the cookie, and shows no page yet.
        window.context()
                .request()
                .get(simulator.consoleLink().toString(), RequestOptions.create().setMaxRedirects(0));
    }

    /** Opens a wide, light window that asks for reduced motion, so that no test waits for the reels. */
    static ConsoleDriver start() throws IOException {
        return startIn(null);
    }

    /** Opens the same window over a simulator that keeps its data in this folder. */
    static ConsoleDriver startIn(@Nullable Path data) throws IOException {
        return startWith(settings -> settings.data(data));
    }

    /** Opens the same window over a simulator with these settings and further operators. */
    static ConsoleDriver startWith(UnaryOperator<SimulatorSettings> settings, Operator... others) throws IOException {
        return new ConsoleDriver(1440, ColorScheme.LIGHT, ReducedMotion.REDUCE, settings, others);
    }

    /** Opens a narrow, dark window in which everything moves. */
    static ConsoleDriver startNarrowAndDark() throws IOException {
        return new ConsoleDriver(360, ColorScheme.DARK, ReducedMotion.NO_PREFERENCE, UnaryOperator.identity());
    }

    /** Opens a page that may answer 404, which the browser would report as an error. */
    void openAllowing404(String path) {
        window.open(path, 404);
    }

    /** Allows responses with this status, which the browser would report as errors. */
    void allow(int status) {
        window.ignoreStatus(status);
    }

    /** Allows errors with this text, which the browser would report. */
    void ignoreText(String text) {
        window.ignoreText(text);
    }

    void open(String path) {
        page.navigate(path);
    }

    /** Creates a launch as the launch page does, and returns the path of the game. */
    String launch(LaunchRequest request) {
        return "/play/" + simulator.launches().create("demo", request).id();
    }

    LaunchRequest realMoneyLaunch(String slug) {
        return new LaunchRequest.RealMoney(
                slug, InetAddress.getLoopbackAddress(), null, CurrencyCode.of("EUR"), "token-1");
    }

    /** Follows an entry of the navigation and waits for its page. */
    void navigateTo(String entry) {
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
    void waitForText(String text) {
        waitForText(page, text);
    }

    static void waitForText(Page page, String text) {
        page.getByText(text).first().waitFor();
    }

    BrowserContext context() {
        return window.context();
    }

    @Override
    public void close() throws IOException {
        window.close();
        simulator.close();
        wallet.close();
        window.assertRequestsOnlyTo(address);
    }
}
