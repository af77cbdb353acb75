package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.transcript.Transcript;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Tells a browser that something happened, so that it asks for what it shows anew. */
final class LiveUpdates {
    private static final long HEARTBEAT_SECONDS = 15;
    private static final byte[] HAPPENED = "data: happened\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    private final Transcript transcript;

    LiveUpdates(Transcript transcript) {
        this.transcript = transcript;
    }

    /** Somebody who listens, until closed. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    void routing(Routes routes) {
        routes.get(
                "/console/live",
                (request, response) -> stream(response, bell -> {
                    var following = transcript.follow(bell);
                    return following::close;
                }));
    }

    /** Answers with a stream that says when there is news, until the browser goes or the simulator ends. */
    @SuppressWarnings("try") // both are there to be closed
    void stream(ServerResponse response, Function<Runnable, Listening> source) {
        response.headers().contentType(MediaTypes.create("text/event-stream"));
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        var news = new Semaphore(0);
        try (var listening = source.apply(news::release);
                var end = transcript.follow(() -> ringAtTheEnd(news));
                var out = response.outputStream()) {
            // What happened after the page was drawn and before anybody listened has been missed: let it be asked for.
            out.write(HAPPENED);
            out.flush();
            while (!transcript.hasEnded()) {
                var happened = news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                news.drainPermits();
                out.write(happened ? HAPPENED : STILL_HERE);
                out.flush();
            }
        } catch (IOException e) {
            // The browser has gone, which is how most streams end.
        } catch (InterruptedException e) {
            // The simulator is being stopped.
            Thread.currentThread().interrupt();
        }
    }

    private void ringAtTheEnd(Semaphore news) {
        if (transcript.hasEnded()) {
            news.release();
        }
    }
}
