package dev.operatorkit.reference.http;

import dev.operatorkit.net.IpAddress;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks whether a request from a browser comes from a page of this port.
 *
 * <p>A page of another site can reach a loopback port through the browser that shows it: with a form that it submits
 * there, or under a name that it points at this machine (DNS rebinding). The headers {@code Origin}, {@code
 * Sec-Fetch-Site} and {@code Host}, which a page cannot choose, reveal both.
 */
public final class OwnOrigin {
    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
    private static final Set<String> OWN_FETCH_SITES = Set.of("same-origin", "none"); // none: typed by the user
    private static final Pattern HOST = Pattern.compile("(\\[([0-9a-fA-F:.]+)]|[^:\\[\\]]+)(:\\d{1,5})?");

    private final Set<String> names;
    private final boolean anyAddress;

    private OwnOrigin(Collection<String> names, boolean anyAddress) {
        this.names = names.stream().map(OwnOrigin::lower).collect(Collectors.toUnmodifiableSet());
        this.anyAddress = anyAddress;
    }

    /** Accepts only these host names; an IPv6 address is written in brackets. */
    public static OwnOrigin named(Collection<String> names) {
        return new OwnOrigin(names, false);
    }

    /** Accepts these host names and any IP address, which another site cannot use as its name. */
    public static OwnOrigin namedOrByAddress(Collection<String> names) {
        return new OwnOrigin(names, true);
    }

    /** Returns true if the {@code Host} of the request is accepted. */
    public boolean isOwnHost(ServerRequest request) {
        var host = HOST.matcher(request.headers().first(HeaderNames.HOST).orElse(""));
        if (!host.matches()) {
            return false;
        }
        var name = host.group(1);
        return names.contains(lower(name)) || (anyAddress && isAddress(host.group(2) == null ? name : host.group(2)));
    }

    /** Returns true if the request, whose {@code Host} is accepted, was not sent by a page of another site. */
    public boolean isSameOrigin(ServerRequest request) {
        var host = request.headers().first(HeaderNames.HOST).orElse("");
        return values(request, HeaderNames.ORIGIN).stream()
                        .allMatch(origin ->
                                origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host))
                && values(request, FETCH_SITE).stream().allMatch(OWN_FETCH_SITES::contains);
    }

    private static List<String> values(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    private static boolean isAddress(String name) {
        try {
            return !IpAddress.parse(name).getHostAddress().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
