package dev.operatorkit.simulator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.server.Simulator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a body that is announced and withheld costs the simulator nothing where the head already decides. */
class UnreadBodiesTest {

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

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
    void a_request_rejected_by_its_head_is_answered_before_its_body_arrives(int status, String line, String header) {
        var response = new RawApi(simulator)
                .sendRaw(line + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n"
                        + (header == null ? "" : header + "\r\n") + "\r\na");
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.text()).containsIgnoringCase("Connection: close");
    }
}
