package dev.operatorkit.conformance.wire;

/** Holds one header line; a request may carry the same name twice. */
public record Header(String name, String value) {
    boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }
}
