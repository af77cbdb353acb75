package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import io.helidon.common.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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

    @Test
    void h2_silent_sockets_beyond_the_connection_limit_do_not_lock_out_active_clients() throws Exception {
        try (var server = start(GuardedServer.Callers.fromAnywhere());
                var kept = RawClient.withSmallBuffer(server.port())) {
            assertAnswered(kept);
            List<RawClient> silent = new ArrayList<>();
            for (var i = 0; i < 5 * LIMIT; i++) {
                silent.add(RawClient.withSmallBuffer(server.port(), OTHER_SOURCE));
                try (var fresh = RawClient.withSmallBuffer(server.port())) {
                    assertAnswered(fresh);
                }
                assertAnswered(kept);
            }
            await().until(() -> silent.stream().filter(RawClient::isEnded).count() >= 4 * LIMIT);
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    /** Behind a proxy, one address stands for the provider and for strangers alike. */
    @Test
    void h2_a_flood_of_rejected_requests_from_the_address_of_an_active_client_does_not_lock_it_out() throws Exception {
        try (var server = start(GuardedServer.Callers.fromAnywhere());
                var kept = RawClient.withSmallBuffer(server.port(), OTHER_SOURCE)) {
            for (var i = 0; i < 5 * LIMIT; i++) {
                try (var rejected = RawClient.withSmallBuffer(server.port(), OTHER_SOURCE)) {
                    rejected.send("GET / HTTP/9.9\r\n\r\n");
                    assertThat(rejected.read("HTTP/1.1 nnn".length())).isEqualTo("HTTP/1.1 505");
                }
                assertAnswered(kept);
            }
        }
    }

    @Test
    void h2_at_the_connection_limit_the_connection_idle_longest_is_evicted() throws Exception {
        try (var server = start(GuardedServer.Callers.fromAnywhere())) {
            List<RawClient> idle = new ArrayList<>();
            for (var i = 0; i < LIMIT; i++) {
                idle.add(RawClient.withSmallBuffer(server.port()));
                assertAnswered(idle.get(i));
            }
            assertAnswered(idle.get(0));
            assertAnswered(idle.get(0)); // the server has noted the end of the one before
            try (var fresh = RawClient.withSmallBuffer(server.port())) {
                assertAnswered(fresh);
            }
            await().until(idle.get(1)::isEnded);
            assertAnswered(idle.get(0));
            for (var socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void net_2_without_tls_a_stranger_gets_a_response() throws Exception {
        try (var server = start(new GuardedServer.Callers(source -> false, () -> {}));
                var stranger = RawClient.withSmallBuffer(server.port(), OTHER_SOURCE)) {
            assertAnswered(stranger);
        }
    }

    @Test
    void net_2_over_tls_a_stranger_is_refused_before_the_handshake_and_counted() throws Exception {
        var refused = new AtomicInteger();
        var overTls = options(new GuardedServer.Callers(source -> false, refused::incrementAndGet))
                .tls(Tls.builder().enabled(true).build());
        try (var connections = new Connections(overTls);
                var server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                var accepted = accept(server, OTHER_SOURCE)) {
            assertThatThrownBy(() -> connections.accept(accepted)).isInstanceOf(IOException.class);
            assertThat(refused).hasValue(1);
            assertThat(connections.find(ends(accepted))).isEmpty();
        }
    }

    /** The caller of a socket that was accepted while the server stopped would otherwise wait for as long as the process lives. */
    @Test
    void h12_no_socket_stays_open_after_a_stop() throws Exception {
        var connections = new Connections(options(GuardedServer.Callers.fromAnywhere()));
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

    private static void assertAnswered(RawClient caller) throws IOException {
        caller.send(REQUEST);
        assertThat(caller.readUntil("done")).startsWith("HTTP/1.1 200");
    }
}
