package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.catalogue.Representation;
import dev.operatorkit.wire.ErrorMessage;
import java.time.Instant;
import java.util.Map;

/**
 * What a call is answered with.
 *
 * @param status the HTTP status
 * @param content the body, and what caches must know of it
 * @param headers what else is to be said
 * @param cacheable whether a conditional request may be answered 304: a resource that stays, unlike a launch (D-13, D-45)
 */
record ApiResponse(int status, Representation content, Map<String, String> headers, boolean cacheable) {
    private static final byte[] NOTHING = {};

    /** A resource that a cache may keep (CAC-2). */
    static ApiResponse resource(Representation content) {
        return new ApiResponse(200, content, Map.of(), true);
    }

    /** {@code {"data": …}} (GEN-6). */
    static ApiResponse data(Object payload, Instant lastModified) {
        return new ApiResponse(200, new Representation(Json.writeData(payload), lastModified), Map.of(), false);
    }

    /** 200 with no body (CAM-7). */
    static ApiResponse nothing(Instant lastModified) {
        return new ApiResponse(200, new Representation(NOTHING, lastModified), Map.of(), false);
    }

    /** {@code {"message": …}} (GEN-7). */
    static ApiResponse error(int status, String message, Map<String, String> headers, Instant lastModified) {
        var body = Json.write(new ErrorMessage(message));
        return new ApiResponse(status, new Representation(body, lastModified), headers, false);
    }

    /** Bytes as they are, true JSON or not. */
    static ApiResponse raw(int status, byte[] body, Instant lastModified) {
        return new ApiResponse(status, new Representation(body, lastModified), Map.of(), false);
    }

    /** 304 with the validators of this answer and no body. */
    ApiResponse notModified() {
        return new ApiResponse(304, content, headers, false);
    }
}
