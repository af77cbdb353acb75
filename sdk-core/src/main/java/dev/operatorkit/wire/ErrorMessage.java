package dev.operatorkit.wire;

/**
 * Holds the body of an error response (GEN-7).
 *
 * @param message the description of the error for its reader
 */
public record ErrorMessage(String message) {}
