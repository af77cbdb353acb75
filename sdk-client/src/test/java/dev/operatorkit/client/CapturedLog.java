package dev.operatorkit.client;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Keeps what a logger writes at any level, instead of printing it. */
final class CapturedLog implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    CapturedLog(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        lines.start();
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    List<ILoggingEvent> lines() {
        return lines.list;
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
