package dev.operatorkit.simulator.console;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws every page once, to nobody, as soon as the simulator is ready: whoever opens a page first need not wait until it is
 * loaded. One page after the other, those first that take longest.
 */
public final class PageWarmUp {
    static final List<String> PAGES = List.of(
            "/",
            "/reference",
            "/conformance",
            "/launch",
            "/overview/numbers",
            "/transcript",
            "/transcript/rows",
            "/games",
            "/rounds",
            "/delivery",
            "/free-rounds",
            "/faults",
            "/load",
            "/load/chart",
            // Finds nothing, and so goes through all that is kept.
            "/transcript/rows?text=a+text+that+is+in+no+verdict");

    private static final int LONGEST_MILLIS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(PageWarmUp.class);

    private PageWarmUp() {}

    /** Begins with that simulator's pages, and does not wait for the end. */
    public static void start(Console console, URI address) {
        var thread = new Thread(() -> tryWarmUp(console, address), "rehearsal");
        thread.setDaemon(true);
        thread.start();
    }

    private static void tryWarmUp(Console console, URI address) {
        try {
            all(console, address);
        } catch (IOException | RuntimeException e) {
            // The simulator is being stopped, or listens where it may not come from.
            LOG.debug("the rehearsal of the pages broke off", e);
        }
    }

    static void all(Console console, URI address) throws IOException {
        console.transcript().warmUp();
        for (var page : PAGES) {
            ask(address, page);
        }
    }

    /** The status of a page that was drawn to its end. */
    static int ask(URI address, String page) throws IOException {
        var connection = (HttpURLConnection) address.resolve(page).toURL().openConnection();
        connection.setReadTimeout(LONGEST_MILLIS);
        try (var body = connection.getInputStream()) {
            body.transferTo(OutputStream.nullOutputStream());
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }
}
