package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

/** Tests that repeated events are logged in few lines, which count all of them (fault matrix J12). */
class ThrottledLogTest {
    private static final Pattern LEFT_OUT = Pattern.compile("\\((\\d+) more since the last such line\\)$");
    private static final int THREADS = 4;
    private static final int EACH = 5000;

    private final Queue<SubstituteLoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final ThrottledLog log = new ThrottledLog(
            new EventRecordingLogger(new SubstituteLogger("test", events, false), events), "a connection was cut");

    private List<String> lines() {
        return events.stream()
                .map(event -> event.getLevel() + " "
                        + MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray()))
                .toList();
    }

    @Test
    void the_first_event_is_logged_immediately_with_its_detail() {
        log.warn("it was slow");
        assertThat(lines()).containsExactly("WARN a connection was cut: it was slow (0 more since the last such line)");
        assertThat(events.element().getMessage()).as("to group by").startsWith("a connection was cut: {}");
    }

    @Test
    void many_concurrent_events_are_logged_in_few_lines_that_count_all_of_them() throws InterruptedException {
        var began = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (var i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (var k = 0; k < EACH; k++) {
                    log.warn("it was slow");
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        var written = lines().size();
        assertThat(written).isBetween(1, (int) ((System.nanoTime() - began) / 1_000_000_000) + 1);
        var more = 0;
        while (lines().size() == written) {
            log.warn("one more");
            more++;
            Thread.onSpinWait();
        }
        await().until(() -> lines().size() > written);
        assertThat(counted()).isEqualTo((long) THREADS * EACH + more);
    }

    private long counted() {
        return lines().stream()
                .map(LEFT_OUT::matcher)
                .mapToLong(line -> line.find() ? 1 + Long.parseLong(line.group(1)) : 0)
                .sum();
    }
}
