package dev.operatorkit.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A window of the browser under watch: all that it asks for, and all that it complains about. */
public final class Window {
    private final BrowserContext context;
    private final Page page;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Set<Integer> forgiven = new HashSet<>();

    /** With cookies of its own, of that size and theme, at that address. */
    public Window(NewContextOptions how) {
        context = Browser.get().newContext(how.setLocale("en-GB"));
        context.setDefaultTimeout(Browser.PATIENCE_MILLIS);
        context.onRequest(request -> asked.add(request.url()));
        context.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        context.onWebError(error -> complaints.add(error.error()));
        page = context.newPage();
    }

    public Page page() {
        return page;
    }

    public BrowserContext context() {
        return context;
    }

    /** What the browser asked, all of it. */
    public List<String> asked() {
        return asked;
    }

    /** A page that is meant to answer this status too, which the browser complains about. */
    public void open(String path, int refusal) {
        page.navigate(path);
        complaints.removeIf(complaint -> says(complaint, refusal));
    }

    /** What is answered so is meant to be, whenever it is. */
    public void forgive(int status) {
        forgiven.add(status);
    }

    private static boolean says(String complaint, int status) {
        return complaint.contains("status of " + status);
    }

    /** Closes it. */
    public void close() {
        context.close();
    }

    /** Nothing was asked of anybody else, and nothing was wrong. */
    public void askedNobodyBut(String... addresses) {
        assertThat(asked)
                .as("every request stays on this machine")
                .allMatch(url -> List.of(addresses).stream().anyMatch(url::startsWith));
        assertThat(complaints)
                .as("what the browser complained about")
                .allMatch(complaint -> forgiven.stream().anyMatch(status -> says(complaint, status)));
    }
}
