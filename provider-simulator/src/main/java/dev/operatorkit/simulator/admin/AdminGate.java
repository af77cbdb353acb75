package dev.operatorkit.simulator.admin;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.CrossSiteGuard;
import dev.operatorkit.simulator.http.Guard;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Protects the console and the admin API. By default it allows only requests from this machine, under its own host names (so
 * that a page elsewhere cannot use a name that it controls), and requires a proof that the caller is the user who started the
 * simulator, since other users of this machine can connect too: programs send the token, which that user's commands find, and a
 * browser has the cookie that it got for a link, which opens the console once.
 *
 * <p>A proxy on this machine would make every caller look local. Forwarded requests are therefore refused unless they come
 * from a trusted proxy that names the client.
 */
public final class AdminGate implements Guard {
    public static final HeaderName TOKEN = HeaderNames.create("X-Simulator-Token");

    /** Holds the path of a link that opens the console. */
    public static final String OPEN = "/open";

    private static final String NEW_LINK =
            "Open the link after `console` in the output of `simulator serve`. It works once;"
                    + " `simulator console` prints a new one.";
    private static final String PROGRAMS = " A program sends the admin token in `" + TOKEN.defaultCase() + "`.";
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");
    /** Matches the headers that only proxies write, under the names of all known vendors. */
    private static final Pattern FORWARDING = Pattern.compile(
            "via|.*(forwarded|(client|real|remote|connecting|originating)-?(ip|addr)|external-address|original-host).*");

    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final String token;
    /** Holds the value of the cookie of every browser that opened a link; a new one at each start. */
    private final String cookie = AdminToken.random();

    private final AtomicReference<@Nullable String> unusedKey = new AtomicReference<>();
    private final List<IpRange> sources;
    private final Set<String> names;
    private final TrustedProxies trustedProxies;
    private final ClientAddress clients;
    private final Guard crossSite;

    /**
     * Creates a gate.
     *
     * @param sources the allowed addresses besides this machine
     * @param names the allowed host names besides localhost, in lower case
     * @param proxies the addresses and ranges of proxies whose {@code X-Forwarded-For} is trusted (D-35)
     */
    public AdminGate(String token, List<IpRange> sources, Set<String> names, List<String> proxies) {
        this.token = token;
        this.sources = List.copyOf(sources);
        this.names = Set.copyOf(names);
        this.trustedProxies = TrustedProxies.of(proxies);
        this.clients = new ClientAddress(trustedProxies);
        this.crossSite = CrossSiteGuard.ofOwnHost();
    }

    /** Returns a gate that allows only this machine, under its own names, with a new token. */
    public static AdminGate ofThisMachine() {
        return new AdminGate(AdminToken.random(), List.of(), Set.of(), List.of());
    }

    /** Returns the token that programs send. */
    public String token() {
        return token;
    }

