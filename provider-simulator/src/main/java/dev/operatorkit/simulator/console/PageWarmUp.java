package dev.operatorkit.simulator.console;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders every page once as soon as the simulator is ready, so that the first visitor does not wait for class loading.
 * Renders one page after the other, the slowest first.
 */
public final class PageWarmUp {
    static final List<String> PAGES = List.of(
            "/",
            "/reference",
            "/conformance",
            "/client-conformance",
            "/launch",
            "/overview/numbers",
            "/transcript",
            "/transcript/rows",
            // These match nothing, and so search all kept exchanges: their texts, and the index of their fields.
            "/transcript/rows?text=a+text+that+is+in+no+verdict",
            "/transcript/rows?transaction=none",
            "/games",
            "/rounds",
            "/delivery",
            "/free-rounds",
            "/faults",
            "/load",
            "/load/chart",
            DocumentationPages.FIRST);

    private static final int LONGEST_MILLIS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(PageWarmUp.class);

    private PageWarmUp() {}

    /** Starts to warm up a simulator's pages and returns immediately. */
    public static void start(Console console, URI address) {
        var thread = new Thread(() -> tryWarmUp(console, address), "page-warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    private static void tryWarmUp(Console console, URI address) {
        try {
            all(console, address);
        } catch (IOException | RuntimeException e) {
            // The simulator is stopping, or does not allow requests from this address.
            LOG.debug("The pages were not all warmed up; the first visit to a page may be slow", e);
        }
    }

    static void all(Console console, URI address) throws IOException {
        console.exchange().warmUp();
        for (var page : PAGES) {
            ask(address, page);
        }
    }

    /** Requests a page, reads it to its end and returns its status. */
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
