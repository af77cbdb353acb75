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

/** Says in the log why callbacks were rejected, once a second at most: a diagnosis costs far more than a rejection. */
final class RejectionLog {
    private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final SecretKeys keys;
    private final Clock clock;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong untold = new AtomicLong();

    RejectionLog(SecretKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    void source(InetAddress peer) {
        log(() -> "the source address " + peer.getHostAddress() + " is not allowed");
    }

    void signature(ReceivedRequest received) {
        log(() -> {
            var diagnosis = Diagnosis.of(keys, clock, received);
            return diagnosis.finding() + "; signed must be " + diagnosis.signedString();
        });
    }

    /** Without a diagnosis, which needs the body. */
    void head(Rejected rejected) {
        log(() -> rejected.detail() + "; its body was not read");
    }

    private void log(Supplier<String> why) {
        var now = System.nanoTime();
        var due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PAUSE)) {
            untold.incrementAndGet();
            return;
        }
        LOG.warn("a callback was rejected ({} more since the last such line): {}", untold.getAndSet(0), why.get());
    }
}
