package dev.operatorkit.simulator.admin;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.CrossSiteGuard;
import dev.operatorkit.simulator.http.Guard;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Protects the console and the admin API. By default it allows only requests from this machine, under its own host names (so
 * that a page elsewhere cannot use a name that it controls), and requires for changes the token known only to this user's
 * programs and the console's pages.
 *
 * <p>A proxy on this machine would make every caller look local. Forwarded requests are therefore refused unless they come
 * from a trusted proxy that names the client.
 */
public final class AdminGate implements Guard {
    public static final HeaderName TOKEN = HeaderNames.create("X-Simulator-Token");

    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");
    /** Matches the headers that only proxies write, under the names of all known vendors. */
    private static final Pattern FORWARDING = Pattern.compile(
            "via|.*(forwarded|(client|real|remote|connecting|originating)-?(ip|addr)|external-address|original-host).*");

    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final String token;
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

    /** Returns the token, for pages that send changes. */
    public String token() {
        return token;
    }

    /** Returns the proxies that are trusted, here and wherever a caller's address counts (D-35). */
    public TrustedProxies trustedProxies() {
        return trustedProxies;
    }

    @Override
    public Optional<Refusal> judge(ServerRequest request) {
        var refusal = judgeCaller(request).or(() -> wrongToken(request));
        return refusal.isPresent() ? refusal : crossSite.judge(request);
    }

    @Override
    public Optional<Refusal> judgeCaller(ServerRequest request) {
        return refusal(request).map(Refusal::forbidden);
    }

    private Optional<Refusal> wrongToken(ServerRequest request) {
        var given = request.headers().first(TOKEN).orElse("");
        return CrossSiteGuard.READS.contains(request.prologue().method().text()) || isToken(given)
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Status.FORBIDDEN_403,
                        "The admin token is missing or wrong. Send it in " + TOKEN.defaultCase()
                                + ". In a browser, allow JavaScript and reload the page."));
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

    private boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
