package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that an incomplete or invalid form gets a message about its field, not an internal error. */
class FormsTest {
    private static final String CAMPAIGN = "operator=demo&newCode=spring&newName=Spring&newCurrency=EUR&amount=1"
            + "&gameSlugs=cherry-rush&startDate=2026-03-01T12:00&endDate=2026-04-01T12:00";

    @AutoClose
    private final Simulator simulator = RawApi.startSimulator();

    @ParameterizedTest
    @ValueSource(strings = {"operator", "newCode", "newName", "newCurrency", "amount", "startDate", "endDate"})
    void a_campaign_without_a_field_is_refused_with_the_name_of_the_field(String field) throws Exception {
        var response = post("/free-rounds", CAMPAIGN.replaceFirst(field + "=[^&]*", field + "="));

        assertThat(response.statusCode()).isLessThan(500);
        assertThat(response.body()).contains("'" + field + "' is missing");
    }

    @Test
    void d_58_a_launch_says_which_known_code_an_unknown_one_resembles() throws Exception {
        var launch = "operator=demo&game=cherry-rush&token=t&ip=127.0.0.1&currency=";
        assertThat(post("/launch", launch + "EURO").body()).contains("not a known currency: EURO. Did you mean EUR?");
        assertThat(post("/launch", launch + "EUR").body())
                .contains("Ready to play")
                .doesNotContain("known currency");
    }

    @Test
    void a_program_gets_json_for_a_method_that_an_address_does_not_have_with_the_token_and_without() throws Exception {
        for (var path : List.of("/admin/faults", "/transcript")) {
            var request = request(path).PUT(BodyPublishers.ofString("{}")).header("Content-Type", "application/json");
            var refused = SimulatorTest.send(request);
            assertThat(refused.statusCode()).isEqualTo(405);
            assertThat(refused.body()).startsWith("{\"message\":\"This path has no PUT. Send one of: GET, HEAD");

            var withToken = SimulatorTest.send(request.header("X-Simulator-Token", simulator.adminToken()));
            assertThat(withToken.statusCode()).isEqualTo(405);
            assertThat(withToken.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(withToken.body()).isEqualTo(refused.body());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(simulator.address().resolve(path));
    }

    @Test
    void an_address_that_cannot_be_read_gets_json_since_its_sender_is_unknown() {
        for (var path : List.of("/api/%zz", "/admin/%zz", "/%zz", "/a//b", "/%2e%2e/rounds")) {
            assertThat(read(path)).as(path).startsWith("HTTP/1.1 400").contains("{\"message\":");
        }
    }

    private String read(String path) {
        return new RawApi(simulator)
                .sendRaw("GET " + path, "Host: localhost\r\n", "")
                .text();
    }

    private HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
        return SimulatorTest.post(simulator, path, form);
    }
}
