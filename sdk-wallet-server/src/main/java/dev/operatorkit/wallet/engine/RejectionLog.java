package dev.operatorkit.wallet.engine;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.signing.Verification.Rejected;
import java.net.InetAddress;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Logs why callbacks were rejected, seldom: a diagnosis costs far more than a rejection.
 */
public final class RejectionLog {
    private static final int MAX_DIAGNOSED_BYTES = 4096;

    private final SecretSource keys;
    private final Clock clock;
    private final ThrottledLog log;
    private final AtomicBoolean untrusted = new AtomicBoolean();

    /** Creates a log for callbacks signed with these keys. */
    public RejectionLog(SecretSource keys, Clock clock) {
        this(keys, clock, System::nanoTime);
    }

    RejectionLog(SecretSource keys, Clock clock, LongSupplier nanoTime) {
        this.keys = keys;
        this.clock = clock;
        this.log = new ThrottledLog(LoggerFactory.getLogger(RejectionLog.class), nanoTime);
    }

    /** Logs a source address that is not allowed. */
    public void source(InetAddress peer) {
        log(() -> "source address " + peer.getHostAddress()
                + " is not in the allowlist. If it is your proxy, make it a trusted proxy and leave it off the list");
    }

    /** Logs once that an allowed address forwards, which may let through what it must not. */
    public void untrustedProxy(InetAddress peer) {
        if (untrusted.compareAndSet(false, true)) {
            log.warn(
                    "Accepted a callback",
                    () -> peer.getHostAddress() + " is in the allowlist and sent X-Forwarded-For. If it is your proxy,"
                            + " every caller behind it is accepted: make it a trusted proxy and leave it off the list");
        }
    }

    /** Logs a rejection with its likely cause; a longer body than any callback has is not searched for it. */
    public void signature(ReceivedRequest received, Rejected rejected) {
        log(() -> {
            var size = received.body().length + length(received.rawQuery());
            if (size > MAX_DIAGNOSED_BYTES) {
                return rejected.detail() + ". Its " + size + " bytes are too many to look for the cause";
            }
            var diagnosis = Diagnosis.of(keys.keys(), clock, received);
            return diagnosis.finding() + ". Expected signed string: " + diagnosis.signedString();
        });
    }

    /** Logs a rejection by headers only; a diagnosis would need the body. */
    public void head(Rejected rejected) {
        log(() -> rejected.detail() + ". The body was not read");
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private void log(Supplier<String> why) {
        log.warn("Rejected a callback", why);
    }
}
