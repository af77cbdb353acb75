package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.transcript.Transcript;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Serves the transcript: search, single exchanges, and a live stream of server-sent events. */
final class TranscriptRoutes {
    private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;
    private static final int BATCH = 200;
    private static final long HEARTBEAT_SECONDS = 5;
    private static final byte[] HEARTBEAT = ": heartbeat\n\n".getBytes(StandardCharsets.UTF_8);

    private final Transcript transcript;

    TranscriptRoutes(Transcript transcript) {
        this.transcript = transcript;
    }

    /** Returns matching exchanges, newest first. */
    JsonNode search(ServerRequest request) {
        var limit = (int) AdminRoute.number(request, "limit", DEFAULT_LIMIT);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("'limit' must be from 1 to " + MAX_LIMIT + ".");
        }
        var raw = raw(request);
        return AdminJson.listOf(
                "exchanges",
                transcript.search(filter(request), AdminRoute.number(request, "before", 0), limit),
                (array, entry) -> array.add(AdminJson.exchange(entry, raw)));
    }

    /** Returns one exchange with its bytes. */
    JsonNode find(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        return (id.matches("\\d{1,18}") ? transcript.find(Long.parseLong(id)) : Optional.<Entry>empty())
                .map(entry -> AdminJson.exchange(entry, true))
                .orElseThrow(() -> new NoSuchElementException("There is no exchange '" + id + "'."));
    }

    /**
     * Streams each exchange as an event with its id. A client that reconnects with {@code Last-Event-ID} or {@code ?after=}
     * misses nothing. It is only notified and then reads from the transcript, so that a slow client blocks no callback.
     */
    void stream(ServerRequest request, ServerResponse response) throws InterruptedException {
        Filter filter;
        long after;
        try {
            filter = filter(request);
            var last = request.headers().first(LAST_EVENT_ID).orElse(null);
            after = last != null
                    ? AdminRoute.integer("Last-Event-ID", last)
                    : AdminRoute.number(request, "after", transcript.newestId());
        } catch (IllegalArgumentException e) {
            AdminRoute.error(response, 400, e);
            return;
        }
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream").header(HeaderNames.CACHE_CONTROL, "no-store");
        var news = new Semaphore(1);
        var following = transcript.follow(news::release);
        try (var out = response.outputStream()) {
            out.write(HEARTBEAT);
            out.flush();
            follow(out, news, filter, after, raw(request));
        } catch (IOException | UncheckedIOException e) {
            // The client disconnected, which is how every stream ends.
        } finally {
            following.run();
        }
    }

    private void follow(OutputStream out, Semaphore news, Filter filter, long after, boolean raw)
            throws IOException, InterruptedException {
        var last = after;
        while (!transcript.hasEnded()) {
            if (news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS)) {
                news.drainPermits();
                last = sendNew(out, filter, last, raw);
            } else {
                out.write(HEARTBEAT);
            }
            out.flush();
        }
    }

    private long sendNew(OutputStream out, Filter filter, long after, boolean raw) throws IOException {
        var last = after;
        var batch = transcript.since(filter, last, BATCH);
        while (!batch.isEmpty()) {
            for (var entry : batch) {
                out.write(event(entry, raw));
                last = entry.id();
            }
            batch = transcript.since(filter, last, BATCH);
        }
        return last;
    }

    private static byte[] event(Entry entry, boolean raw) throws IOException {
        var data = AdminRoute.JSON.writeValueAsString(AdminJson.exchange(entry, raw));
        return ("id: " + entry.id() + "\nevent: exchange\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Filter filter(ServerRequest request) {
        return Filter.read(name -> AdminRoute.text(request, name));
    }

    private static boolean raw(ServerRequest request) {
        return "true".equals(AdminRoute.text(request, "raw"));
    }
}