    /** Registers the way to a new link, and the health check, for which a caller needs no token. */
    public void routing(Routes gated, Routes callers) {
        gated.post(
                "/admin/console-link",
                AdminRoute.of(request -> AdminJson.object().put("path", newLink())));
        callers.get(
                "/admin/health",
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, "text/plain")
                        .send("ok".getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the path of a link that opens the console once. The link before it no longer does. */
    public String newLink() {
        var key = AdminToken.random();
        unusedKey.set(key);
        return OPEN + "?key=" + key;
    }

    /** Returns the cookie for a browser that opens a link, or one that has it already; empty if the link opens nothing. */
    public Optional<String> redeem(ServerRequest request, String key) {
        var unused = unusedKey.get();
        var opens = hasCookie(request)
                || (request.prologue().method().equals(Method.GET)
                        && unused != null
                        && isEqual(unused, key)
                        && unusedKey.compareAndSet(unused, null));
        return opens
                ? Optional.of(cookieName(request) + "=" + cookie + "; HttpOnly; SameSite=Strict; Path=/")
                : Optional.empty();
    }

    /** Returns the refusal of a link that was used before, or replaced by another. */
    public Refusal usedLink() {
        return new Refusal(
                Status.UNAUTHORIZED_401,
                "This link was used before, was replaced by a newer one, or belongs to an earlier start. " + NEW_LINK);
    }

    /** Returns the proxies that are trusted, here and wherever a caller's address counts (D-35). */
    public TrustedProxies trustedProxies() {
        return trustedProxies;
    }

    @Override
    public Optional<Refusal> judge(ServerRequest request) {
        var refusal = judgeCaller(request).or(() -> stranger(request));
        return refusal.isPresent() ? refusal : crossSite.judge(request);
    }

    @Override
    public Optional<Refusal> judgeCaller(ServerRequest request) {
        return refusal(request).map(Refusal::forbidden);
    }

    private Optional<Refusal> stranger(ServerRequest request) {
        var headers = request.headers();
        var given = headers.first(TOKEN).orElse("");
        if (isEqual(token, given)) {
            return Optional.empty();
        }
        if (!hasCookie(request)) {
            return Optional.of(new Refusal(
                    Status.UNAUTHORIZED_401,
                    given.isEmpty()
                            ? "This browser is not logged in to the console. " + NEW_LINK + PROGRAMS
                            : "The admin token is wrong. Send the one of this start: it is in the file of"
                                    + " --admin-token-file, or in `~/.operatorkit/simulator-PORT.token`."));
        }
        // Browsers send a cookie to every port of a host, and with each change its origin, which the next guard judges.
        return CrossSiteGuard.READS.contains(request.prologue().method().text())
                        || headers.contains(HeaderNames.ORIGIN)
                        || headers.contains(CrossSiteGuard.FETCH_SITE)
                ? Optional.empty()
                : Optional.of(Refusal.forbidden(
                        "A change with the console's cookie must name its page in Origin." + PROGRAMS));
    }

    private boolean hasCookie(ServerRequest request) {
        return request.headers().cookies().all(cookieName(request), List::of).stream()
                .anyMatch(value -> isEqual(cookie, value));
    }

    /** Names the cookie after the port, so that two simulators of a host do not log each other out. */
    private static String cookieName(ServerRequest request) {
        var port = request.headers().first(HeaderNames.HOST).orElse("").replaceFirst(".*:(?=\\d+$)", "");
        return "operatorkit-simulator-" + (port.matches("\\d+") ? port : "80");
    }

    private Optional<String> refusal(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        var forwarding = forwarding(request);
        if (forwarding.isPresent() && !(trustedProxies.includes(peer) && namesItsClient(request))) {
            return Optional.of(
                    "The request was forwarded (" + forwarding.get() + "), but no trusted proxy names the client."
                            + " Give the proxy's address with --trusted-proxy, or use --admin-port.");
        }
        var source = clients.of(request);
        if (!source.isLoopbackAddress() && sources.stream().noneMatch(range -> range.contains(source))) {
            return Optional.of("Console and admin API allow only this machine. Allow " + source.getHostAddress()
                    + " with --admin-source.");
        }
        var host = request.headers().first(HeaderNames.HOST).orElse("").toLowerCase(Locale.ROOT);
        var name = host.replaceFirst(":\\d+$", "");
        if (!OWN_NAMES.contains(name) && !names.contains(name)) {
            return Optional.of("Unknown host name '" + name + "'. Allow it with --admin-host.");
        }
        return Optional.empty();
    }

    /** Returns the name of the first header that only proxies write. */
    private static Optional<String> forwarding(ServerRequest request) {
        return StreamSupport.stream(request.headers().spliterator(), false)
                .map(header -> header.headerName().lowerCase())
                .filter(name -> FORWARDING.matcher(name).matches())
                .findFirst();
    }

    /** Returns whether all forwarded entries are addresses. Otherwise the proxy's address would count as the client's. */
    private static boolean namesItsClient(ServerRequest request) {
        for (var entry :
                String.join(",", request.headers().all(FORWARDED_FOR, List::of)).split(",", -1)) {
            var literal = entry.strip().replaceFirst("^\\[(.*)](:\\d+)?$", "$1").replaceFirst("^([0-9.]+):\\d+$", "$1");
            try {
                IpAddress.parse(literal);
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
