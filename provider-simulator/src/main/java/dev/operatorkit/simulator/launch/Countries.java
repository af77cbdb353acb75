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
 * The country of an address (LAU-3): from a database in the MMDB format when one is given, and for the ranges that are
 * reserved for documentation always, so that a restriction can be shown with no database at all (D-11).
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

    /** The documentation ranges alone. */
    public static Countries ofDocumentation() {
        return new Countries(null);
    }

    /** The documentation ranges, and what that MMDB file knows; IllegalArgumentException when it cannot be read. */
    public static Countries readFrom(@Nullable Path file) {
        if (file == null) {
            return ofDocumentation();
        }
        try {
            return new Countries(new Reader(file.toFile()));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the country database " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** ISO 3166 code of the country; empty when nobody knows, and then nothing is restricted. */
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
            throw new IllegalStateException("the country database cannot be read", e);
        }
    }
}
