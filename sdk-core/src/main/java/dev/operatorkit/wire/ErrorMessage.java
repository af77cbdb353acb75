package dev.operatorkit.wire;

/**
 * The body of every error (GEN-7).
 *
 * @param message concrete and readable
 */
public record ErrorMessage(String message) {}
