package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that request bodies in transit are bounded in number and in bytes, and that the busiest source loses its oldest (D-36).
 */
class BodiesInFlightTest {
    private static final long KIB = 1024;

    private final List<AutoCloseable> sockets = new ArrayList<>();
    private final List<OpenConnection> ended = new ArrayList<>();
    private final BodiesInFlight bodies =
            new BodiesInFlight(new BodiesInFlight.Limits(4, 3, 10 * KIB), this.ended::add);
    private Source one;
    private Source other;
    private ServerSocketChannel listener;

    @BeforeEach
    void listen() throws IOException {
        one = new Source(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        other = new Source(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}));
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(one.address(), 0));
    }

    @AfterEach
    void close() throws Exception {
        for (var socket : sockets) {
            socket.close();
        }
        listener.close();
    }

    private OpenConnection connection() throws IOException {
        sockets.add(SocketChannel.open(listener.getLocalAddress()));
        var accepted = listener.accept();
        sockets.add(accepted);
        return new OpenConnection(accepted);
    }

    private OpenConnection waiting(Source source, long bytes) throws IOException {
        var connection = connection();
        bodies.add(source, connection);
        bodies.grow(source, connection, (int) bytes);
        return connection;
    }

    @Test
    void a_source_over_its_body_limit_has_its_oldest_connection_closed() throws IOException {
        var oldest = waiting(one, 1);
        waiting(one, 1);
        waiting(one, 1);
        assertThat(ended).isEmpty();
        waiting(one, 1);
        assertThat(ended).containsExactly(oldest);
    }

    @Test
    void over_the_total_body_limit_the_busiest_source_has_its_oldest_connection_closed() throws IOException {
        waiting(other, 1);
        var oldest = waiting(one, 1);
        waiting(one, 1);
        waiting(one, 1);
        waiting(other, 1);
        assertThat(ended).containsExactly(oldest);
    }

    @Test
    void over_the_total_byte_limit_the_source_with_most_bytes_has_its_oldest_connection_closed() throws IOException {
        waiting(other, KIB);
        var oldest = waiting(one, 5 * KIB);
        var newest = waiting(one, 4 * KIB);
        assertThat(ended).isEmpty();
        bodies.grow(one, newest, 1);
        assertThat(ended).containsExactly(oldest);
    }

    @Test
    void a_complete_body_counts_until_its_response_and_its_connection_is_not_closed() throws IOException {
        var arrived = waiting(one, 10 * KIB);
        bodies.arrive(one, arrived);
        var late = waiting(other, 1);
        assertThat(ended).containsExactly(late);
        bodies.remove(one, arrived);
        waiting(other, 10 * KIB);
        assertThat(ended).containsExactly(late);
    }

    @Test
    void closed_and_removed_connections_no_longer_count() throws IOException {
        for (var i = 0; i < 100; i++) {
            var connection = waiting(one, 10 * KIB);
            bodies.grow(one, connection, 1);
            assertThat(ended).hasSize(i + 1).endsWith(connection);
            bodies.grow(one, connection, 1);
            bodies.arrive(one, connection);
            bodies.remove(one, connection);
        }
        for (var i = 0; i < 100; i++) {
            var connection = waiting(one, 10 * KIB);
            bodies.remove(one, connection);
        }
        assertThat(ended).hasSize(100);
    }

    @Test
    void a_body_that_is_added_twice_is_counted_once() throws IOException {
        var connection = waiting(one, 1);
        for (var i = 0; i < 10; i++) {
            bodies.add(other, connection());
            bodies.add(one, connection);
        }
        assertThat(ended).doesNotContain(connection).hasSize(7);
    }
}
