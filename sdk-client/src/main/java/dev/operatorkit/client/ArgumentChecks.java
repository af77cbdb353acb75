package dev.operatorkit.client;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Limits;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** What can be known to be wrong before anything is sent; every complaint names the field. */
final class ArgumentChecks {
    private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());

    private static final Pattern CURRENCY = Pattern.compile("[A-Z0-9]{2,10}");

    private ArgumentChecks() {}

    static void requirePresent(String field, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
    }

    /** Bounds of identifiers (D-36), and that they can be written as UTF-8 at all. */
    static void requireId(String field, String id) {
        if (id == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        var length = id.codePointCount(0, id.length());
        if (length < 1 || length > Limits.LONGEST_ID) {
            throw new IllegalArgumentException(field + " must have 1 to " + Limits.LONGEST_ID + " characters");
        }
        if (id.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(field + " must not hold control characters");
        }
        if (id.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException(field + " holds half of a surrogate pair");
        }
    }

    /** An identifier that becomes one segment of a path. */
    static void requireSegment(String field, String id) {
        requireId(field, id);
        if (".".equals(id) || "..".equals(id)) {
            // Every URL library takes them, encoded or not, for steps in the tree: another path would be asked for.
            throw new IllegalArgumentException(field + " must not be '" + id + "', which no path can carry");
        }
    }

    /** An address that paths can be added to. */
    static HttpUrl requireBaseUrl(URI base) {
        var url = HttpUrl.parse(base.toString());
        if (url == null || base.getRawAuthority() == null) {
            throw new IllegalArgumentException("base must be an address that begins with https://");
        }
        if (url.query() != null
                || url.fragment() != null
                || !url.username().isEmpty()
                || !url.password().isEmpty()) {
            throw new IllegalArgumentException("base must have no user, no query and no fragment");
        }
        return url;
    }

    /** A value that a header can carry. */
    static String requireHeaderValue(String field, String value) {
        if (value.isBlank() || !value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(field + " must be printable ASCII, as a header carries it");
        }
        return value;
    }

    static Duration requireTimeout(String field, Duration duration) {
        if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(field + " must be from a millisecond to a day");
        }
        return duration;
    }

    /** LAU-2, D-12. */
    static void requireIpAddress(String field, String literal) {
        try {
            IpAddress.parse(literal);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + " " + e.getMessage(), e);
        }
    }

    /** What CAM-5 can be asked: a currency in its form (GEN-5), and a window that can hold a campaign. */
    static void requireSearch(CampaignSearch search) {
        var currency = search.currencyCode();
        if (currency != null && !CURRENCY.matcher(currency).matches()) {
            throw new IllegalArgumentException("currencyCode must be a code such as EUR or BTC");
        }
        if (search.from() != null && search.to() != null && search.from().isAfter(search.to())) {
            throw new IllegalArgumentException("from must not be after to");
        }
    }

    /** What makes the service reject a code that its campaign is known for (BON-3, BON-5, CAM-8). */
    static void requireFits(BonusCode code, Campaign campaign) {
        if (!code.campaignCode().equals(campaign.campaignCode())) {
            throw new IllegalArgumentException("campaignCode is not that of the campaign");
        }
        if (!code.currencyCode().code().equals(campaign.currencyCode())) {
            throw new IllegalArgumentException("currencyCode must be the campaign's, " + campaign.currencyCode());
        }
        if (code.maxRounds() == null && campaign.maxRounds() == null) {
            throw new IllegalArgumentException("maxRounds must be set, since the campaign has none");
        }
        if (Boolean.TRUE.equals(campaign.isDisabled())) {
            throw new IllegalArgumentException("campaignCode names a campaign that is disabled");
        }
    }

    /** LAU-7, D-12. */
    static void requireLanguage(String field, @Nullable String code) {
        if (code != null && !LANGUAGES.contains(code)) {
            throw new IllegalArgumentException(field + " must be two letters of ISO 639-1");
        }
    }
}
