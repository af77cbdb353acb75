package dev.operatorkit.wallet.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class CallbackServerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<CallbackRequest> received = new ConcurrentLinkedQueue<>();

    private CallbackResponse answer(CallbackRequest request) {
        received.add(request);
        return new CallbackResponse(422, Map.of("Content-Type", "application/json"), "{\"é\":1}".getBytes(UTF_8));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void sig_14_the_raw_request_is_passed_on_and_the_response_unchanged() throws Exception {
        try (var server = CallbackServer.start(this::answer)) {
            var address = URI.create(server.address() + "/wallet/players/a%2Fb//c?x=%20&y");
            var response = send(HttpRequest.newBuilder(address)
                    .header("X-Svc-Timestamp", "1")
                    .header("X-Svc-Timestamp", "2")
                    .header("X-Svc-Signature", "ab")
                    .header("X-Forwarded-For", "192.0.2.1")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(" { } "))
                    .build());

            var request = received.remove();
            assertThat(request.signedRequest().rawPath()).isEqualTo("/wallet/players/a%2Fb//c");
            assertThat(request.signedRequest().rawQuery()).isEqualTo("x=%20&y");
            assertThat(request.signedRequest().timestamps()).containsExactly("1", "2");
            assertThat(request.signedRequest().signatures()).containsExactly("ab");
            assertThat(request.signedRequest().body()).isEqualTo(" { } ".getBytes(UTF_8));
            assertThat(request.contentType()).isEqualTo("application/json");
            assertThat(request.forwardedFor()).isEqualTo(List.of("192.0.2.1"));
            assertThat(request.remoteAddress().isLoopbackAddress()).isTrue();
            assertThat(response.statusCode()).isEqualTo(422);
            assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(response.body()).isEqualTo("{\"é\":1}");
        }
    }

    @Test
    void d_36_a_body_over_the_limit_is_read_up_to_one_byte_over_it() throws Exception {
        try (var server = CallbackServer.start(this::answer)) {
            send(HttpRequest.newBuilder(URI.create(server.address() + "/wallet/debit"))
                    .POST(BodyPublishers.ofByteArray(new byte[100_000]))
                    .build());

            assertThat(received.remove().signedRequest().body()).hasSize(64 * 1024 + 1);
        }
    }
}
