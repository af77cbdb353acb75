package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no attacker locks the operator out of the back office, and that no other site logs in. */
class BackOfficeLoginTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int GUESSERS = 24;
    private static final int GUESSES = 60;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private WalletUnderTest wallet;
    private String password = "";

    @BeforeEach
    void start() throws Exception {
        var file = folder.resolve("password");
        wallet = WalletUnderTest.on(
                TestDatabase.H2.freshUrl(), "--back-office-port", "0", "--back-office-password-file", file.toString());
        password = Files.readString(file).strip();
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        wallet.close();
    }

    private HttpResponse<String> login(String given, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(wallet.backOffice() + "/login"))
                .POST(BodyPublishers.ofString("password=" + URLEncoder.encode(given, StandardCharsets.UTF_8)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void the_correct_password_logs_in_during_and_after_many_wrong_attempts() throws Exception {
        try (var threads = Executors.newFixedThreadPool(GUESSERS)) {
            var guesses = IntStream.range(0, GUESSES)
                    .<Callable<Integer>>mapToObj(
                            i -> () -> login("wrong " + i, "Content-Type", FORM).statusCode())
                    .map(threads::submit)
                    .toList();
            for (var i = 0; i < 20; i++) {
                assertThat(login(password, "Content-Type", FORM).statusCode()).isEqualTo(303);
            }
            for (var guess : guesses) {
                assertThat(guess.get()).isIn(403, 429);
            }
        }
        assertThat(login(password, "Content-Type", FORM).statusCode()).isEqualTo(303);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, https://evil.example",
        "Origin, null",
        "Origin, http://127.0.0.1:1",
        "Origin, http://localhost.evil.example",
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site"
    })
    void a_cross_site_login_is_rejected_before_its_password_is_checked(String header, String value) throws Exception {
        for (var i = 0; i < 30; i++) {
            assertThat(login("wrong", "Content-Type", FORM, header, value).statusCode())
                    .isEqualTo(403);
        }
        var answer = login(password, "Content-Type", FORM, header, value);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(login(password, "Content-Type", FORM).statusCode()).isEqualTo(303);
    }

    @Test
    void a_login_from_the_login_page_is_accepted() throws Exception {
        var answer =
                login(password, "Content-Type", FORM, "Origin", wallet.backOffice(), "Sec-Fetch-Site", "same-origin");
        assertThat(answer.statusCode()).isEqualTo(303);
    }

    @Test
    void a_login_without_the_form_content_type_is_rejected() throws Exception {
        for (var type : new String[] {"text/plain", "application/json", "multipart/form-data; boundary=x"}) {
            assertThat(login(password, "Content-Type", type).statusCode())
                    .as(type)
                    .isEqualTo(400);
        }
        assertThat(login(password).statusCode()).as("none").isEqualTo(400);
    }

    @Test
    void the_number_of_logins_of_a_person_is_bounded() throws Exception {
        var first = cookie();
        for (var i = 0; i < 16; i++) {
            cookie();
        }
        assertThat(players(first)).as("the login used least recently ended").isEqualTo(303);
        assertThat(players(cookie())).isEqualTo(200);
    }

    @Test
    void a_cookie_planted_by_another_program_of_the_host_does_not_lock_the_operator_out() throws Exception {
        assertThat(players(cookie().replaceFirst("=.*", "=planted; ") + cookie()))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/players/", "/player/none", "//players", "/players;a=b", "/%70layers", "/p"})
    void an_unknown_address_gets_a_page_with_the_navigation_after_a_login_only(String path) throws Exception {
        var known = get(path, cookie());
        assertThat(known.statusCode()).isEqualTo(404);
        assertThat(known.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(known.body()).contains("No page has this address.", "href=\"/transactions\"");
        var stranger = get(path, "none=1");
        assertThat(stranger.statusCode()).isEqualTo(404);
        assertThat(stranger.body()).isEqualTo("No page has this address.");
    }

    @Test
    void the_login_page_quotes_the_line_of_the_log_that_names_the_file_with_the_password() throws Exception {
        assertThat(get("/login", "none=1").body())
                .contains("<code>the back office has its first administrator, admin, with the password in FILE</code>");
    }

    private HttpResponse<String> get(String path, String cookies) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(wallet.backOffice() + path)).header("Cookie", cookies);
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private String cookie() throws Exception {
        var set = login(password, "Content-Type", FORM)
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        return set.substring(0, set.indexOf(';'));
    }

    private int players(String cookies) throws Exception {
        return get("/players", cookies).statusCode();
    }
}
