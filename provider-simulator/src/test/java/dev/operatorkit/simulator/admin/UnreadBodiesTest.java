package dev.operatorkit.simulator.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a body that is announced and withheld costs the simulator nothing where the head already decides. */
class UnreadBodiesTest {

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
                "401|POST /api/v1/free-rounds/campaigns|X-Operator: stranger",
                "401|POST /api/v1/free-rounds/campaigns|X-Operator: demo",
                "404|POST /api|X-Operator: demo",
                "404|POST /play/none/spin|Content-Type: application/x-www-form-urlencoded",
                "404|POST /none|",
                "401|POST /admin/clock|Content-Type: application/json",
                "400|POST /play/../admin/clock|"
            })
    void a_request_rejected_by_its_head_is_answered_before_its_body_arrives(int status, String line, String header)
            throws IOException {
        try (var socket = send(head(line, header == null ? "" : header + "\r\n"))) {
            var response = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertThat(response).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("Connection: close");
        }
    }
}
