package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/** What the signer saw of one attempt: whether the request reached the wire, and what must be kept from OkHttp. */
final class AttemptState {
    private volatile long signedAtMillis;
    private volatile boolean left;
    private volatile @Nullable String retryAfter;

    void markSent(long signedAtMillis) {
        this.signedAtMillis = signedAtMillis;
        this.left = true;
    }

    boolean isSent() {
        return left;
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
