package dev.operatorkit.client;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** Holds the bytes that are signed and sent (SIG-5). */
final class JsonBody extends RequestBody {
    /** Has no charset, since the specification defines only this type (GEN-2). */
    static final MediaType JSON = MediaType.get("application/json");

    private final byte[] bytes;

    JsonBody(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return bytes.length;
    }

    /**
     * Returns true, so that OkHttp never resends the body itself, not even after a 503: only RetryPolicy decides about
     * retries.
     */
    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes);
    }
}
