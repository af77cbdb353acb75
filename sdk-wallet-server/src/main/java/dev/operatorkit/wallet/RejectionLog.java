package dev.operatorkit.wallet;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Rejected;
import java.net.InetAddress;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs why callbacks were rejected, at most once a second, because a diagnosis costs far more than a rejection. */
final class RejectionLog {
    private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final SecretKeys keys;
    private final Clock clock;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong suppressed = new AtomicLong();

    RejectionLog(SecretKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    void source(InetAddress peer) {
        log(() -> "source address " + peer.getHostAddress() + " is not in the allowlist");
    }

    void signature(ReceivedRequest received) {
        log(() -> {
            var diagnosis = Diagnosis.of(keys, clock, received);
            return diagnosis.finding() + ". Expected signed string: " + diagnosis.signedString();
        });
    }

    /** Logs a rejection by headers only; a diagnosis would need the body. */
    void head(Rejected rejected) {
        log(() -> rejected.detail() + ". The body was not read");
    }

    private void log(Supplier<String> why) {
        var now = System.nanoTime();
        var due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + INTERVAL)) {
            suppressed.incrementAndGet();
            return;
        }
        LOG.warn("Rejected a callback ({} more since the last such line): {}", suppressed.getAndSet(0), why.get());
    }
}
