package dev.operatorkit.simulator.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tests that a body that is announced and withheld costs the simulator nothing where the head already decides. */
@Isolated("counts the lines of the log")
class UnreadBodiesTest {
    private static final int RESETS = 60;
    private static final int WITHHELD_BODIES = 400;
    private static final int MOST_OF_A_BODY = 64 * 1024;
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static Socket connect() throws IOException {
        var socket =
                new Socket(InetAddress.getLoopbackAddress(), simulator.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static Socket send(String head) throws IOException {
        var socket = connect();
        var host = "Host: 127.0.0.1:" + simulator.address().getPort() + "\r\n";
        socket.getOutputStream().write((head.replace("HOST", host) + "\r\na").getBytes(ISO_8859_1));
        return socket;
    }

    private static String head(String line, String headers) {
        return line + " HTTP/1.1\r\nHOSTContent-Length: 1048576\r\n" + headers;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|POST /api/v1/free-rounds/campaigns|",
                "401|POST /api/v1/free-rounds/campaigns|X-Operator: nobody",
                "401|POST /api/v1/free-rounds/campaigns|X-Operator: demo",
                "404|POST /api|X-Operator: demo",
                "404|POST /play/nobody/spin|Content-Type: application/x-www-form-urlencoded",
                "404|POST /none|",
                "403|POST /admin/clock|Content-Type: application/json",
                "400|POST /play/../admin/clock|"
            })
    void a_request_rejected_by_its_head_is_answered_before_its_body_arrives(int status, String line, String header)
            throws IOException {
        try (var socket = send(head(line, header == null ? "" : header + "\r\n"))) {
            var response = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertThat(response).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("Connection: close");
        }
    }

    @Test
    void many_withheld_bodies_do_not_lock_out_other_clients() throws IOException {
        // These headers are well-formed, so that only the body can show the mistake: the oldest of too many are cut.
        var signed = "X-Operator: demo\r\nX-Svc-Timestamp: "
                + simulator.clock().systemClock().millis() + "\r\nX-Svc-Signature: " + "a".repeat(128) + "\r\n";
        List<Socket> held = new ArrayList<>();
        var part = new byte[MOST_OF_A_BODY];
        for (var i = 0; i < WITHHELD_BODIES; i++) {
            var socket = send(head("POST " + CAMPAIGNS, signed));
            held.add(socket);
            try {
                socket.getOutputStream().write(part);
            } catch (IOException e) {
                // cut already
            }
        }
        try (var quiet = send("GET /artwork/cherry-rush/icon.svg HTTP/1.1\r\nHOSTConnection: close\r\n")) {
            assertThat(new String(quiet.getInputStream().readAllBytes(), ISO_8859_1))
                    .startsWith("HTTP/1.1 200 ");
        }
        for (var socket : held) {
            socket.close();
        }
    }

    private static void sendHalfRequest() throws IOException {
        try (var half = connect()) {
            half.getOutputStream().write("GET / HT".getBytes(ISO_8859_1));
            half.shutdownOutput();
            assertThat(half.getInputStream().readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void incomplete_requests_are_logged_in_few_lines() throws IOException {
        var lines = new ListAppender<ILoggingEvent>();
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        lines.start();
        root.addAppender(lines);
        try {
            var began = System.nanoTime();
            // The admin API reads the body of a request that may change something.
            var own = "Content-Type: application/json\r\nX-Simulator-Token: " + simulator.adminToken() + "\r\n";
            for (var line : new String[] {"POST /api/v1/games", "POST /play/nobody/spin", "POST /admin/clock"}) {
                for (var i = 0; i < RESETS; i++) {
                    var socket = send(head(line, own));
                    socket.setSoLinger(true, 0);
                    socket.close();
                }
            }
            // A line of an earlier test suppresses those of the next second, so another request ends too soon each
            // time.
            await().until(() -> {
                sendHalfRequest();
                return lines.list.stream()
                        .anyMatch(line -> line.getFormattedMessage().startsWith("a request did not arrive"));
            });
            var seconds = (int) ((System.nanoTime() - began) / 1_000_000_000) + 1;
            assertThat(lines.list)
                    .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                    .hasSizeLessThanOrEqualTo(2 * seconds)
                    .allMatch(line -> line.getThrowableProxy() == null);
        } finally {
            root.detachAppender(lines);
        }
    }
}
