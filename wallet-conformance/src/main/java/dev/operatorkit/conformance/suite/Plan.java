package dev.operatorkit.conformance.suite;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Names a fixed set of cases. A verdict is about a plan: it says nothing about cases outside it.
 *
 * @param name the name on the command line and in reports
 * @param version raised with every change of the cases
 * @param cases the cases, in the order in which they are listed and run
 */
public record Plan(String name, String version, List<Case> cases) {
    /** The version of the provider's interface description that the cases check. */
    public static final String SPECIFICATION = "1.0.0";

    /** Copies the list. */
    public Plan {
        cases = List.copyOf(cases);
    }

    /** Returns the SHA-256 of the ids, rules and titles: two plans with one hash promise the same. */
    public String hash() {
        var lines = new StringBuilder();
        for (var each : cases) {
            lines.append(each.id()).append('\t').append(String.join(" ", each.rules()));
            lines.append('\t').append(each.title()).append('\n');
        }
        return sha256(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the SHA-256 of these bytes in hex. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
