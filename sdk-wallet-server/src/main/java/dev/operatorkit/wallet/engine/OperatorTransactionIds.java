package dev.operatorkit.wallet.engine;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Generates the operator's transaction ids (WAL-13): UUIDs of version 7, which start with the time and therefore stay
 * close together in an index.
 */
final class OperatorTransactionIds {
    /** Distinguishes this process, so that two nodes cannot generate the same ids. */
    private static final long NODE = new SecureRandom().nextLong();

    private OperatorTransactionIds() {}

    static String next(Instant now) {
        var random = ThreadLocalRandom.current();
        var high = (now.toEpochMilli() << 16) | 0x7000 | random.nextInt(1 << 12);
        var low = ((random.nextLong() ^ NODE) & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
