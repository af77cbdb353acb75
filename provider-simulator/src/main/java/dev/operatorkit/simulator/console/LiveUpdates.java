package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.transcript.Transcript;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells a browser that something happened, so that it asks for what it shows anew. */
final class LiveUpdates {
    private static final long HEARTBEAT_SECONDS = 15;
    private static final byte[] HAPPENED = "data: happened\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    private LiveUpdates() {}

    static void routing(HttpRouting.Builder routing, Transcript transcript) {
        routing.get("/console/live", (request, response) -> stream(response, transcript));
    }

    @SuppressWarnings("try") // following is there to be closed
    private static void stream(ServerResponse response, Transcript transcript) throws InterruptedException {
        response.headers().contentType(MediaTypes.create("text/event-stream"));
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        var news = new Semaphore(0);
        try (var following = transcript.follow(news::release);
                var out = response.outputStream()) {
            out.write(STILL_HERE);
            out.flush();
            while (!transcript.hasEnded()) {
                var happened = news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                news.drainPermits();
                out.write(happened ? HAPPENED : STILL_HERE);
                out.flush();
            }
        } catch (IOException e) {
            // The browser has gone, which is how every stream ends.
        }
    }
}
