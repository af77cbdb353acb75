package dev.operatorkit.client;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** The bytes that are signed and sent (SIG-5). */
final class JsonBody extends RequestBody {
    /** No charset: the specification knows this type alone (GEN-2). */
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

    /** OkHttp sends a body of one shot never again by itself, not even on a 503 that allows it: trying again is our decision. */
    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes);
    }
}
