package dev.operatorkit.client;

import okhttp3.Headers;

/**
 * Holds a complete response.
 *
 * @param call the call that it ends
 * @param status the HTTP status
 * @param headers the headers
 * @param body the body after decompression, never longer than the limit
 */
record ApiResponse(ApiCall call, int status, Headers headers, byte[] body) {
    boolean isNotModified() {
        return status == 304;
    }

    /** Returns true for a 2xx, but not for a part of a response, which the client never asks for (206). */
    boolean isSuccess() {
        return status >= 200 && status < 300 && status != 206;
    }
}
