package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.transcript.Transcript;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Streams change events to a browser, which then reloads what it shows. */
final class LiveUpdates {
    private static final long HEARTBEAT_SECONDS = 15;
    private static final byte[] CHANGED = "data: changed\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] HEARTBEAT = ": heartbeat\n\n".getBytes(StandardCharsets.UTF_8);

    private static final byte[] FAULTS = "event: faults\ndata: changed\n\n".getBytes(StandardCharsets.UTF_8);

    private final Transcript transcript;
    private final ActiveFaults faults;

    LiveUpdates(Transcript transcript, ActiveFaults faults) {
        this.transcript = transcript;
        this.faults = faults;
    }

    void routing(Routes routes) {
        routes.stream(
                "/console/live",
                (request, response) -> stream(response, listener -> {
                    var following = transcript.follow(listener);
                    var faulty = faults.subscribe(listener);
                    return () -> {
                        following.run();
                        faulty.run();
                    };
                }));
    }

    /** Streams an event at each change, until the browser disconnects or the simulator stops. */
    void stream(ServerResponse response, UnaryOperator<Runnable> source) {
        response.headers().contentType(MediaTypes.create("text/event-stream"));
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        var news = new Semaphore(0);
        var listening = source.apply(news::release);
        var end = transcript.follow(() -> releaseAtEnd(news));
        try (var out = response.outputStream()) {
            // Changes between the rendering of the page and this subscription were missed, so the page reloads once.
            out.write(CHANGED);
            out.flush();
            var lastFaults = -1L;
            while (!transcript.hasEnded()) {
                var changed = news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                news.drainPermits();
                out.write(changed ? CHANGED : HEARTBEAT);
                if (lastFaults != faults.changes()) {
                    lastFaults = faults.changes();
                    out.write(FAULTS);
                }
                out.flush();
            }
        } catch (IOException e) {
            // The browser disconnected, which is how most streams end.
        } catch (InterruptedException e) {
            // The simulator is stopping.
            Thread.currentThread().interrupt();
        } finally {
            listening.run();
            end.run();
        }
    }

    private void releaseAtEnd(Semaphore news) {
        if (transcript.hasEnded()) {
            news.release();
        }
    }
}
