package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that no attacker locks the operator out of the back office, and that no other site logs in. */
class LoginTest extends OfficeTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int GUESSERS = 4;
    private static final int GUESSES = 14;
    private static final int MAX_LOGINS = 16;

    LoginTest() {
        super(TestDatabase.H2);
    }

    @BeforeAll
    void addReader() {
        office.add("vera");
    }

    private HttpResponse<String> logIn(String name, String password, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(office.wallet.backOffice() + "/login"))
                .POST(BodyPublishers.ofString("name=" + name + "&password=" + Office.encode(password)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return office.visitor().send(request);
    }

    private HttpResponse<String> login(String... headers) {
        return logIn("vera", Office.NEW_PASSWORD, headers);
    }

    private String cookie() {
        var set = login("Content-Type", FORM).headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Strict");
        return set.substring(0, set.indexOf(';'));
    }

    private HttpResponse<String> get(String path, String cookies) {
        return office.visitor()
                .send(HttpRequest.newBuilder(URI.create(office.wallet.backOffice() + path))
                        .header("Cookie", cookies));
    }

    @Test
    void every_page_requires_a_login_and_the_first_password_is_readable_by_its_owner_only() throws Exception {
        for (var path :
                List.of("/players", "/player?id=player-1", "/rounds", "/transactions", "/callbacks", "/audit")) {
            assertThat(office.visitor().get(path).statusCode()).as(path).isEqualTo(303);
        }
        assertThat(logIn("vera", "wrong", "Content-Type", FORM).statusCode()).isEqualTo(403);
        assertThat(Files.getPosixFilePermissions(folder.resolve("password"))).hasSize(2);
        assertThat(office.visitor().page("/login"))
                .contains("<code>the back office has its first administrator, admin, with the password in FILE</code>");
    }

    @Test
    void the_correct_password_logs_in_during_and_after_many_wrong_attempts() throws Exception {
        var password = office.admin().generated("/people", Map.of("name", "slowly-hashed"));
        try (var threads = Executors.newFixedThreadPool(GUESSERS)) {
            var guesses = IntStream.range(0, GUESSES)
                    .<Callable<Integer>>mapToObj(i -> () -> logIn("slowly-hashed", "wrong " + i, "Content-Type", FORM)
                            .statusCode())
                    .map(threads::submit)
                    .toList();
            var reader = office.visitor();
            // Only two passwords of an address are checked or wait at one time, so that its other pages are served.
            await().until(() ->
                    logIn("slowly-hashed", password, "Content-Type", FORM).statusCode() == 303);
            assertThat(reader.get("/login").statusCode()).isEqualTo(200);
            for (var guess : guesses) {
                assertThat(guess.get()).isIn(403, 429);
            }
        }
        assertThat(logIn("slowly-hashed", password, "Content-Type", FORM).statusCode())
                .isEqualTo(303);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + "; charset=bogus | id=player-1 |",
                FORM + "; charset=\" | id=player-1 |",
                "text/plain | id=player-1 |",
                FORM + " | '' |",
                FORM + " | TOO LONG |",
                FORM + " | id=%zz |",
                FORM + " | name=a%00b |",
                FORM + " | formToken=%00&id=player-1 |",
                FORM + " | id=a%00b |",
                FORM + " | id=player-1 | https://evil.example",
            })
    void every_refused_form_is_recorded(String type, String body, @Nullable String origin) {
        var vera = office.visitor();
        assertThat(vera.logIn("vera", Office.NEW_PASSWORD)).isEqualTo(303);
        for (var visitor : List.of(vera, office.visitor())) {
            for (var path : List.of("/player/adjust", "/login")) {
                office.clock.forward(Duration.ofSeconds(11));
                var before = refused();
                var request = HttpRequest.newBuilder(URI.create(office.wallet.backOffice() + path))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body.equals("TOO LONG") ? "x".repeat(5_000_000) : body));
                if (origin != null) {
                    request.header("Origin", origin);
                }
                assertThat(visitor.send(request).statusCode()).as(path).isIn(303, 400, 403);
                assertThat(refused()).as(path).isEqualTo(before + 1);
            }
        }
    }

    private long refused() {
        return admin.page("/trail.csv")
                .lines()
                .filter(line -> line.contains("\"refused\""))
                .count();
    }

    @Test
    void a_cross_site_login_is_rejected_before_its_password_is_checked() {
        for (var header : List.of("Origin https://evil.example", "Origin null", "Sec-Fetch-Site same-site")) {
            var parts = header.split(" ");
            var answer = login("Content-Type", FORM, parts[0], parts[1]);
            assertThat(answer.statusCode()).as(header).isEqualTo(403);
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        }
        var own = login("Content-Type", FORM, "Origin", office.wallet.backOffice(), "Sec-Fetch-Site", "same-origin");
        assertThat(own.statusCode()).isEqualTo(303);
    }

    @Test
    void the_number_of_logins_of_a_person_is_bounded() {
        var first = cookie();
        for (var i = 0; i < MAX_LOGINS; i++) {
            cookie();
        }
        assertThat(get("/players", first).statusCode())
                .as("the login used least recently ended")
                .isEqualTo(303);
        assertThat(get("/players", cookie()).statusCode()).isEqualTo(200);
    }

    @Test
    void a_cookie_planted_by_another_program_of_the_host_does_not_lock_the_operator_out() {
        var cookie = cookie();
        assertThat(get("/players", cookie.replaceFirst("=.*", "=planted; ") + cookie)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_login_ends_after_a_quarter_of_an_hour_without_a_request_and_nothing_is_done_then() {
        var player = office.nextPlayer();
        for (var time = 0; time < 2; time++) {
            office.clock.forward(Duration.ofMinutes(14));
            assertThat(admin.get("/players").statusCode()).as("used meanwhile").isEqualTo(200);
        }
        office.clock.forward(Duration.ofMinutes(16));
        assertThat(Office.location(admin.adjust(player, "5", "late"))).isEqualTo("/login?ended=1");
        assertThat(admin.page("/login?ended=1")).contains("nothing was saved");
        var again = office.admin();
        assertThat(again.page("/player?id=" + player)).doesNotContain("admin: test");
        assertThat(again.page("/trail")).contains("time out");
    }

    @Test
    void passwords_are_not_cut_and_none_is_easily_guessed() {
        var admin = office.admin();
        var bert = office.add("bert");
        var beginning = "some words of a long sentence ".repeat(3);
        for (var wrong : List.of(
                "short",
                "x".repeat(201),
                Office.NEW_PASSWORD,
                "1234 5678 9012",
                "P@ssw0rd1234",
                "\uff30\uff21\uff33\uff33\uff37\uff2f\uff32\uff24\uff11\uff12\uff13\uff14",
                "1qaz2wsx3edc4rfv",
                "q1w2e3r4t5y6",
                "mnbvcxzlkjhg",
                "aabbccddeeff",
                "trustno1trustno1",
                "Summer2026!!!",
                "Bert-2026-treb",
                "Schmetterling7Schmetterling",
                "superman!batman",
                "Montag01.06.2026",
                "octobre2026octobre",
                "pokemon123456",
                "ReferenceWallet1")) {
            assertThat(bert.changePassword(Office.NEW_PASSWORD, wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(bert.changePassword(Office.NEW_PASSWORD, beginning + "1").statusCode())
                .isEqualTo(303);
        assertThat(bert.logIn("bert", beginning + "2")).isEqualTo(403);
        assertThat(admin.page("/trail")).doesNotContain(beginning, Office.NEW_PASSWORD);
    }

    @Test
    void the_generated_password_is_replaced_before_anything_else() {
        var generated = office.admin().generated("/people", Map.of("name", "newcomer"));
        var newcomer = office.visitor();
        assertThat(newcomer.logIn("newcomer", generated)).isEqualTo(303);
        assertThat(Office.location(newcomer.get("/players"))).isEqualTo("/password");
        assertThat(newcomer.changePassword(generated, Office.NEW_PASSWORD).statusCode())
                .isEqualTo(303);
        assertThat(newcomer.get("/players").statusCode()).isEqualTo(200);
    }
}
