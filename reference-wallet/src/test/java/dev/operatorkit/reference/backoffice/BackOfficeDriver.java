package dev.operatorkit.reference.backoffice;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.BrowserWindow;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Drives the back office in a browser, with a simulator as the provider, and checks the browser's requests at the end. */
final class BackOfficeDriver implements AutoCloseable {
    final Simulator simulator;
    final WalletUnderTest wallet;
    final BrowserWindow window;
    final Page page;
    private final String database = TestDatabase.H2.freshUrl();
    private final String password;

    BackOfficeDriver(Path folder) throws IOException {
        simulator = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", SecretKeys.of(WalletUnderTest.SECRET), null)));
        var file = folder.resolve("password");
        wallet = WalletUnderTest.withBackOffice(
                Clock.systemUTC(), database, file, simulator.address().toString());
        simulator.operators().change("demo", operator -> operator.withWallet(WalletAddress.parse(wallet.address())));
        password = Files.readString(file).strip();
        window = new BrowserWindow(
                new NewContextOptions().setBaseURL(wallet.backOffice()).setViewportSize(1440, 900));
        page = window.page();
    }

    /** Deletes the cookies and opens the first page. */
    void startLoggedOut() {
        window.context().clearCookies();
        page.navigate("/");
    }

    /** Logs in by keyboard: the field has the focus when the page opens. */
    void login() {
        startLoggedOut();
        assertThat(field("Name")).isFocused();
        page.keyboard().type("admin");
        page.keyboard().press("Tab");
        page.keyboard().type(password);
        page.keyboard().press("Enter");
        waitForHeading("Players");
    }

    /** Adds a person and returns the password that the next page shows once. */
    String addPerson(String name, String role) {
        page.navigate("/people");
        part("New person").getByLabel(role).check();
        send("New person", Map.of("Name (permanent)", name), "Add person");
        waitForNotice("is shown only once");
        return page.getByRole(AriaRole.STATUS).locator("code").textContent();
    }

    /** Logs a person in for the first time, who has to change the password. */
    void loginFirst(String name, String generated) {
        startLoggedOut();
        field("Name").fill(name);
        field("Password").fill(generated);
        button("Log in").click();
        field("Current password").fill(generated);
        page.locator("[name=new]").fill(Office.NEW_PASSWORD);
        field("Repeat the new password").fill(Office.NEW_PASSWORD);
        button("Change password").click();
        waitForNotice("Password changed.");
    }

    /** Waits for the page with that heading. */
    void waitForHeading(String heading) {
        page.getByRole(
                        AriaRole.HEADING,
                        new GetByRoleOptions().setName(heading).setExact(true).setLevel(1))
                .waitFor();
    }

    /** Waits for the notice. */
    void waitForNotice(String notice) {
        page.getByRole(AriaRole.STATUS)
                .filter(new Locator.FilterOptions().setHasText(notice))
                .waitFor();
    }

    /** Finds a part of the page by its heading. */
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

    /** Fills in the fields of a form by their labels and submits it. */
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

    /** Presses Tab until the element has the focus, as a keyboard user must be able to. */
    void tabTo(Locator target) {
        for (var presses = 0; presses < 100; presses++) {
            page.keyboard().press("Tab");
            if ((Boolean) target.evaluate("element => element === document.activeElement")) {
                return;
            }
        }
        throw new AssertionError("the Tab key does not reach " + target);
    }

    /** Tabs to an element and presses Enter. */
    void press(Locator target) {
        tabTo(target);
        page.keyboard().press("Enter");
    }

    /** Tabs to a field and replaces its text. */
    void type(String label, String text) {
        tabTo(field(label));
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().type(text);
    }

    @Override
    public void close() {
        var ours = new String[] {wallet.backOffice(), simulator.address().toString()};
        window.close();
        wallet.close();
        simulator.close();
        window.assertRequestsOnlyTo(ours);
        assertThat(WalletUnderTest.auditOf(database)).isEmpty();
    }
}
