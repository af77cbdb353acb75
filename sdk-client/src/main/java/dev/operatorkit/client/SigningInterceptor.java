package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.JsonBody;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import java.io.IOException;
import java.net.Proxy;
import java.time.Clock;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Signs each attempt. The last interceptor before the network sees the path, the query and the body in their final
 * form, and sees every attempt, so that each has its own timestamp (SIG-4).
 */
final class SigningInterceptor implements Interceptor {
    private static final byte[] NOTHING = {};
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;
    private static final int ANY_REFUSAL = 400;

    private final String operator;
    private final Signer signer;
    private final Clock clock;

    SigningInterceptor(String operator, SecretSource keys, Clock clock) {
        this.operator = operator;
        this.signer = new Signer(keys);
        this.clock = clock;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var state = chain.request().tag(AttemptState.class);
        var now = clock.millis();
        var signed = sign(chain.request(), Long.toString(now));
        if (state == null) {
            return chain.proceed(signed);
        }
        state.markSent(now);
        var response = chain.proceed(signed);
        var connection = chain.connection();
        var usesProxy = connection != null && connection.route().proxy().type() == Proxy.Type.HTTP;
        return withoutRetryAfter(usesProxy ? response : withoutProxyStatus(response, state), state);
    }

    /** Hides a 407 that no proxy sent: OkHttp would report it as a failure of the connection. */
    private static Response withoutProxyStatus(Response response, AttemptState state) {
        if (response.code() != PROXY_AUTHENTICATION_REQUIRED) {
            return response;
        }
        state.hideStatus(response.code());
        return response.newBuilder().code(ANY_REFUSAL).build();
    }

    private Request sign(Request request, String timestamp) throws IOException {
        var url = request.url();
        var body = bytes(request.body());
        String signature;
        try {
            signature = signer.sign(url.encodedPath(), timestamp, SignedData.of(url.encodedQuery(), body));
        } catch (RuntimeException e) { // of a SecretSource; nothing was sent
            throw new IOException("The request could not be signed: " + e.getMessage(), e);
        }
        var signed = request.newBuilder()
                .header("X-Operator", operator)
                .header(Signer.TIMESTAMP_HEADER, timestamp)
                .header(Signer.SIGNATURE_HEADER, signature);
        if (request.body() != null && !(request.body() instanceof JsonBody)) {
            // The operator's interceptor may have changed the body: send exactly the bytes that were signed.
            signed.method(
                    request.method(), RequestBody.create(body, request.body().contentType()));
        }
        return signed.build();
    }

    private static byte[] bytes(@Nullable RequestBody body) throws IOException {
        if (body == null) {
            return NOTHING;
        }
        if (body instanceof JsonBody json) {
            return json.bytes();
        }
        var buffer = new Buffer();
        body.writeTo(buffer);
        return buffer.readByteArray();
    }

    /**
     * Hides Retry-After: OkHttp would resend immediately on a 503 with {@code Retry-After: 0}, and fails on a number of
     * more than 31 bits.
     */
    private static Response withoutRetryAfter(Response response, AttemptState state) {
        var retryAfter = response.header("Retry-After");
        state.retryAfter(retryAfter);
        return retryAfter == null
                ? response
                : response.newBuilder().removeHeader("Retry-After").build();
    }

    /**
     * Records what the signing interceptor learns about one attempt: whether the request was sent, and the Retry-After
     * header and the status that are hidden from OkHttp.
     */
    static final class AttemptState {
        private volatile long signedAtMillis;
        private volatile boolean sent;
        private volatile @Nullable String retryAfter;
        private volatile int hiddenStatus;

        void markSent(long signedAtMillis) {
            this.signedAtMillis = signedAtMillis;
            this.sent = true;
        }

        boolean isSent() {
            return sent;
        }

        long signedAtMillis() {
            return signedAtMillis;
        }

        void hideStatus(int status) {
            this.hiddenStatus = status;
        }

        /** Returns the status that the provider sent, if OkHttp was given another one. */
        int status(int reported) {
            return hiddenStatus == 0 ? reported : hiddenStatus;
        }

        void retryAfter(@Nullable String header) {
            this.retryAfter = header;
        }

        @Nullable
        String retryAfter() {
            return retryAfter;
        }
    }
}
