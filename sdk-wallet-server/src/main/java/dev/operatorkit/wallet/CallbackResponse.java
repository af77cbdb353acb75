package dev.operatorkit.wallet;

import java.util.Map;

/**
 * What the adapter sends back, as it is.
 *
 * @param status the HTTP status
 * @param headers every header to send; {@code Content-Type} is always among them
 * @param body JSON in UTF-8, never empty
 */
public record CallbackResponse(int status, Map<String, String> headers, byte[] body) {}
