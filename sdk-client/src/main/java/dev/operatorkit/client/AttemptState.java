package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/**
 * Records what the signing interceptor learns about one attempt: whether the request was sent, and the Retry-After
 * header and the status that are hidden from OkHttp.
 */
final class AttemptState {
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
