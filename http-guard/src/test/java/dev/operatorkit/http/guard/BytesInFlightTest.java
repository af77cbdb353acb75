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

/** Tests that request bodies in transit are limited in number and in bytes, and that the oldest is closed first (D-36). */
class BytesInFlightTest {
    private static final int KIB = 1024;

    private final List<AutoCloseable> sockets = new ArrayList<>();
    private final List<OpenConnection> ended = new ArrayList<>();
    private final BytesInFlight bodies = new BytesInFlight(3, 10 * KIB, ended::add);
    private ServerSocketChannel listener;

    @BeforeEach
    void listen() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws Exception {
        for (var socket : sockets) {
            socket.close();
        }
        listener.close();
    }

    private OpenConnection waiting(int bytes) throws IOException {
        sockets.add(SocketChannel.open(listener.getLocalAddress()));
        var accepted = listener.accept();
        sockets.add(accepted);
        var connection = new OpenConnection(accepted);
        bodies.add(connection);
        bodies.grow(connection, bytes);
        return connection;
    }

    @Test
    void over_the_limit_of_bodies_the_oldest_is_closed() throws IOException {
        var oldest = waiting(1);
        waiting(1);
        waiting(1);
        bodies.add(oldest);
        assertThat(ended).isEmpty();
        waiting(1);
        assertThat(ended).containsExactly(oldest);
    }

    @Test
    void over_the_limit_of_bytes_the_oldest_is_closed() throws IOException {
        var oldest = waiting(5 * KIB);
        var newest = waiting(5 * KIB);
        assertThat(ended).isEmpty();
        bodies.grow(newest, 1);
        assertThat(ended).containsExactly(oldest);
    }

    @Test
    void a_complete_body_counts_until_its_response_and_its_connection_is_not_closed() throws IOException {
        var complete = waiting(10 * KIB);
        bodies.complete(complete);
        var late = waiting(1);
        assertThat(ended).containsExactly(late);
        bodies.remove(complete);
        waiting(10 * KIB);
        assertThat(ended).containsExactly(late);
    }

    @Test
    void closed_and_removed_connections_no_longer_count() throws IOException {
        for (var i = 0; i < 100; i++) {
            var connection = waiting(10 * KIB);
            bodies.grow(connection, 1);
            assertThat(ended).hasSize(i + 1).endsWith(connection);
            bodies.grow(connection, 1);
            bodies.complete(connection);
            bodies.remove(connection);
        }
        for (var i = 0; i < 100; i++) {
            bodies.remove(waiting(10 * KIB));
        }
        assertThat(ended).hasSize(100);
    }
}
