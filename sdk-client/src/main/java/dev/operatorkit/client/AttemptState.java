package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/**
 * Records what the signing interceptor learns about one attempt: whether the request was sent, and the Retry-After
 * header that is hidden from OkHttp.
 */
final class AttemptState {
    private volatile long signedAtMillis;
    private volatile boolean sent;
    private volatile @Nullable String retryAfter;

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

    void retryAfter(@Nullable String header) {
        this.retryAfter = header;
    }

    @Nullable
    String retryAfter() {
        return retryAfter;
    }
}
