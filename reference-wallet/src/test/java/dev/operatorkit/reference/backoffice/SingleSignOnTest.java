package dev.operatorkit.reference.backoffice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that only the proxy of the single sign-on says who a person is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SingleSignOnTest {
    private static final String PROXY = "127.0.0.2";
    private static final String STRANGER = "127.0.0.1";
    private static final String SECRET = "X-Back-Office-Secret: a-secret-of-the-proxy\r\n";
    private static final Pattern COOKIE = Pattern.compile("(?i)\r\nset-cookie: ([^;\r]+);[^\r]*; Secure\r\n");
    private static final Pattern TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");
    private static final Pattern REQUEST = Pattern.compile("(?i)\r\nlocation: /request\\?id=(\\d+)\r\n");
    private static final Path NGINX = Path.of("/usr/sbin/nginx");

    private final String url = TestDatabase.H2.freshUrl();
    private Path folder;
    private WalletUnderTest wallet;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        folder = temporary;
        var secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "a-secret-of-the-proxy\n");
        wallet = WalletUnderTest.withBackOffice(
                Clock.systemUTC(),
                url,
                folder.resolve("password"),
                "http://127.0.0.1:1",
                "--trusted-proxy",
                PROXY,
                "--back-office-sso-header",
                "X-Forwarded-User",
                "--back-office-sso-secret-file",
                secret.toString());
        assertThat(folder.resolve("password")).doesNotExist();
        add("ann", "true, true, true, true");
        add("carl@example.com", "true, true, false, true");
        add("disabled", "true, true, true, false");
    }

    @AfterAll
    void stop() {
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    /** Adds a person who would have to change the password. */
    private void add(String name, String rolesAndEnabled) {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute("insert into people values ('" + name + "', 'none', true, " + rolesAndEnabled
                    + ", 1, 'test', current_timestamp)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String user(String name) {
        return "X-Forwarded-User: " + name + "\r\n";
    }

    private String send(String source, String line, String headers, String body) throws IOException {
        try (var caller = new RawClient(wallet.backOffice(), source)) {
            var length = body.isEmpty()
                    ? ""
                    : "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n";
            return caller.send(line + " HTTP/1.1\r\nHost: back-office.example.com\r\nConnection: close\r\n" + headers
                            + length + "\r\n" + body)
                    .readUntilClosed();
        }
    }

    private String get(String path, String headers) throws IOException {
        return send(PROXY, "GET " + path, headers, "");
    }

    private static int status(String response) {
        return RawClient.statuses(response).get(0);
    }

    /** Logs a person in and returns the headers of the next requests. */
    private String logIn(String name) throws IOException {
        var cookie = COOKIE.matcher(get("/login", SECRET + user(name)));
        assertThat(cookie.find()).isTrue();
        return SECRET + user(name) + "Cookie: " + cookie.group(1) + "\r\n";
    }

    private String post(String path, String person, String fields) throws IOException {
        var token = TOKEN.matcher(get("/players", person));
        assertThat(token.find()).isTrue();
        return post(path, person, token.group(1), fields);
    }

    private String post(String path, String person, String token, String fields) throws IOException {
        return send(
                PROXY,
                "POST " + path,
                person + "Origin: https://back-office.example.com\r\n",
                "formToken=" + token + "&" + fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Host", "cookie", "Authorization", "X-Forwarded-For", "Sec-Fetch-User", "X-Back-Office-Secret"})
    void a_header_that_browsers_send_themselves_is_refused(String header) {
        var proxies = TrustedProxies.of(List.of(PROXY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SingleSignOn(header, "a-secret-of-the-proxy", proxies))
                .withMessageContaining("send " + header + " themselves");
    }

    @Test
    void a_name_counts_once_and_in_ascii_from_the_proxy_with_its_secret_only() throws IOException {
        var ann = user("ann");
        for (var headers : List.of(
                "",
                ann,
                SECRET,
                SECRET + user(""),
                SECRET + ann + ann,
                SECRET + ann + user("carl@example.com"),
                SECRET + user("ann,carl@example.com"),
                SECRET + user("ann carl"),
                SECRET + user("ann\u00e9"),
                SECRET + user("\u212ann"),
                SECRET + user("=ann"),
                SECRET + user("a".repeat(41)),
                SECRET + user("\"ann\""),
                SECRET + "X_Forwarded_User: ann\r\n",
                SECRET + "X-Forwarded-User : ann\r\n",
                SECRET + user("an\0n"),
                SECRET + SECRET + ann,
                SECRET.toUpperCase(Locale.ROOT) + ann,
                "X-Back-Office-Secret: \r\n" + ann,
                "X-Back-Office-Secret: a-secret-of-the-prox\r\n" + ann,
                SECRET + user("zoe"),
                SECRET + user("disabled"))) {
            var refused = get("/login", headers);
            assertThat(status(refused)).as(headers).isIn(400, 403);
            assertThat(refused).as(headers).doesNotContainPattern("(?i)set-cookie");
            assertThat(refused.contains("<main class=\"login\">")).as(headers).isEqualTo(status(refused) == 403);
        }
        for (var forwarded : List.of("", PROXY, "::ffff:" + PROXY, "192.0.2.1, " + PROXY)) {
            var headers = SECRET + ann + "X-Forwarded-For: " + forwarded + "\r\n";
            assertThat(status(send(STRANGER, "GET /login", headers, ""))).isEqualTo(403);
        }
        assertThat(get("/players", logIn("ANN"))).contains(">ann</a>");
        var trail = get("/trail.csv", logIn("ann"));
        assertThat(trail)
                .contains(
                        "127.0.0.1 is not a --trusted-proxy.",
                        "\"disabled\",\"single sign-on: disabled is not a person here, or may not log in.");
    }

    @Test
    void a_cookie_counts_for_its_person_only_and_there_are_no_passwords() throws IOException {
        var ann = logIn("ann");
        var token = TOKEN.matcher(get("/players", ann));
        assertThat(token.find()).isTrue();
        var asCarl = ann.replace(user("ann"), user("carl@example.com"));
        assertThat(get("/players", asCarl)).containsPattern("(?i)\r\nlocation: /login\\?ended=1\r\n");
        assertThat(post("/players", asCarl, token.group(1), "id=stolen&currency=EUR"))
                .containsPattern("(?i)\r\nlocation: /login\\?ended=1\r\n");
        assertThat(status(get("/players", ann.replace(user("ann"), "")))).isEqualTo(403);
        assertThat(status(send(STRANGER, "GET /players", ann, ""))).isEqualTo(403);
        assertThat(status(post("/login", SECRET + user("ann"), "", "name=ann&password=none")))
                .isIn(404, 405);
        assertThat(get("/password", ann)).contains("No page has this address");

        assertThat(post("/logout", ann, "")).containsPattern("(?i)\r\nlocation: /sso/logout\r\n");
        assertThat(get("/players", ann)).containsPattern("(?i)\r\nlocation: /login");
        assertThat(get("/players", logIn("ann"))).doesNotContain("/password");
    }

    @Test
    void the_second_person_is_another_name_of_the_single_sign_on() throws IOException {
        var ann = logIn("ann");
        assertThat(post("/people/amount", ann, "currency=EUR&amount=10"))
                .containsPattern("(?i)location: /people\\?done=amount");
        var requested = REQUEST.matcher(post("/player/adjust", ann, "id=player-1&amount=-50&reference=r&reason=test"));
        assertThat(requested.find()).isTrue();
        var decision = "reason=test&id=" + requested.group(1);
        for (var same : List.of("ann", "Ann", "ANN")) {
            assertThat(status(post("/request/approve", logIn(same), decision)))
                    .as(same)
                    .isEqualTo(400);
        }
        var carl = logIn("Carl@example.com");
        var seen = Pattern.compile("name=\"seen\" value=\"([0-9]+)\"")
                .matcher(get("/request?id=" + requested.group(1), carl));
        assertThat(seen.find()).isTrue();
        assertThat(status(post("/request/approve", carl, decision + "&seen=" + seen.group(1))))
                .isEqualTo(303);
        assertThat(get("/trail.csv?person=carl%40example.com", ann)).contains("\"applied adjustment\"");
    }

    @Test
    void the_proxy_file_of_deploy_passes_on_the_person_and_nothing_that_the_browser_claims() throws Exception {
        assumeThat(NGINX).as("install nginx-light").exists();
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/oauth2/", exchange -> {
            var cookie = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
            var name = Pattern.compile("idp=(\\w+)").matcher(cookie);
            if (name.find()) {
                exchange.getResponseHeaders().set("X-Auth-Request-Preferred-Username", name.group(1));
            }
            exchange.sendResponseHeaders(name.find(0) ? 202 : 401, -1);
            exchange.close();
        });
        provider.start();
        var nginx = startNginx(port, provider.getAddress().getPort());
        try {
            var address = "http://127.0.0.1:" + port;
            await().ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> status(browse(address, "GET /players", "")) == 401);
            assertThat(status(browse(address, "GET /players", SECRET + user("ann"))))
                    .isEqualTo(401);
            assertThat(status(browse(address, "GET /login", "Cookie: idp=zoe\r\n" + user("ann") + SECRET)))
                    .isEqualTo(403);
            var ann = "Cookie: idp=ann\r\n" + user("carl@example.com");
            var cookie = COOKIE.matcher(browse(address, "GET /login", ann));
            assertThat(cookie.find()).isTrue();
            assertThat(browse(address, "GET /players", "Cookie: idp=ann; " + cookie.group(1) + "\r\n"))
                    .contains(">ann</a>");
            assertThat(browse(address, "GET /sso/logout", ann)).contains("/oauth2/sign_out");
        } finally {
            nginx.destroy();
            nginx.waitFor();
            provider.stop(0);
        }
    }

    private static String browse(String address, String line, String headers) throws IOException {
        return RawClient.exchange(
                address,
                line + " HTTP/1.1\r\nHost: back-office.example.com\r\nConnection: close\r\n" + headers + "\r\n");
    }

    /** Starts nginx with the file of deploy, whose certificate, ports and folder it replaces. */
    private Process startNginx(int port, int provider) throws IOException {
        var secret = Files.writeString(
                folder.resolve("secret.conf"), "proxy_set_header X-Back-Office-Secret \"a-secret-of-the-proxy\";\n");
        var site = Files.readString(Path.of("../deploy/back-office-sso.conf"))
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
                .replaceAll("(?m)^ *ssl_.*\n", "")
                .replace("127.0.0.1:4180", "127.0.0.1:" + provider)
                .replace(
                        "127.0.0.1:8090;",
                        URI.create(wallet.backOffice()).getAuthority() + ";\n        proxy_bind " + PROXY + ";")
                .replace("/etc/nginx/back-office-secret.conf", secret.toString());
        var paths = new StringBuilder();
        for (var kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            paths.append(kind)
                    .append("_temp_path ")
                    .append(folder)
                    .append('/')
                    .append(kind)
                    .append(";\n");
        }
        var file = Files.writeString(
                folder.resolve("nginx.conf"),
                "daemon off;\nmaster_process off;\npid " + folder + "/nginx.pid;\nerror_log " + folder
                        + "/nginx.log;\nevents {}\nhttp {\naccess_log off;\n" + paths + site + "}\n",
                UTF_8);
        return new ProcessBuilder(NGINX.toString(), "-e", folder + "/nginx.log", "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
    }
}
