package dev.operatorkit.reference.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.CallbackText;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.http.ExactRoutes.Route;
import dev.operatorkit.reference.openapi.OpenApiDocument;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests every registered route of every port: with other spellings of its path, from foreign hosts and from other sites. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryRouteTest {
    private static final Pattern TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");
    private static final Pattern COOKIE = Pattern.compile("(?i)set-cookie: ([^;]+);");
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final Integer[] REFUSED_STATUSES = {400, 401, 403, 404, 421};

    /** Lists spellings of a path that some server or proxy takes for it: of the first slash, or with an end. */
    private static final List<String> SLASHES =
            List.of("//", "/./", "/;a=b/", "%2f", "/%2e/", "%5c", "/x/../", "/wallet/..;/", "/wallet/..%2f");

    private static final List<String> ENDS = List.of("/", ";a=b", "/.", "%00", "%20", "%3f", "%23");

    @TempDir
    private static Path folder;

    private final String url = TestDatabase.H2.freshUrl();
    private WalletUnderTest wallet;
    private String password = "";
    private String cookie = "";
    private String formToken = "";

    @BeforeAll
    void start() throws IOException {
        var file = folder.resolve("password");
        wallet = WalletUnderTest.withBackOffice(Clock.systemUTC(), url, file, "http://127.0.0.1:1");
        password = Files.readString(file).strip();
        login();
        wallet.send(SignedCallback.debit("bet").player("player-1").stake("0"));
    }

    private void login() throws IOException {
        var office = wallet.backOffice();
        var entered = COOKIE.matcher(
                send(office, new Route("POST", "/login"), "/login", hostHeader(office) + FORM, "password=" + password));
        assertThat(entered.find()).isTrue();
        cookie = "Cookie: " + entered.group(1) + "\r\n";
        var token =
                TOKEN.matcher(send(office, new Route("GET", "/players"), "/players", hostHeader(office) + cookie, ""));
        assertThat(token.find()).isTrue();
        formToken = token.group(1);
    }

    @AfterAll
    void assertNoMoneyMoved() {
        for (var player = 1; player <= 4; player++) {
            assertThat(wallet.player(player).balance()).isEqualTo(100_000_000);
        }
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private static String hostHeader(String address) {
        return "Host: " + URI.create(address).getAuthority() + "\r\n";
    }

    private static String send(String address, Route route, String target, String headers, String body)
            throws IOException {
        var rest = route.method().equals("POST") ? "Content-Length: " + body.length() + "\r\n\r\n" + body : "\r\n";
        return RawClient.exchange(
                address, route.method() + " " + target + " HTTP/1.1\r\n" + headers + "Connection: close\r\n" + rest);
    }

    private static int status(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    /** Sends everything that the plain path needs, so that only the path can be the reason for the rejection. */
    private int status(String address, Route route, String target, String headers) throws IOException {
        var form = route.path().equals("/login") ? "password=" + password : "formToken=" + formToken;
        var posted = route.method().equals("POST");
        return status(send(address, route, target, headers + cookie + (posted ? FORM : ""), posted ? form : ""));
    }

    private static List<String> spellings(String path) {
        return Stream.of(
                        SLASHES.stream().map(slash -> slash + path.substring(1)),
                        ENDS.stream().map(end -> path + end),
                        Stream.of(
                                path.toUpperCase(Locale.ROOT),
                                "/%" + Integer.toHexString(path.charAt(1)) + path.substring(2)))
                .flatMap(kind -> kind)
                .toList();
    }

    /** Sends one spelling to each route, another one to the next. */
    @Test
    void no_alternative_spelling_of_a_back_office_or_operations_path_is_served() throws IOException {
        assertThat(wallet.routes()).hasSize(2);
        var turn = 0;
        for (var port : wallet.routes().entrySet()) {
            var address = port.getKey();
            for (var route : port.getValue()) {
                if (route.path().length() > 1) {
                    var spellings = spellings(route.path());
                    var spelling = spellings.get(turn++ % spellings.size());
                    assertThat(status(address, route, spelling, hostHeader(address)))
                            .as(route + " as " + spelling)
                            .isIn((Object[]) REFUSED_STATUSES);
                }
            }
        }
    }

    @Test
    void no_route_is_served_under_another_host_name_or_accepts_a_cross_site_change() throws IOException {
        for (var port : wallet.routes().entrySet()) {
            var address = port.getKey();
            for (var route : port.getValue()) {
                var foreign = "Host: evil.example:80\r\nOrigin: http://evil.example\r\n";
                assertThat(status(address, route, route.path(), foreign))
                        .as("" + route)
                        .isEqualTo(421);
                assertThat(status(address, route, "http://evil.example" + route.path(), hostHeader(address)))
                        .as(route + " in absolute form")
                        .isIn((Object[]) REFUSED_STATUSES);
                for (var site : List.of("Origin: https://evil.example", "Sec-Fetch-Site: same-site")) {
                    if (route.method().equals("POST")) {
                        assertThat(status(address, route, route.path(), hostHeader(address) + site + "\r\n"))
                                .as(route + " " + site)
                                .isEqualTo(403);
                    }
                }
            }
        }
    }

    @Test
    void every_back_office_form_requires_a_login_its_form_token_and_the_form_content_type() throws IOException {
        var office = wallet.backOffice();
        for (var route : wallet.routes().getOrDefault(office, Set.of())) {
            if (route.method().equals("POST") && !route.path().equals("/login")) {
                var logged = hostHeader(office) + cookie;
                assertThat(status(send(office, route, route.path(), logged + FORM, "formToken=guessed")))
                        .as(route + " with a token that was guessed")
                        .isEqualTo(403);
                for (var type : List.of("", "Content-Type: text/plain\r\n", "Content-Type: application/json\r\n")) {
                    assertThat(status(send(office, route, route.path(), logged + type, "formToken=" + formToken)))
                            .as(route + " " + type)
                            .isEqualTo(400);
                }
                assertThat(status(
                                send(office, route, route.path(), hostHeader(office) + FORM, "formToken=" + formToken)))
                        .as(route + " without a login")
                        .isEqualTo(303);
            }
        }
    }

    /**
     * Returns the callbacks of the document, which another test compares with what is served. Their host and origin do not
     * matter, since each is signed.
     */
    private static List<Route> callbacks() throws IOException {
        return OpenApiDocument.routes("wallet-callbacks.yaml").stream()
                .map(route -> new Route(
                        route.method(),
                        "/wallet"
                                + route.path()
                                        .replace("{accountId}", "player-1")
                                        .replace("{transactionId}", "bet")))
                .toList();
    }

    @Test
    void s13_no_alternative_spelling_of_a_callback_path_is_served_signed_or_not() throws IOException {
        var callbacks = callbacks();
        assertThat(callbacks).hasSize(5); // DEL-4
        for (var route : callbacks) {
            for (var variant : spellings(route.path())) {
                var foreign = "Host: evil.example\r\nOrigin: https://evil.example\r\n";
                assertThat(status(send(wallet.address(), route, variant, foreign, "{}")))
                        .as(route + " as " + variant + ", unsigned")
                        .isIn(400, 401, 404);
                assertThat(status(sendSigned(route, variant)))
                        .as(route + " as " + variant + ", signed as it is on the wire")
                        .isIn(400, 401, 404);
            }
        }
    }

    @Test
    void sig_13_routes_of_the_other_ports_are_not_served_on_the_callback_port() throws IOException {
        var callbacks = callbacks();
        for (var port : wallet.routes().entrySet()) {
            for (var route : port.getValue()) {
                for (var path : List.of(route.path(), "/wallet" + route.path())) {
                    if (callbacks.stream().noneMatch(callback -> callback.path().equals(path))) {
                        assertThat(status(send(wallet.address(), route, path, hostHeader(wallet.address()), "")))
                                .isEqualTo(401);
                        assertThat(status(sendSigned(route, path))).as(path).isEqualTo(404);
                    }
                }
            }
        }
    }

    /** Signs exactly the path that is sent (D-40), with a body that would move money. */
    private String sendSigned(Route route, String path) throws IOException {
        var callback = SignedCallback.debit("spelled").player("player-1").stake("1");
        var body = route.method().equals("POST") ? CallbackText.body(callback) : "";
        var now = String.valueOf(Clock.systemUTC().millis());
        var signature = new Signer(SecretKeys.of(WalletUnderTest.SECRET)).sign(path, now, body.getBytes(UTF_8));
        var headers = hostHeader(wallet.address()) + "Content-Type: application/json\r\nX-Svc-Timestamp: " + now
                + "\r\nX-Svc-Signature: " + signature + "\r\n";
        return send(wallet.address(), route, path, headers, body);
    }
}
