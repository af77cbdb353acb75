package dev.operatorkit.simulator.admin;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.simulator.http.CrossSiteGuard;
import dev.operatorkit.simulator.http.Guard;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Stands before the console and the admin API: they are for this machine unless somebody decides otherwise, under names
 * that are this machine's own (a page elsewhere must not reach them through a name that it controls), and changes need the
 * token that only this user's programs and the console's own pages know.
 *
 * <p>A proxy on this machine would make everybody a caller from this machine. Requests that say that they were forwarded are
 * refused, unless the proxy is trusted to say for whom.
 */
public final class AdminGate implements Guard {
    /** Carries the token of a change. */
    public static final HeaderName TOKEN = HeaderNames.create("X-Simulator-Token");

    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");
    private static final String FORWARDED_PREFIX = "x-forwarded-";
    private static final Set<String> FORWARDED = Set.of(
            "forwarded",
            "via",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-envoy-external-address",
            "x-original-forwarded-for",
            "x-original-host",
            "client-ip",
            "true-client-ip",
            "cf-connecting-ip",
            "cf-connecting-ipv6",
            "fastly-client-ip",
            "fly-client-ip");
    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final String token;
    private final List<IpRange> sources;
    private final Set<String> names;
    private final List<IpRange> proxies;
    private final TrustedProxies trustedProxies;
    private final Guard crossSite;

    /**
     * Makes a gate.
     *
     * @param token the token that changes must carry
     * @param sources the addresses that may come beside this machine itself
     * @param names host names under which the simulator is reached beside localhost, in lower case
     * @param proxies addresses and ranges of the proxies whose {@code X-Forwarded-For} is believed (D-35)
     */
    public AdminGate(String token, List<IpRange> sources, Set<String> names, List<String> proxies) {
        this.token = token;
        this.sources = List.copyOf(sources);
        this.names = Set.copyOf(names);
        this.proxies = proxies.stream().map(IpRange::parse).toList();
        this.trustedProxies = TrustedProxies.of(proxies);
        this.crossSite = CrossSiteGuard.ofOwnHost();
    }

    /** Returns a gate for this machine alone, under its own names, with a fresh token. */
    public static AdminGate ofThisMachine() {
        return new AdminGate(AdminToken.random(), List.of(), Set.of(), List.of());
    }

    /** Returns the token, for pages that send changes. */
    public String token() {
        return token;
    }

    @Override
    public Optional<Refusal> judge(ServerRequest request) {
        var refusal = refusal(request);
        return refusal.isPresent() ? refusal.map(Refusal::forbidden) : crossSite.judge(request);
    }

    private Optional<String> refusal(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        var forwarding = forwarding(request);
        if (forwarding.isPresent() && !(isProxy(peer) && namesItsClient(request))) {
            return Optional.of(
                    "the request was forwarded (" + forwarding.get() + "), and no trusted proxy says for whom."
                            + " Give the proxy's address with --trusted-proxy, or use --admin-port.");
        }
        var source = trustedProxies.resolveClient(peer, request.headers().all(FORWARDED_FOR, List::of));
        if (!source.isLoopbackAddress() && sources.stream().noneMatch(range -> range.contains(source))) {
            return Optional.of("console and admin API are for this machine alone. Allow " + source.getHostAddress()
                    + " with --admin-source.");
        }
        var host = request.headers().first(HeaderNames.HOST).orElse("").toLowerCase(Locale.ROOT);
        var name = host.replaceFirst(":\\d+$", "");
        if (!OWN_NAMES.contains(name) && !names.contains(name)) {
            return Optional.of("the host name '" + name + "' is not this simulator's. Add it with --admin-host.");
        }
        var given = request.headers().first(TOKEN).orElse("");
        if (!CrossSiteGuard.READS.contains(request.prologue().method().text()) && !isToken(given)) {
            return Optional.of("a change needs the token in " + TOKEN.defaultCase());
        }
        return Optional.empty();
    }

    /** The name of the first header that only proxies write. */
    private static Optional<String> forwarding(ServerRequest request) {
        return StreamSupport.stream(request.headers().spliterator(), false)
                .map(header -> header.headerName().lowerCase())
                .filter(name -> name.startsWith(FORWARDED_PREFIX) || FORWARDED.contains(name))
                .findFirst();
    }

    private boolean isProxy(InetAddress peer) {
        return proxies.stream().anyMatch(range -> range.contains(peer));
    }

    /** Whether the proxies have said addresses alone: where one has not, its own would stand for the caller's. */
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
