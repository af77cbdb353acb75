package dev.operatorkit.http.guard;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.concurrency.limits.LimitAlgorithm;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reserves one of a server's concurrent requests for a connection, and releases it when the response begins. Helidon
 * keeps it until the response is written, so callers that do not read would use up all of them (fault matrix H8).
 */
final class RequestSlot implements Limit {
    private final Limit limit;
    private final AtomicReference<@Nullable Token> taken = new AtomicReference<>();

    RequestSlot(Limit limit) {
        this.limit = limit;
    }

    @Override
    public Outcome tryAcquireOutcome(boolean wait) {
        var outcome = limit.tryAcquireOutcome(wait);
        if (!(outcome instanceof Outcome.Accepted accepted)) {
            return outcome;
        }
        taken.set(accepted.token());
        return Outcome.immediateAcceptance(outcome.originName(), outcome.algorithmType(), new OneToken());
    }

    /** Releases the reservation, if it is still held. */
    void release() {
        var token = taken.getAndSet(null);
        if (token != null) {
            token.success();
        }
    }

    /** Records the end of the request, whichever way Helidon reports it. */
    private final class OneToken implements LimitAlgorithm.Token {
        @Override
        public void dropped() {
            release();
        }

        @Override
        public void ignore() {
            release();
        }

        @Override
        public void success() {
            release();
        }
    }

    @Override
    @SuppressWarnings("removal")
    public Optional<Token> tryAcquire() {
        return tryAcquire(true);
    }

    @Override
    @SuppressWarnings("removal")
    public Optional<Token> tryAcquire(boolean wait) {
        return tryAcquireOutcome(wait) instanceof Outcome.Accepted accepted
                ? Optional.of(accepted.token())
                : Optional.empty();
    }

    @Override
    public Limit copy() {
        return new RequestSlot(limit.copy());
    }

    @Override
    public String name() {
        return limit.name();
    }

    @Override
    public String type() {
        return limit.type();
    }
}
