package dev.operatorkit.reference.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever sends byte by byte is cut off by the deadline of the whole request (fault matrix H2), and nobody else is. */
class DeadlinesTest {
    private static final int GIVE_UP_MILLIS = 60_000;
    private static final String WHOLE = "POST / HTTP/1.1\r\nHost: wallet\r\nContent-Length: 2\r\n\r\nab";

    private final AtomicInteger answered = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() {
        var options = new HttpServer.Options(
                "127.0.0.1", 0, null, 2_000_000, Duration.ofMillis(500), Duration.ofSeconds(GIVE_UP_MILLIS));
        server = HttpServer.start(
                options,
                routes -> routes.any("/*", (request, response) -> {
                    try (var body = request.content().inputStream()) {
                        body.readAllBytes();
                    }
                    answered.incrementAndGet();
                    response.send("done".getBytes(US_ASCII));
                }));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\r\nHost: wallet\r\nX-Slow: ",
                "POST / HTTP/1.1\r\nHost: wallet\r\nContent-Length: 1000000\r\n\r\n"
            })
    void one_who_never_ends_header_or_body_is_cut_off_while_others_are_answered(String beginning) throws Exception {
        try (var slow = connect();
                var other = connect()) {
            slow.getOutputStream().write(beginning.getBytes(US_ASCII));
            var requests = 0;
            while (stillOpen(slow)) {
                other.getOutputStream().write(WHOLE.getBytes(US_ASCII));
                assertThat(status(other)).isEqualTo("HTTP/1.1 200");
                requests++;
            }
            assertThat(answered.get()).isEqualTo(requests).isPositive();
        }
    }

    @Test
    void a_connection_at_rest_is_left_alone() throws Exception {
        try (var resting = connect();
                var slow = connect()) {
            resting.getOutputStream().write(WHOLE.getBytes(US_ASCII));
            assertThat(status(resting)).isEqualTo("HTTP/1.1 200");
            slow.getOutputStream().write("POST / HT".getBytes(US_ASCII));
            while (stillOpen(slow)) {
                Thread.onSpinWait();
            }
            resting.getOutputStream().write(WHOLE.getBytes(US_ASCII));
            assertThat(status(resting)).isEqualTo("HTTP/1.1 200");
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(GIVE_UP_MILLIS);
        return socket;
    }

    /** One byte more, as one does who wants to hold a connection for ever. */
    private static boolean stillOpen(Socket socket) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write('x');
            out.flush();
            if (socket.getInputStream().available() > 0) {
                return socket.getInputStream().read() >= 0;
            }
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    private static String status(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var answer = new StringBuilder();
        while (!answer.toString().endsWith("done")) {
            var next = in.read();
            assertThat(next).isNotNegative();
            answer.append((char) next);
        }
        return answer.substring(0, "HTTP/1.1 200".length());
    }
}
