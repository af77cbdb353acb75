package dev.operatorkit.simulator.admin;

import dev.operatorkit.json.Json;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Stands before the console and the admin API: they are for this machine unless somebody decides otherwise, under names
 * that are this machine's own (a page elsewhere must not reach them through a name that it controls), and changes need the
 * token that only this user's programs and the console's own pages know.
 */
public final class AdminGate {
    /** Carries the token of a change. */
    public static final HeaderName TOKEN = HeaderNames.create("X-Simulator-Token");

    private static final List<String> PUBLIC = List.of("/api/", "/play/", "/artwork/");
    private static final Set<String> READS = Set.of("GET", "HEAD");
    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final String token;
    private final List<IpRange> sources;
    private final Set<String> names;

    /**
     * A gate.
     *
     * @param token what changes must carry
     * @param sources who may come beside this machine itself
     * @param names host names under which the simulator is reached beside localhost, in lower case
     */
    public AdminGate(String token, List<IpRange> sources, Set<String> names) {
        this.token = token;
        this.sources = List.copyOf(sources);
        this.names = Set.copyOf(names);
    }

    /** For this machine alone, under its own names, with a fresh token. */
    public static AdminGate ofThisMachine() {
        return new AdminGate(AdminToken.random(), List.of(), Set.of());
    }

    /** The token, for pages that send changes. */
    public String token() {
        return token;
    }

    /** Puts the gate before every route that is added after it, but those of operators and players. */
    public void routing(HttpRouting.Builder routing) {
        routing.any((request, response) -> {
            var refusal = isPublic(request) ? Optional.<String>empty() : refusal(request);
            if (refusal.isEmpty()) {
                response.next();
            } else {
                response.status(Status.FORBIDDEN_403)
                        .header(HeaderNames.CONTENT_TYPE, "application/json")
                        .send(Json.write(new ErrorMessage(refusal.get())));
            }
        });
    }

    private static boolean isPublic(ServerRequest request) {
        var path = request.prologue().uriPath().rawPath();
        for (var prefix : PUBLIC) {
            if (path.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> refusal(ServerRequest request) {
        var source = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        if (!source.isLoopbackAddress() && sources.stream().noneMatch(range -> range.contains(source))) {
            return Optional.of("console and admin API are for this machine alone");
        }
        var host = request.headers().first(HeaderNames.HOST).orElse("").toLowerCase(Locale.ROOT);
        var name = host.replaceFirst(":\\d+$", "");
        if (!OWN_NAMES.contains(name) && !names.contains(name)) {
            return Optional.of("the host name '" + name + "' is not this simulator's");
        }
        var given = request.headers().first(TOKEN).orElse("");
        if (!READS.contains(request.prologue().method().text()) && !isToken(given)) {
            return Optional.of("a change needs the token in " + TOKEN.defaultCase());
        }
        return Optional.empty();
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
