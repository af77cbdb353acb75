package dev.operatorkit.reference.backoffice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Runs a wallet with a back office for all tests of a class, and audits the ledger at the end. Each test takes other
 * players. Its people send raw requests.
 */
final class Office implements AutoCloseable {
    static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([0-9]+)\"");
    static final String NEW_PASSWORD = "a new password of one's own";
    static final long OPENING_BALANCE = 100_000_000;

    private static final Pattern TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");
    private static final Pattern PASSWORD = Pattern.compile("next login: <code>([^<]+)</code>");
    private static final Pattern LINK = Pattern.compile(" href=\"(/[^\"]*)\"");
    private static final String PLAYERS = "60";

    final SimulatorClock clock = new SimulatorClock(Clock.systemUTC());
    final String url;
    final WalletUnderTest wallet;
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger players = new AtomicInteger();
    private final Path folder;
    private final String provider;

    /** Starts a wallet with the base URL of a Customer API. */
    Office(String url, Path folder, String provider) {
        this.folder = folder;
        this.provider = provider;
        this.url = url;
        wallet = startNode("password");
        execute("update people set must_change_password = false, password_hash = '" + hashOnce() + "'");
    }

    /** Starts another wallet on the same database. */
    WalletUnderTest startNode(String passwordFile) {
        return WalletUnderTest.withBackOffice(
                clock, url, folder.resolve(passwordFile), provider, "--demo-players", PLAYERS);
    }

    /** Returns the id of a demo player that no other test uses. */
    String nextPlayer() {
        return "player-" + players.incrementAndGet();
    }

    long balance(String player) {
        return wallet.player(Integer.parseInt(player.substring("player-".length())))
                .balance();
    }

    /** Sends a debit of a round named after it. */
    void bet(String player, String id, String stake) {
        wallet.send(SignedCallback.debit(id).round("round-" + id).player(player).stake(stake));
    }

    /** Logs the first administrator in. */
    Visitor admin() {
        return logIn("admin");
    }

    /** Adds a person who has {@link #NEW_PASSWORD}, and logs the person in. */
    Visitor add(String name, String... roles) {
        var has = List.of(roles);
        execute("insert into people values ('%s', '%s', false, %b, %b, %b, true, 2, 'test', current_timestamp)"
                .formatted(
                        name,
                        hashOnce(),
                        has.contains("cashier"),
                        has.contains("approver"),
                        has.contains("administrator")));
        return logIn(name);
    }

    private Visitor logIn(String name) {
        var visitor = visitor();
        assertThat(visitor.logIn(name, NEW_PASSWORD)).isEqualTo(303);
        return visitor;
    }

    /** Returns a visitor who is not logged in. */
    Visitor visitor() {
        return new Visitor(wallet);
    }

    Visitor visitorOf(WalletUnderTest node) {
        return new Visitor(node);
    }

    /** Hashes the password once: 210,000 times, as the wallet does, take most of a second in tests. */
    private static String hashOnce() {
        var salt = new byte[16];
        try {
            var hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(new PBEKeySpec(NEW_PASSWORD.toCharArray(), salt, 1, 512))
                    .getEncoded();
            var base64 = Base64.getUrlEncoder().withoutPadding();
            return "pbkdf2-sha512$1$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    void execute(String statement) {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        wallet.close();
        http.shutdownNow();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    /** Returns the form of a person with these roles. */
    static Map<String, String> form(String name, String... roles) {
        return Stream.concat(Stream.of("name"), Stream.of(roles))
                .collect(Collectors.toMap(field -> field, field -> field.equals("name") ? name : "on"));
    }

    static Map<String, String> with(Map<String, String> form, String field, String value) {
        var changed = new HashMap<>(form);
        changed.put(field, value);
        return changed;
    }

    static String encode(String value) {
        return URLEncoder.encode(value, UTF_8);
    }

    static String location(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
        return response.headers().firstValue("Location").orElseThrow();
    }

    /** Returns the id of the request to which a form leads. */
    static String requested(HttpResponse<String> response) {
        assertThat(location(response)).startsWith("/request?id=");
        return location(response).substring("/request?id=".length());
    }

    /** Sends requests as one person, at one node. */
    final class Visitor {
        private final WalletUnderTest node;
        private String cookie = "";
        private String token = "";

        private Visitor(WalletUnderTest node) {
            this.node = node;
        }

        int logIn(String name, String password) {
            var response = post("/login", Map.of("name", name, "password", password));
            takeCookie(response);
            return response.statusCode();
        }

        private void takeCookie(HttpResponse<String> response) {
            response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
            var found = TOKEN.matcher(page("/password"));
            token = found.find() ? found.group(1) : "";
        }

        /** Changes the password, which ends the login and begins another one. */
        HttpResponse<String> changePassword(String current, String next) {
            var changed = post("/password", Map.of("current", current, "new", next, "again", next));
            takeCookie(changed);
            return changed;
        }

        String cookie() {
            return cookie;
        }

        /** Runs an audit and returns the text of its page. */
        String audit() {
            assertThat(location(post("/audit", Map.of()))).isEqualTo("/audit");
            return text("/audit");
        }

        HttpResponse<String> get(String path) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path)));
        }

        /** Returns the page at an address. */
        String page(String path) {
            return get(path).body();
        }

        /** Returns the text of a page without its tags. */
        String text(String path) {
            return page(path).replaceAll("<[^>]*>", " ").replace("&#39;", "'").replaceAll("\\s+", " ");
        }

        /** Returns the addresses that a page leads to. */
        List<String> links(String path) {
            return LINK.matcher(page(path))
                    .results()
                    .map(found -> found.group(1).replace("&amp;", "&"))
                    .toList();
        }

        HttpResponse<String> head(String path) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path))
                    .method("HEAD", BodyPublishers.noBody()));
        }

        HttpResponse<String> post(String path, Map<String, String> fields) {
            var all = new HashMap<>(fields);
            all.putIfAbsent("formToken", token);
            return post(
                    path,
                    all.entrySet().stream()
                            .map(field -> field.getKey() + "=" + encode(field.getValue()))
                            .collect(Collectors.joining("&")));
        }

        HttpResponse<String> post(String path, String body) {
            return send(HttpRequest.newBuilder(URI.create(node.backOffice() + path))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(body)));
        }

        HttpResponse<String> send(HttpRequest.Builder request) {
            try {
                return http.send(request.header("Cookie", cookie).build(), pages());
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
            var page = page(next);
            var password = PASSWORD.matcher(page);
            assertThat(password.find()).as(page).isTrue();
            assertThat(page(next)).doesNotContain(password.group(1)).doesNotContainPattern(PASSWORD);
            return password.group(1);
        }

        /** Decides about a request, and ticks the box that the movements since then were seen, if there is one. */
        HttpResponse<String> decide(String verb, String request) {
            var seen = SEEN.matcher(page("/request?id=" + request));
            var form = Map.of("id", request, "reason", "looked at it", "seen", seen.find() ? seen.group(1) : "");
            return post("/request/" + verb, form);
        }
    }

    /** Reads pages with plain blanks in place of those that do not break. */
    private static BodyHandler<String> pages() {
        return head -> BodySubscribers.mapping(BodySubscribers.ofString(UTF_8), html -> html.replace('\u00a0', ' '));
    }
}
