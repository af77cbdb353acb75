package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

/** Tests that repeated events are logged in few lines, which count all of them (fault matrix J12). */
class ThrottledLogTest {
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
    void the_first_event_is_logged_immediately_and_others_soon_after_it_are_counted() {
        log.warn("it was slow");
        assertThat(lines()).containsExactly("WARN a connection was cut: it was slow (0 more since the last such line)");
        assertThat(events.element().getMessage()).as("to group by").startsWith("a connection was cut: {}");
        var more = 0;
        while (lines().size() == 1) {
            log.warn("it was slow");
            more++;
        }
        assertThat(lines().get(1)).endsWith(" (" + (more - 1) + " more since the last such line)");
    }
}
