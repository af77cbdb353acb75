package dev.operatorkit.simulator.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Rejects changes that a page of another site makes a browser request. Browsers name the origin of such a request, and
 * send text or multipart bodies without a preflight; other programs send no such header and name their content type.
 */
public final class CrossSiteGuard implements Guard {
    /** Lists the methods that change nothing. */
    public static final Set<String> READS = Set.of("GET", "HEAD");

    /** Names the header in which browsers tell the site of the page behind a request. */
    public static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Set<String> TYPES = Set.of("application/json", "application/x-www-form-urlencoded");

    private final Supplier<String> otherAuthority;

    private final boolean guardsReads;

    private CrossSiteGuard(Supplier<String> otherAuthority, boolean guardsReads) {
        this.otherAuthority = otherAuthority;
        this.guardsReads = guardsReads;
    }

    /**
     * Returns a guard that accepts changes and reads by script only from pages under the host that the request names. A
     * script of another site could not read the response, but would keep a stream open.
     */
    public static CrossSiteGuard ofOwnHost() {
        return new CrossSiteGuard(() -> "", true);
    }

    /** Returns a guard that also accepts changes from pages under this address, which browsers use through a proxy. */
    public static CrossSiteGuard ofPublicAddress(Supplier<URI> address) {
        return new CrossSiteGuard(
                () -> String.valueOf(address.get().getRawAuthority()).toLowerCase(Locale.ROOT), false);
    }

    @Override
    public Optional<Refusal> judge(ServerRequest request) {
        var headers = request.headers();
        if (READS.contains(request.prologue().method().text())) {
            return guardsReads ? foreignOrigin(headers) : Optional.empty();
        }
        for (var site : headers.all(FETCH_SITE, List::of)) {
            if (!OWN_SITES.contains(site)) {
                return Optional.of(Refusal.forbidden("a page of another site asked for this change (Sec-Fetch-Site: "
                        + site + "). Use this simulator's own pages."));
            }
        }
        var foreign = foreignOrigin(headers);
        if (foreign.isPresent()) {
            return foreign;
        }
        if (request.content().hasEntity() && !TYPES.contains(type(headers))) {
            return Optional.of(new Refusal(
                    Status.BAD_REQUEST_400,
                    "the body's Content-Type is '" + type(headers) + "'. Send application/json, or a form to a page."));
        }
        return Optional.empty();
    }

    private Optional<Refusal> foreignOrigin(Headers headers) {
        for (var origin : headers.all(HeaderNames.ORIGIN, List::of)) {
            if (!isOwn(origin, headers)) {
                return Optional.of(Refusal.forbidden("a page of '" + origin
                        + "' asked for this, which is not the address of this request."
                        + " Use this simulator's own pages; a proxy must pass the Host header on."));
            }
        }
        return Optional.empty();
    }

    private boolean isOwn(String origin, Headers headers) {
        var authority = origin.toLowerCase(Locale.ROOT).replaceFirst("^https?://", "");
        var host = headers.first(HeaderNames.HOST).orElse("").toLowerCase(Locale.ROOT);
        return !authority.isEmpty() && (authority.equals(host) || authority.equals(otherAuthority.get()));
    }

    private static String type(Headers headers) {
        var types = headers.all(HeaderNames.CONTENT_TYPE, List::of);
        return types.size() == 1
                ? types.get(0).split(";", 2)[0].strip().toLowerCase(Locale.ROOT)
                : String.join(", ", types);
    }
}
