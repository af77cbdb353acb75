package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.catalogue.Representation;
import io.helidon.http.HeaderNames;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** The conditional headers of a request; they are not signed (SIG-9, CAC-3). */
final class Conditions {
    private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")|\\*");

    private Conditions() {}

    /** Whether the caller has this very representation already (CAC-2); with both headers the tag decides (D-46). */
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
        if (header.equals(etag)) {
            return true;
        }
        return TAG.matcher(header)
                .results()
                .anyMatch(tag -> tag.group(1) == null || tag.group(1).equals(etag));
    }

    /** A date that cannot be read is no condition, as HTTP says. */
    private static boolean notModifiedSince(String header, Instant lastModified) {
        try {
            return !lastModified.isAfter(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
        } catch (DateTimeException e) {
            return false;
        }
    }
}
