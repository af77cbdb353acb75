package dev.operatorkit.http.guard;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.helidon.http.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that idle connections are closed when there are more connections than allowed (fault matrix H2, D13). */
class ConnectionsTest {
    private static final int READ_TIMEOUT_MILLIS = 20_000;
    private static final int LIMIT = 40;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: wallet\r\n\r\n";
    private static final String OTHER_SOURCE = "127.0.0.2";

    /** Lasts longer than any of these tests. */
    private static final Duration NO_DEADLINE = Duration.ofMinutes(10);

    private static GuardedServer.Options options(GuardedServer.Callers callers) {
        return new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(2_000_000)
                .maxConcurrentRequests(100)
                .requestTimeout(NO_DEADLINE)
                .idleTimeout(NO_DEADLINE)
                .maxConnections(LIMIT)
                .callers(callers);
    }

    private static GuardedServer start(GuardedServer.Callers callers) {
        return GuardedServer.start(
                options(callers), routes -> routes.any("/*", (request, response) -> response.send("done")));
    }

    private static GuardedServer startWithRejections() {
        return GuardedServer.start(
                options(GuardedServer.Callers.anybody()),
                routes -> routes.any(
                                "/rejected",
                                (request, response) ->
                                        response.status(Status.UNAUTHORIZED_401).send("who is it?"))
                        .any("/*", (request, response) -> response.send("done")));
    }

