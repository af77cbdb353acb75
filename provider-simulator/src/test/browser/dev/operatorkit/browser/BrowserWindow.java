package dev.operatorkit.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Opens a window of the browser, and records its requests and its error messages. */
public final class BrowserWindow {
    private final BrowserContext context;
    private final Page page;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private final Set<Integer> ignoredStatuses = new HashSet<>();
    private final Set<PageResponse> ignoredResponses = new HashSet<>();
    private final Set<String> ignoredTexts = new HashSet<>();

    /**
     * Holds an error message of the browser.
     *
     * @param location the address of what it is about, with a line and a column behind it, or empty
     */
    private record Problem(String text, String location) {
        boolean hasStatus(int status) {
            return text.contains("status of " + status);
        }
    }

    private record PageResponse(String address, int status) {}

    /** Opens a window with these options and no cookies. */
    public BrowserWindow(NewContextOptions options) {
        context = Browser.get().newContext(options.setLocale("en-GB"));
        context.setDefaultTimeout(Browser.TIMEOUT_MILLIS);
        context.onRequest(request -> requests.add(request.url()));
        context.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                problems.add(new Problem(message.text(), message.location()));
            }
        });
        context.onWebError(failure -> problems.add(new Problem(failure.error(), "")));
        page = context.newPage();
    }

    public Page page() {
        return page;
    }

    public BrowserContext context() {
        return context;
    }

    /** Returns the URLs of all requests of the browser. */
    public List<String> requests() {
        return requests;
    }

    /** Opens a page that may answer this status, which the browser would report as an error. */
    public void open(String path, int allowedStatus) {
        page.navigate(path);
        // The message may arrive later, so it is looked for at the end.
        ignoredResponses.add(new PageResponse(page.url(), allowedStatus));
    }

    /** Ignores error messages about this status from now on. */
    public void ignoreStatus(int status) {
        ignoredStatuses.add(status);
    }

    /** Ignores error messages with this text from now on. */
    public void ignoreText(String text) {
        ignoredTexts.add(text);
    }

    /** Closes the window. */
    public void close() {
        context.close();
    }

    /** Asserts that every request went to one of these addresses, and that the browser reported no other error. */
    public void assertRequestsOnlyTo(String... addresses) {
        assertThat(requests)
                .as("every request stays on this machine")
                .allMatch(url -> List.of(addresses).stream().anyMatch(url::startsWith));
        assertThat(problems).as("errors of the browser").allMatch(this::isIgnored);
    }

    private boolean isIgnored(Problem problem) {
        return ignoredTexts.stream().anyMatch(problem.text()::contains)
                || ignoredStatuses.stream().anyMatch(problem::hasStatus)
                || ignoredResponses.stream()
                        .anyMatch(response -> problem.hasStatus(response.status())
                                && problem.location().startsWith(response.address() + ":"));
    }
}
