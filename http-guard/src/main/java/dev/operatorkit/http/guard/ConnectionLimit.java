package dev.operatorkit.http.guard;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Computes how many connections may be open concurrently: as many as fit into a quarter of the heap before a request is sent
 * on them. With more, the process would run out of memory, or of file descriptors, which Helidon mistakes for the end
 * of its socket.
 */
final class ConnectionLimit {
    private static final int SHARE_OF_HEAP = 4;
    private static final int SHARE_OF_FILES = 2;
    private static final long BYTES = 32 * 1024; // seen: benchmarks/README.md
    private static final long BYTES_OVER_TLS = 128 * 1024;
    private static final long MOST = 8192;

    private ConnectionLimit() {}

    static int ofThisProcess(boolean overTls) {
        return of(Runtime.getRuntime().maxMemory(), files(), overTls);
    }

    static int of(long heap, long files, boolean overTls) {
        var held = heap / SHARE_OF_HEAP / (overTls ? BYTES_OVER_TLS : BYTES);
        return (int) Math.max(1, Math.min(MOST, Math.min(held, files / SHARE_OF_FILES)));
    }

    private static long files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
