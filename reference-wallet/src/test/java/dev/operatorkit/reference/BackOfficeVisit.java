package dev.operatorkit.reference;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Window;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.SimulatorSettings;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A person at the back office of a wallet that plays with a simulator. Ends with a look at what the browser asked and said. */
final class BackOfficeVisit implements AutoCloseable {
    final Simulator simulator;
    final WalletUnderTest wallet;
    final Window window;
    final Page page;
    private final String database = TestDatabase.H2.freshUrl();
    private final String password;

    BackOfficeVisit(Path folder) throws IOException {
        simulator = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", SecretKeys.of(WalletUnderTest.SECRET), null)));
        var file = folder.resolve("password");
        wallet = WalletUnderTest.on(
                database,
                "--back-office-port",
                "0",
                "--back-office-password-file",
                file.toString(),
                "--provider",
                simulator.address().toString(),
                "--operator",
                "demo");
        simulator.operators().change("demo", operator -> operator.withWallet(WalletAddress.parse(wallet.address())));
        password = Files.readString(file).strip();
        window = new Window(
                new NewContextOptions().setBaseURL(wallet.backOffice()).setViewportSize(1440, 900));
        page = window.page();
    }

    /** As somebody who was never here. */
    void leave() {
        window.context().clearCookies();
        page.navigate("/");
    }

    /** By keyboard: the field has the focus when the page opens. */
    void login() {
        leave();
        assertThat(field("Password")).isFocused();
        page.keyboard().type(password);
        page.keyboard().press("Enter");
        sees("Players");
    }

    /** Waits until that is the page. */
    void sees(String heading) {
        page.getByRole(
                        AriaRole.HEADING,
                        new GetByRoleOptions().setName(heading).setExact(true).setLevel(1))
                .waitFor();
    }

    /** Waits until that was done. */
    void isTold(String notice) {
        page.getByRole(AriaRole.STATUS)
                .filter(new Locator.FilterOptions().setHasText(notice))
                .waitFor();
    }

    /** A part of the page by its heading. */
    Locator part(String heading) {
        return page.getByRole(
                AriaRole.REGION, new GetByRoleOptions().setName(heading).setExact(true));
    }

    Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    Locator field(String part, String label) {
        return part(part).getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
    }

    /** Fills in a form by the labels of its fields and sends it. */
    void send(String part, Map<String, String> fields, String button) {
        fields.forEach((label, text) -> field(part, label).fill(text));
        button(button).click();
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
    }

    Locator link(String name) {
        return page.getByRole(
                        AriaRole.LINK, new GetByRoleOptions().setName(name).setExact(true))
                .first();
    }

    /** Goes on by the Tab key until that has the focus: whoever has no mouse must get there. */
    void tabTo(Locator wanted) {
        for (var presses = 0; presses < 100; presses++) {
            page.keyboard().press("Tab");
            if ((Boolean) wanted.evaluate("element => element === document.activeElement")) {
                return;
            }
        }
        throw new AssertionError("no way by keyboard to " + wanted);
    }

    /** Goes there by keyboard, and presses it. */
    void press(Locator wanted) {
        tabTo(wanted);
        page.keyboard().press("Enter");
    }

    /** Goes there by keyboard, and types over what it says. */
    void type(String label, String text) {
        tabTo(field(label));
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().type(text);
    }

    /** The back office under a name that is not its own; the browser finds any name under localhost on this machine. */
    String misnamed() {
        return wallet.backOffice().replace("127.0.0.1", "evil.localhost");
    }

    @Override
    public void close() {
        var ours = new String[] {wallet.backOffice(), simulator.address().toString(), misnamed()};
        window.close();
        wallet.close();
        simulator.close();
        window.askedNobodyBut(ours);
        assertThat(WalletUnderTest.auditOf(database)).isEmpty();
    }
}
