package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.catalogue.Representation;
import io.helidon.http.HeaderNames;
import java.time.Clock;
import java.time.Instant;
import java.util.regex.Pattern;

/** The conditional headers of a request; they are not signed (SIG-9, CAC-3). */
final class ConditionalHeaders {
    /** One tag of a list; what stands between two commas and is no tag, matches nothing. */
    private static final Pattern TAG = Pattern.compile("(?:^|,)[ \t]*(?:W/)?(\"[^\"]*\")[ \t]*(?=,|$)");

    private ConditionalHeaders() {}

    /** Whether the caller has this very representation already (CAC-2); with both headers the tag decides (D-46). */
    static boolean notModified(Call call, Representation current, Clock wall) {
        var tags = call.all(HeaderNames.IF_NONE_MATCH);
        if (!tags.isEmpty()) {
            for (var value : tags) {
                if (matches(value, current.etag())) {
                    return true;
                }
            }
            return false;
        }
        var since = call.all(HeaderNames.IF_MODIFIED_SINCE);
        return since.size() == 1 && notModifiedSince(since.get(0), current.lastModified(), wall);
    }

    private static boolean matches(String header, String etag) {
        return header.equals(etag)
                || header.equals("*")
                || TAG.matcher(header).results().anyMatch(tag -> tag.group(1).equals(etag));
    }

    /** A date that cannot be read is no condition, as HTTP says. */
    private static boolean notModifiedSince(String header, Instant lastModified, Clock wall) {
        return HttpDate.parse(header, wall)
                .filter(date -> !lastModified.isAfter(date))
                .isPresent();
    }
}
