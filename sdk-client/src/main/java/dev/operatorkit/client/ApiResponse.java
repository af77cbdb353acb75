package dev.operatorkit.client;

import okhttp3.Headers;

/**
 * What came back, read whole.
 *
 * @param status the HTTP status
 * @param headers the headers
 * @param body after decompression, never more than the cap
 */
record ApiResponse(int status, Headers headers, byte[] body) {
    boolean isNotModified() {
        return status == 304;
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
