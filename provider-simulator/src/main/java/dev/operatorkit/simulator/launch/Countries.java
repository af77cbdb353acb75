package dev.operatorkit.simulator.launch;

import com.maxmind.db.Reader;
import dev.operatorkit.net.IpRange;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the country of an address (LAU-3), in an MMDB database if given. The ranges reserved for documentation always map
 * to countries, so that restrictions can be tried without a database (D-11).
 */
public final class Countries {
    private static final Map<IpRange, String> DOCUMENTATION = Map.of(
            IpRange.parse("192.0.2.0/24"), "GB",
            IpRange.parse("198.51.100.0/24"), "US",
            IpRange.parse("203.0.113.0/24"), "AU",
            IpRange.parse("2001:db8::/32"), "FR");

    private final @Nullable Reader database;

    private Countries(@Nullable Reader database) {
        this.database = database;
    }

    /** Returns a lookup of only the documentation ranges. */
    public static Countries ofDocumentation() {
        return new Countries(null);
    }

    /** Returns a lookup of the documentation ranges and an MMDB file, or throws an IllegalArgumentException if unreadable. */
    public static Countries readFrom(@Nullable Path file) {
        if (file == null) {
            return ofDocumentation();
        }
        try {
            return new Countries(new Reader(file.toFile()));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The country database " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the ISO 3166 code of the country, or empty if it is unknown, which restricts nothing. */
    public Optional<String> countryOf(InetAddress address) {
        for (var range : DOCUMENTATION.entrySet()) {
            if (range.getKey().contains(address)) {
                return Optional.of(range.getValue());
            }
        }
        return fromDatabase(address);
    }

    private Optional<String> fromDatabase(InetAddress address) {
        if (database == null) {
            return Optional.empty();
        }
        try {
            var found = database.get(address, Map.class);
            return found != null
                            && found.get("country") instanceof Map<?, ?> country
                            && country.get("iso_code") instanceof String code
                    ? Optional.of(code)
                    : Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("The country database cannot be read.", e);
        }
    }
}
