package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.SimulatorClock;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs a back office with several people, each of whom sends raw requests, and audits the ledger at the end. */
abstract class StaffedWallet {
    private static final Pattern TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");
    private static final Pattern PASSWORD = Pattern.compile("next login: <code>([^<]+)</code>");
    static final String NEW_PASSWORD = "a new password of one's own";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    final SimulatorClock clock = new SimulatorClock(Clock.systemUTC());

    @SuppressWarnings("NullAway.Init") // each test starts it
    WalletUnderTest wallet;

    String url = "";

    void start(TestDatabase kind) {
        url = kind.freshUrl();
        wallet = node("password");
    }

    WalletUnderTest node(String passwordFile) {
        return WalletUnderTest.at(
                clock,
                url,
                "--back-office-port",
                "0",
                "--back-office-password-file",
                folder.resolve(passwordFile).toString(),
                "--provider",
                provider(),
                "--operator",
                "demo");
    }

    /** Returns the base URL of the Customer API, of which most tests need only the form. */
    String provider() {
        return "http://127.0.0.1:1";
    }

    @AfterEach
    void stop() {
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
        http.shutdownNow();
    }

    /** Sends requests as one person who is logged in at one node. */
    final class Browser {
        private final WalletUnderTest node;
        private String cookie = "";
        private String token = "";

        Browser(WalletUnderTest node) {
            this.node = node;
        }

        int logIn(String name, String password) {
            var response = post("/login", Map.of("name", name, "password", password));
            response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
            findToken();
            return response.statusCode();
        }

        private void findToken() {
            var found = TOKEN.matcher(get("/password").body());
            token = found.find() ? found.group(1) : "";
        }

        HttpResponse<String> get(String path) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path)));
        }

        HttpResponse<String> head(String path) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path))
                    .method("HEAD", BodyPublishers.noBody()));
        }

        HttpResponse<String> post(String path, Map<String, String> fields) {
            var all = new HashMap<>(fields);
            all.putIfAbsent("formToken", token);
            var body = all.entrySet().stream()
                    .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                    .collect(Collectors.joining("&"));
            return post(path, body);
        }

        HttpResponse<String> post(String path, String body) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(body)));
        }

        private HttpResponse<String> send(HttpRequest.Builder request) {
            try {
                return http.send(request.header("Cookie", cookie).build(), PageBody.handler());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        HttpResponse<String> adjust(String player, String amount, String reference) {
            return post(
                    "/player/adjust", Map.of("id", player, "amount", amount, "reference", reference, "reason", "test"));
        }

        /** Sends a form that generates a password, and returns the password, which the next page shows once. */
        String generated(String path, Map<String, String> fields) {
            var next = location(post(path, fields));
            var page = get(next).body();
            var password = PASSWORD.matcher(page);
            assertThat(password.find()).as(page).isTrue();
            assertThat(get(next).body()).doesNotContain(password.group(1)).doesNotContainPattern(PASSWORD);
            return password.group(1);
        }

        HttpResponse<String> decide(String verb, String request) {
            return post("/request/" + verb, Map.of("id", request, "reason", "looked at it"));
        }
    }

    Browser admin() throws Exception {
        var browser = new Browser(wallet);
        var password = Files.readString(folder.resolve("password")).strip();
        assertThat(browser.logIn("admin", password)).isEqualTo(303);
        return browser;
    }

    /** Adds a person with a password that is hashed once: 210,000 times take most of a second in tests. */
    Browser add(Browser admin, String name, String... roles) {
        admin.generated("/people", form(name, roles));
        update(name, "must_change_password = false, version = version + 1");
        var browser = new Browser(admin.node);
        assertThat(browser.logIn(name, NEW_PASSWORD)).isEqualTo(303);
        return browser;
    }

    /** Replaces the hash of the new password that a person has chosen, to save the time of checking it. */
    void rehash(String name) {
        update(name, "must_change_password = false");
    }

    private void update(String name, String alsoSet) {
        try (var connection = DriverManager.getConnection(url);
                var update = connection.prepareStatement(
                        "update people set password_hash = ?, " + alsoSet + " where name = ?")) {
            update.setString(1, hashOnce(NEW_PASSWORD));
            update.setString(2, name);
            assertThat(update.executeUpdate()).isEqualTo(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hashOnce(String password) {
        var salt = new byte[16];
        try {
            var hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, 1, 512))
                    .getEncoded();
            var base64 = Base64.getUrlEncoder().withoutPadding();
            return "pbkdf2-sha512$1$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a person, who then replaces the generated password. */
    Browser addWithFirstLogin(Browser admin, String name, String... roles) {
        var password = admin.generated("/people", form(name, roles));
        var browser = new Browser(admin.node);
        assertThat(browser.logIn(name, password)).isEqualTo(303);
        assertThat(browser.get("/players").headers().firstValue("Location")).hasValue("/password");
        var changed =
                browser.post("/password", Map.of("current", password, "new", NEW_PASSWORD, "again", NEW_PASSWORD));
        assertThat(changed.statusCode()).isEqualTo(303);
        var set = changed.headers().firstValue("Set-Cookie").orElseThrow();
        browser.cookie = set.substring(0, set.indexOf(';'));
        browser.findToken();
        return browser;
    }

    static Map<String, String> form(String name, String... roles) {
        return Stream.concat(Stream.of("name"), Stream.of(roles))
                .collect(Collectors.toMap(field -> field, field -> field.equals("name") ? name : "on"));
    }

    static String location(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
        return response.headers().firstValue("Location").orElseThrow();
    }

    static String requested(HttpResponse<String> response) {
        assertThat(location(response)).startsWith("/request?id=");
        return location(response).substring("/request?id=".length());
    }

    long balance(int player) {
        return wallet.player(player).balance();
    }
}
