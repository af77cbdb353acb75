package dev.operatorkit.reference.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Drops what simulated threads log, since thousands of planned faults a second would be logged otherwise. */
final class SimulatedLogs extends TurboFilter implements AutoCloseable {
    private static final ThreadLocal<Boolean> SIMULATED = ThreadLocal.withInitial(() -> false);

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();

    private SimulatedLogs() {}

    /** Marks the current thread as simulated. */
    static void markThread() {
        SIMULATED.set(true);
    }

    /** Drops the logs of simulated threads until it is closed. */
    static SimulatedLogs drop() {
        var filter = new SimulatedLogs();
        filter.context.addTurboFilter(filter);
        return filter;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] values,
            @Nullable Throwable failure) {
        return SIMULATED.get() ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    @Override
    public void close() {
        context.getTurboFilterList().remove(this);
    }
}
