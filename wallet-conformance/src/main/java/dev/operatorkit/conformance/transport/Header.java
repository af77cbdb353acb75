package dev.operatorkit.conformance.transport;

/** Holds one header line; a message may carry the same name twice. */
public record Header(String name, String value) {
    /** Returns true when the header has this name, in any case. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }
}
