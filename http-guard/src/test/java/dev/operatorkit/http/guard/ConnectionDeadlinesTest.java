package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the deadline of the whole request cuts off a client that sends byte by byte, and no other client (fault matrix
 * H2).
 */
class ConnectionDeadlinesTest {
    private static final int READ_TIMEOUT_MILLIS = 60_000;
    private static final String REQUEST = "POST / HTTP/1.1\r\nHost: wallet\r\nContent-Length: 2\r\n\r\nab";

    /** Leaves the processor to others between two bytes of a slow client. */
    private static final long PACE_NANOS = 1_000_000;

    private static final int CALLERS_AT_STOP = 16;
    private static final long BUSY_NANOS = 200_000_000;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    @AutoClose
    private GuardedServer server;

    @BeforeEach
    void start() {
        server = start(Duration.ofMillis(READ_TIMEOUT_MILLIS));
    }

    private GuardedServer start(Duration idle) {
        return start(Duration.ofMillis(500), idle);
    }

    private GuardedServer start(Duration request, Duration idle) {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(2_000_000)
                .maxConcurrentRequests(100)
                .requestTimeout(request)
                .idleTimeout(idle);
        return GuardedServer.start(options, routes -> routes.any("/*", this::answer));
    }

    private void answer(ServerRequest request, ServerResponse response) throws IOException {
        begun.incrementAndGet();
        try (var body = request.content().inputStream()) {
            body.readAllBytes();
        } finally {
            ended.incrementAndGet();
        }
        answered.incrementAndGet();
        response.send("done");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\nHost: wallet\r\nX-Slow: ",
                "POST / HTTP/1.1\r\nHost: wallet\r\nContent-Length: 1000000\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: wallet\r\nTransfer-Encoding: chunked\r\n\r\n"
            })
    void a_client_that_never_completes_its_request_is_disconnected_while_others_are_served(String beginning)
            throws Exception {
        try (var slow = RawClient.withSmallBuffer(server.port());
                var other = RawClient.withSmallBuffer(server.port())) {
            slow.send(beginning);
            var requests = 0;
            while (!slow.isClosedToSend()) {
                other.send(REQUEST);
                assertThat(status(other)).isEqualTo("HTTP/1.1 200");
                requests++;
                LockSupport.parkNanos(PACE_NANOS);
            }
            assertThat(answered.get()).isEqualTo(requests).isPositive();
        }
    }

    @Test
    void an_idle_connection_is_kept_open() throws Exception {
        try (var resting = RawClient.withSmallBuffer(server.port());
                var slow = RawClient.withSmallBuffer(server.port())) {
            resting.send(REQUEST);
            assertThat(status(resting)).isEqualTo("HTTP/1.1 200");
            slow.send("POST / HT");
            while (!slow.isClosedToSend()) {
                LockSupport.parkNanos(PACE_NANOS);
            }
            resting.send(REQUEST);
            assertThat(status(resting)).isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void h4_a_client_that_sends_no_body_after_100_continue_is_disconnected_and_frees_its_handler() throws Exception {
        try (var waiting = RawClient.withSmallBuffer(server.port())) {
            waiting.send("POST / HTTP/1.1\r\nHost: wallet\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(waiting.read("HTTP/1.1 100".length())).isEqualTo("HTTP/1.1 100");
            assertThat(begun).hasValue(1);
            // Nothing more is sent: the end comes from there.
            waiting.readUntilClosed();
            await().until(() -> ended.get() == 1);
        }
        assertThat(answered).hasValue(0);
    }

    @Test
    void h12_drain_waits_without_spinning_until_the_last_request_is_answered() throws Exception {
        try (var slow = RawClient.withSmallBuffer(server.port())) {
            slow.send("POST / HTTP/1.1\r\nHost: wallet\r\nContent-Length: 2\r\n\r\n");
            await().until(() -> begun.get() == 1);
            var draining = Thread.ofPlatform().start(() -> server.drain(Duration.ofMillis(READ_TIMEOUT_MILLIS)));
            await().until(() -> draining.getState() == Thread.State.TIMED_WAITING);
            slow.send("ab");
            assertThat(status(slow)).isEqualTo("HTTP/1.1 200");
            draining.join();
        }
        assertThat(answered).hasValue(1);
    }

    /** Callers send a head at the moment of the stop, when nothing can read it yet: all threads that carry others are busy. */
    @Test
    void h12_a_request_that_is_on_its_way_at_a_stop_is_finished() throws Exception {
        server.close();
        server = start(Duration.ofMillis(READ_TIMEOUT_MILLIS), Duration.ofMillis(READ_TIMEOUT_MILLIS));
        var isBusy = new AtomicBoolean(true);
        var callers = new ArrayList<RawClient>();
        try {
            for (var i = 0; i < CALLERS_AT_STOP; i++) {
                callers.add(RawClient.withSmallBuffer(server.port()));
                callers.getLast().send(REQUEST);
                assertThat(status(callers.getLast())).isEqualTo("HTTP/1.1 200");
            }
            for (var i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                Thread.startVirtualThread(() -> {
                    while (isBusy.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            for (var caller : callers) {
                caller.send(REQUEST.substring(0, REQUEST.length() - 2));
            }
            var stopping = Thread.ofPlatform().start(() -> {
                server.drain(Duration.ofMillis(READ_TIMEOUT_MILLIS));
                server.close();
            });
            LockSupport.parkNanos(BUSY_NANOS);
            isBusy.set(false);
            for (var caller : callers) {
                caller.send("ab");
                assertThat(status(caller)).isEqualTo("HTTP/1.1 200");
            }
            stopping.join();
        } finally {
            isBusy.set(false);
            for (var caller : callers) {
                caller.close();
            }
        }
        assertThat(answered).hasValue(2 * CALLERS_AT_STOP);
    }

    /** Stopping the server interrupts who waits for a request, so none may begin then: its movement could be stored unanswered. */
    @Test
    void h12_no_request_begins_after_the_drain() throws Exception {
        try (var idle = RawClient.withSmallBuffer(server.port());
                var silent = RawClient.withSmallBuffer(server.port())) {
            var request = "GET / HTTP/1.1\r\nHost: wallet\r\n\r\n";
            idle.send(request);
            assertThat(status(idle)).isEqualTo("HTTP/1.1 200");

            server.drain(Duration.ofMillis(READ_TIMEOUT_MILLIS));

            try (var late = RawClient.withSmallBuffer(server.port())) {
                for (var socket : List.of(idle, silent, late)) {
                    socket.sendWhileOpen(request);
                    socket.readUntilClosed();
                }
            }
        }
        assertThat(begun).hasValue(1);
    }

    private static String status(RawClient caller) throws IOException {
        return caller.readUntil("done").substring(0, "HTTP/1.1 200".length());
    }
}
