package dev.operatorkit.client;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Limits;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** Checks arguments before anything is sent. Every message names the field. */
final class ArgumentChecks {
    private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());

    private ArgumentChecks() {}

    /** Checks an id that becomes one segment of a path. */
    static void requireSegment(String field, String id) {
        Limits.requireId(field, id);
        if (".".equals(id) || "..".equals(id)) {
            // URL libraries treat these, encoded or not, as steps in the path and would request another path.
            throw new IllegalArgumentException(field + " must not be '" + id + "', which a path cannot contain");
        }
    }

    /** Checks a base URL, to which paths are appended. */
    static HttpUrl requireBaseUrl(URI base) {
        var url = HttpUrl.parse(base.toString());
        if (url == null || base.getRawAuthority() == null) {
            throw new IllegalArgumentException("base must be a URL that begins with https://");
        }
        if (url.query() != null
                || url.fragment() != null
                || !url.username().isEmpty()
                || !url.password().isEmpty()) {
            throw new IllegalArgumentException("base must not have a user, a query or a fragment");
        }
        return url;
    }

    /** Checks a value that is sent in a header. */
    static String requireHeaderValue(String field, String value) {
        if (value.isBlank() || !value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(field + " must be printable ASCII, because it is sent in a header");
        }
        return value;
    }

    static Duration requireTimeout(String field, Duration duration) {
        if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(field + " must be from a millisecond to a day");
        }
        return duration;
    }

    /** Checks an IP address (LAU-2, D-12). */
    static void requireIpAddress(String field, String literal) {
        try {
            IpAddress.parse(literal);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + " " + e.getMessage(), e);
        }
    }

    /** Checks the criteria of a search (CAM-5): that the window is not empty. */
    static void requireSearch(CampaignSearch search) {
        if (search.from() != null && search.to() != null && search.from().isAfter(search.to())) {
            throw new IllegalArgumentException("from must not be after to");
        }
    }

    /** Returns true if the provider takes this language (LAU-7, D-12). */
    static boolean isLanguage(String code) {
        return LANGUAGES.contains(code);
    }

    /** Checks a language (LAU-7, D-12). */
    static void requireLanguage(String field, @Nullable String code) {
        if (code != null && !isLanguage(code)) {
            throw new IllegalArgumentException(field + " must be a two-letter code of ISO 639-1 such as en, not '"
                    + code + "'. Without it the provider detects the language");
        }
    }
}