    @Test
    void h2_silent_sockets_beyond_the_connection_limit_do_not_lock_out_active_clients() throws Exception {
        try (var server = start(GuardedServer.Callers.anybody());
                var kept = connect(server, "127.0.0.1")) {
            assertAnswered(kept);
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < 5 * LIMIT; i++) {
                silent.add(connect(server, OTHER_SOURCE));
                try (var fresh = connect(server, "127.0.0.1")) {
                    assertAnswered(fresh);
                }
                assertAnswered(kept);
            }
            var cut = 0;
            for (var socket : silent) {
                cut += isClosed(socket) ? 1 : 0;
                socket.close();
            }
            assertThat(cut).isGreaterThanOrEqualTo(4 * LIMIT);
        }
    }

    @Test
    void h2_a_flood_from_one_source_evicts_only_its_own_connections() throws Exception {
        try (var server = start(GuardedServer.Callers.anybody());
                var slower = connect(server, "127.0.0.1")) {
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < 5 * LIMIT; i++) {
                silent.add(connect(server, OTHER_SOURCE));
            }
            await().until(() -> isClosed(silent.get(3 * LIMIT)));
            assertAnswered(slower);
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void h2_a_source_with_too_many_silent_connections_is_refused_until_one_is_answered() throws Exception {
        try (var server = start(GuardedServer.Callers.anybody())) {
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < LIMIT / 2; i++) {
                silent.add(connect(server, OTHER_SOURCE));
            }
            assertRefused(server, OTHER_SOURCE);
            assertRefused(server, OTHER_SOURCE);
            for (var i = 0; i < 5 * LIMIT; i++) {
                try (var other = connect(server, "127.0.0.3")) {
                    assertAnswered(other);
                }
            }
            assertAnswered(silent.get(0));
            try (var another = connect(server, OTHER_SOURCE)) {
                assertAnswered(another);
            }
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void h2_a_rejection_does_not_free_the_slot_of_its_connection_and_another_response_does() throws Exception {
        try (var server = startWithRejections()) {
            for (var i = 0; i < LIMIT / 2; i++) {
                reject(server, i % 2 == 0 ? "GET /rejected HTTP/1.1\r\nHost: h\r\n\r\n" : "GET / HTTP/9.9\r\n\r\n");
            }
            assertRefused(server, OTHER_SOURCE);
            for (var i = 0; i < 5 * LIMIT; i++) {
                try (var other = connect(server, "127.0.0.3")) {
                    assertAnswered(other);
                }
            }
        }
    }

    @Test
    void h2_a_source_with_as_many_successes_as_rejections_is_never_refused() throws Exception {
        try (var server = startWithRejections();
                var kept = connect(server, OTHER_SOURCE)) {
            for (var i = 0; i < 2 * LIMIT; i++) {
                reject(server, "GET /rejected HTTP/1.1\r\nHost: wallet\r\n\r\n");
                assertAnswered(kept);
            }
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < LIMIT / 2; i++) {
                silent.add(connect(server, OTHER_SOURCE));
                assertAnswered(kept);
            }
            assertRefused(server, OTHER_SOURCE);
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    private static void reject(GuardedServer server, String request) throws IOException {
        try (var socket = connect(server, OTHER_SOURCE)) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes("HTTP/1.1 nnn".length()), US_ASCII))
                    .isIn("HTTP/1.1 401", "HTTP/1.1 505");
        }
    }

    @Test
    void h2_a_configured_source_is_exempt_from_the_connection_quota() throws Exception {
        var callers = new GuardedServer.Callers(
                source -> true, source -> source.getHostAddress().equals(OTHER_SOURCE), () -> {});
        try (var server = start(callers)) {
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < LIMIT - 1; i++) {
                silent.add(connect(server, OTHER_SOURCE));
            }
            try (var another = connect(server, OTHER_SOURCE)) {
                assertAnswered(another);
            }
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void h2_the_quota_refills_over_time_and_a_response_frees_its_slot() throws Exception {
        var quota = new UnansweredQuota(4, Duration.ofSeconds(8));
        var source = new Source(InetAddress.getByName("192.0.2.1"));
        var other = new Source(InetAddress.getByName("192.0.2.2"));
        for (var i = 0; i < 4; i++) {
            assertThat(quota.tryUse(source, 0)).isTrue();
        }
        assertThat(quota.tryUse(source, 0)).isFalse();
        assertThat(quota.tryUse(other, 0)).isTrue();
        quota.giveBack(source);
        assertThat(quota.tryUse(source, 0)).isTrue();
        assertThat(quota.tryUse(source, Duration.ofSeconds(1).toNanos())).isFalse();
        quota.tidy(Duration.ofSeconds(2).toNanos());
        assertThat(quota.tryUse(source, Duration.ofSeconds(2).toNanos())).isTrue();
        assertThat(quota.tryUse(source, Duration.ofSeconds(2).toNanos())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "2001:db8::1, 2001:db8::2, true",
        "2001:db8:0:1::1, 2001:db8:0:2::1, false",
        "::ffff:192.0.2.1, 192.0.2.1, true"
    })
    void h2_a_source_is_an_ipv4_address_or_the_64_bit_prefix_of_an_ipv6_address(String one, String other, boolean same)
            throws Exception {
        assertThat(new Source(InetAddress.getByName(one)).equals(new Source(InetAddress.getByName(other))))
                .isEqualTo(same);
    }

    @Test
    void h2_at_the_connection_limit_the_connection_idle_longest_is_evicted() throws Exception {
        try (var server = start(GuardedServer.Callers.anybody())) {
            List<Socket> idle = new ArrayList<>();
            for (var i = 0; i < LIMIT; i++) {
                idle.add(connect(server, "127.0.0.1"));
                assertAnswered(idle.get(i));
            }
            assertAnswered(idle.get(0));
            try (var fresh = connect(server, "127.0.0.1")) {
                assertAnswered(fresh);
            }
            assertThat(isClosed(idle.get(1))).isTrue();
            assertAnswered(idle.get(0));
            for (var socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void net_2_few_connections_from_unlisted_sources_are_admitted_and_each_refusal_is_counted() throws Exception {
        var refused = new AtomicInteger();
        var callers = new GuardedServer.Callers(
                source -> source.equals(InetAddress.getLoopbackAddress()), source -> false, refused::incrementAndGet);
        try (var server = start(callers)) {
            List<Socket> others = new ArrayList<>();
            for (var i = 0; i < LIMIT; i++) {
                others.add(connect(server, OTHER_SOURCE));
            }
            await().until(() -> refused.get() == LIMIT - LIMIT / 8);
            for (var caller : others) {
                caller.close();
            }
            // Their places are free again as soon as they are gone.
            await().until(() -> {
                try (var next = connect(server, OTHER_SOURCE)) {
                    assertAnswered(next);
                    return true;
                } catch (AssertionError | SocketException e) {
                    return false;
                }
            });
            try (var allowed = connect(server, "127.0.0.1")) {
                assertAnswered(allowed);
            }
        }
    }

    @Test
    void net_2_a_stranger_that_its_quota_refuses_takes_no_place() throws Exception {
        var callers = new GuardedServer.Callers(source -> false, source -> false, () -> {});
        try (var connections = new Connections(options(callers));
                var server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (var i = 0; i < LIMIT / 2; i++) {
                try (var accepted = accept(server, OTHER_SOURCE)) {
                    connections.accept(accepted);
                    connections.remove(connections.find(ends(accepted)).orElseThrow());
                }
            }
            for (var i = 0; i < LIMIT; i++) {
                try (var accepted = accept(server, OTHER_SOURCE)) {
                    assertThatThrownBy(() -> connections.accept(accepted)).isInstanceOf(IOException.class);
                }
            }
            try (var accepted = accept(server, "127.0.0.3")) {
                connections.accept(accepted);
                assertThat(connections.find(ends(accepted))).isPresent();
            }
        }
    }

    /** The caller of a socket that was accepted while the server stopped would otherwise wait for as long as the process lives. */
    @Test
    void h12_no_socket_stays_open_after_a_stop() throws Exception {
        var connections = new Connections(options(GuardedServer.Callers.anybody()));
        try (var server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                var before = accept(server, OTHER_SOURCE);
                var after = accept(server, OTHER_SOURCE)) {
            connections.accept(before);
            connections.close();
            assertThat(before.isOpen()).isFalse();
            assertThatThrownBy(() -> connections.accept(after)).isInstanceOf(IOException.class);
            assertThat(after.isOpen()).isFalse();
        }
    }

    /** Returns the server's end of a new connection, whose other end is closed. */
    private static SocketChannel accept(ServerSocketChannel server, String source) throws IOException {
        var address = (InetSocketAddress) server.getLocalAddress();
        var caller = new Socket(address.getAddress(), address.getPort(), InetAddress.getByName(source), 0);
        var accepted = server.accept();
        caller.close();
        return accepted;
    }

    private static OpenConnection.Ends ends(SocketChannel accepted) throws IOException {
        return new OpenConnection.Ends(accepted.getRemoteAddress(), accepted.getLocalAddress());
    }

    @ParameterizedTest
    @CsvSource({
        "128, 1048576, false, 1024",
        "192, 1048576, false, 1536",
        "192, 1048576, true, 384",
        "192, 1024, false, 512",
        "8192, 1048576, false, 8192",
        "1, 16, true, 2"
    })
    void d13_the_connection_limit_depends_on_the_heap_and_the_file_descriptors(
            int mib, long files, boolean tls, int bound) {
        assertThat(ConnectionLimit.of(mib * 1024L * 1024, files, tls)).isEqualTo(bound);
    }

    private static Socket connect(GuardedServer server, String source) throws IOException {
        var socket = new Socket("127.0.0.1", server.port(), InetAddress.getByName(source), 0);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        return socket;
    }

    /** Awaits the refusal, since the connection is accepted by the system before the server sees it. */
    private static void assertRefused(GuardedServer server, String source) throws IOException {
        try (var socket = connect(server, source)) {
            assertThat(socket.getInputStream().read()).isNegative();
        } catch (SocketException e) {
            // reset, which is a refusal too
        }
    }

    private static void assertAnswered(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(US_ASCII));
        var answer = new StringBuilder();
        while (!answer.toString().endsWith("done")) {
            var next = socket.getInputStream().read();
            assertThat(next).isNotNegative();
            answer.append((char) next);
        }
        assertThat(answer).startsWith("HTTP/1.1 200");
    }

    /** Returns true if the server has closed the connection. An open one stays silent, since there is no deadline. */
    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }
}
