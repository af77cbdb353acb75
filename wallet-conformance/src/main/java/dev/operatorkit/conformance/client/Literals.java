package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the texts that calls hold: addresses, currencies, and times in UTC (LAU-2, GEN-3, GEN-5). */
final class Literals {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");
    /** Crypto codes have 2 to 10 capital letters and digits (D-58); a number is a code of neither kind. */
    private static final Pattern CODE = Pattern.compile("(?=.*[A-Z])[A-Z0-9]{2,10}");

    private static final Pattern UTC =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]00:?00)");
    /** Matches the basic form, which ISO-8601 has as well. */
    private static final Pattern BASIC =
            Pattern.compile("(\\d{4})(\\d{2})(\\d{2})T(\\d{2})(\\d{2})(?:(\\d{2})((?:[.,]\\d{1,9})?))?(Z|[+-]0000)");

    private Literals() {}

    /** Returns the address of a literal, and never looks up a name. */
    static Optional<InetAddress> address(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Returns true when two literals are one address. */
    static boolean isSameAddress(String one, String other) {
        var address = address(one);
        return address.isPresent() && address.equals(address(other));
    }

    static boolean isCurrency(String text) {
        return CODE.matcher(text).matches();
    }

    /** Returns the moment, when it is written in UTC. */
    static Optional<Instant> time(JsonNode value) {
        var basic = BASIC.matcher(value.asText());
        var text = !basic.matches()
                ? value.asText()
                : basic.replaceFirst(basic.group(6) == null ? "$1-$2-$3T$4:$5:00$8" : "$1-$2-$3T$4:$5:$6$7$8");
        if (!value.isTextual() || !UTC.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            var java = text.replace(',', '.').replaceFirst("[+-]00:?00$", "Z");
            return Optional.of(OffsetDateTime.parse(java).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
