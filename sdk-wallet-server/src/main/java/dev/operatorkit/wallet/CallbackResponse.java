package dev.operatorkit.wallet;

/**
 * What the adapter sends back, as it is.
 *
 * @param status the HTTP status
 * @param body JSON in UTF-8, never empty
 */
public record CallbackResponse(int status, byte[] body) {}
