package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.catalogue.Representation;
import io.helidon.http.HeaderNames;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;

/** Evaluates the conditional headers of a request, which are not signed (SIG-9, CAC-3). */
final class ConditionalHeaders {
    /** Matches one tag of a list. List items that are not tags match nothing. */
    private static final Pattern TAG = Pattern.compile("(?:^|,)[ \t]*(?:W/)?(\"[^\"]*\")[ \t]*(?=,|$)");

    private ConditionalHeaders() {}

    /** Returns whether the caller has the current representation (CAC-2). With both headers the tag decides (D-46). */
    static boolean notModified(Call call, Representation current) {
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
        return since.size() == 1 && notModifiedSince(since.get(0), current.lastModified());
    }

    private static boolean matches(String header, String etag) {
        return header.equals(etag)
                || header.equals("*")
                || TAG.matcher(header).results().anyMatch(tag -> tag.group(1).equals(etag));
    }

    /** Returns whether nothing changed since a date. HTTP requires that an invalid date is ignored; so is one in an obsolete format. */
    private static boolean notModifiedSince(String header, Instant lastModified) {
        try {
            return !lastModified.isAfter(Representation.HTTP_DATE.parse(header, Instant::from));
        } catch (DateTimeException e) {
            return false;
        }
    }
}
