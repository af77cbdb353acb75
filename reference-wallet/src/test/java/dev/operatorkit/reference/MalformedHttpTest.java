package dev.operatorkit.reference;

import static dev.operatorkit.reference.RawCaller.body;
import static dev.operatorkit.reference.RawCaller.head;
import static dev.operatorkit.reference.RawCaller.request;
import static dev.operatorkit.reference.RawCaller.signature;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends malformed bytes to all three ports of the wallet: callbacks, back office and operations (fault matrix H). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedHttpTest {
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final int HALF_REQUESTS = 70;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    private final String url = TestDatabase.H2.freshUrl();
    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        var file = folder.resolve("password").toString();
        wallet = WalletUnderTest.on(url, "--back-office-port", "0", "--back-office-password-file", file);
    }

    @AfterAll
    void the_audit_finds_nothing_at_the_end() {
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private List<String> ports() {
        return List.of(wallet.address(), wallet.backOffice(), wallet.operations());
    }

    private static String host(String address) {
        return "Host: " + URI.create(address).getAuthority() + "\r\n";
    }

    private static SignedCallback debit() {
        return SignedCallback.debit(UUID.randomUUID().toString())
                .player("player-1")
                .stake("0.01");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "505|GET /login HTTP/1.2|",
                "400|GET /login|",
                "505|PRI * HTTP/2.0|",
                "501|get /login HTTP/1.1|",
                "501|post /login HTTP/1.1|",
                "400|GET /login#f HTTP/1.1|",
                "400|GET http://evil.example/login HTTP/1.1|",
                "400|GET /login HTTP/1.1|: b",
                "501|POST /login HTTP/1.1|Transfer-Encoding: gzip, chunked"
            })
    void h1_a_head_that_is_not_valid_http_1_1_gets_an_error_in_json_on_every_port(
            int status, String line, String header) throws IOException {
        for (var port : ports()) {
            try (var caller = new RawCaller(port)) {
                caller.send(line + "\r\n" + host(port) + (header == null ? "" : header + "\r\n") + "\r\n");
                assertThat(caller.readUntilClosed())
                        .as(port)
                        .startsWith("HTTP/1.1 " + status + " ")
                        .contains("{\"message\":\"")
                        .containsOnlyOnce("HTTP/1.1 ");
            }
        }
    }

    @Test
    void h10_http_1_0_is_served_on_every_port_and_the_connection_is_closed() throws IOException {
        var paths = Map.of(
                wallet.address(), "/wallet/player", wallet.backOffice(), "/login", wallet.operations(), "/health/live");
        for (var port : ports()) {
            try (var caller = new RawCaller(port)) {
                caller.send("GET " + paths.get(port) + " HTTP/1.0\r\n" + host(port) + "\r\n");
                assertThat(caller.statuses()).as(port).containsExactly(port.equals(wallet.address()) ? 401 : 200);
            }
        }
    }

    @Test
    void h10_a_debit_over_http_1_0_moves_money_once() throws IOException {
        var debit = debit();
        for (var i = 0; i < 2; i++) {
            try (var caller = new RawCaller(wallet.address())) {
                caller.send(request(debit).replaceFirst("HTTP/1.1", "HTTP/1.0") + request(debit()));
                assertThat(caller.statuses()).containsExactly(200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"100000000", "0x0", "-0", "+0", "0_0", "", "10000000000000000", "0;a"})
    void h1_an_invalid_chunk_size_is_rejected_on_every_port(String size) throws IOException {
        for (var port : ports()) {
            try (var caller = new RawCaller(port)) {
                caller.send("POST /login HTTP/1.1\r\n" + host(port) + FORM + "Transfer-Encoding: chunked\r\n\r\n" + size
                        + "\r\n\r\n0\r\n\r\nGET /mark.svg HTTP/1.1\r\n" + host(port) + "\r\n");
                var responses = caller.readUntilClosed();
                assertThat(responses).as(port).containsOnlyOnce("HTTP/1.1 ").doesNotContain(" 500 ");
                assertThat(responses).as(port).startsWith("HTTP/1.1 4");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /health/live", "GET /login", "POST /none", "OPTIONS *", "GET /mark.svg", "PUT /login"})
    void h1_an_unread_body_is_never_parsed_as_the_next_request(String line) throws IOException {
        for (var port : ports()) {
            var next = "GET /health/live HTTP/1.1\r\n" + host(port) + "\r\n";
            try (var caller = new RawCaller(port)) {
                caller.send(line + " HTTP/1.1\r\n" + host(port) + "Expect: 100-continue\r\nContent-Length: "
                        + next.length() + "\r\n\r\n" + next);
                assertThat(caller.statuses())
                        .as(port)
                        .filteredOn(status -> status != 100)
                        .hasSize(1);
            }
        }
    }

    // Both are signed correctly, for another method and another path than an HTTP parser sees.
    @Test
    void sig_2_a_method_in_lower_case_and_a_target_with_a_fragment_move_no_money() throws IOException {
        var lower = debit();
        var fragment = debit();
        for (var request : List.of(
                request(lower).replaceFirst("POST", "post"), request(fragment).replaceFirst("/debit ", "/debit#f "))) {
            try (var caller = new RawCaller(wallet.address())) {
                caller.send(request);
                assertThat(caller.statuses()).hasSize(1).isSubsetOf(400, 501);
            }
        }
        for (var refused : List.of(lower, fragment)) {
            var id = new WalletUnderTest.Answer(0, body(refused))
                    .get("transactionId")
                    .textValue();
            assertThat(wallet.send(SignedCallback.lookup("player-1", id)).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void h5_endless_chunk_extensions_are_rejected_early() throws IOException {
        var debit = debit();
        var chunked = "Transfer-Encoding: chunked\r\n\r\n1;" + "a".repeat(2000);
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(head(debit) + signature(debit) + chunked);
            assertThat(caller.statuses()).containsExactly(400);
        }
        try (var caller = new RawCaller(wallet.backOffice())) {
            caller.send("POST /login HTTP/1.1\r\n" + host(wallet.backOffice()) + FORM + chunked);
            assertThat(caller.statuses()).containsExactly(400);
        }
    }

    @Test
    void h12_incomplete_logins_do_not_block_the_back_office() throws Exception {
        var office = wallet.backOffice();
        List<RawCaller> half = new ArrayList<>();
        for (var i = 0; i < HALF_REQUESTS; i++) {
            half.add(new RawCaller(office)
                    .send("POST /login HTTP/1.1\r\n" + host(office) + FORM + "Content-Length: 1000\r\n\r\na"));
        }
        var login = HttpRequest.newBuilder(URI.create(office + "/login")).build();
        try (var http = HttpClient.newHttpClient()) {
            for (var i = 0; i < 20; i++) {
                assertThat(http.send(login, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(200);
            }
        }
        for (var caller : half) {
            caller.reset();
        }
    }
}
