package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.catalogue.Representation;
import dev.operatorkit.wire.ErrorMessage;
import java.time.Instant;
import java.util.Map;

/**
 * Holds the response to a call.
 *
 * @param cacheable true if a conditional request may get 304, which excludes launches (D-13, D-45)
 */
record ApiResponse(int status, Representation content, Map<String, String> headers, boolean cacheable) {
    private static final byte[] NOTHING = {};

    /** Returns a cacheable resource (CAC-2). */
    static ApiResponse resource(Representation content) {
        return new ApiResponse(200, content, Map.of(), true);
    }

    /** Returns {@code {"data": …}} (GEN-6). */
    static ApiResponse data(Object payload, Instant lastModified) {
        return new ApiResponse(200, new Representation(Json.writeData(payload), lastModified), Map.of(), false);
    }

    /** Returns 200 without a body (CAM-7). */
    static ApiResponse nothing(Instant lastModified) {
        return new ApiResponse(200, new Representation(NOTHING, lastModified), Map.of(), false);
    }

    /** Returns {@code {"message": …}} (GEN-7). */
    static ApiResponse error(int status, String message, Map<String, String> headers, Instant lastModified) {
        var body = Json.write(new ErrorMessage(message));
        return new ApiResponse(status, new Representation(body, lastModified), headers, false);
    }

    /** Returns bytes unchanged, valid JSON or not. */
    static ApiResponse raw(int status, byte[] body, Instant lastModified) {
        return new ApiResponse(status, new Representation(body, lastModified), Map.of(), false);
    }

    /** Returns 304 with the validators of this response and no body. */
    ApiResponse notModified() {
        return new ApiResponse(304, content, headers, false);
    }
}
