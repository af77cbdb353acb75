package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import dev.operatorkit.http.guard.GuardedServer;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests that a text that a caller chose is data in the log too (fault matrix J12). */
class SimulatorLogTest {
    @Test
    void j12_a_text_of_a_caller_neither_starts_a_log_line_nor_commands_a_terminal() throws Exception {
        var context = new LoggerContext();
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(SimulatorLogTest.class.getResource("/logback.xml"));
        var console = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("console");
        var event = new LoggingEvent(
                "", context.getLogger("api"), Level.WARN, "from a\r\nb\u2028c\u001b[2Jd\u202ee 12,50 € 🎰", null, null);
        var line = new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("WARN  api from a b c [2Jd e 12,50 € 🎰" + System.lineSeparator());
        context.stop();
    }

    /** The client suite starts one for each scenario: its lines would stand between the results. */
    @Test
    void a_server_that_only_this_program_calls_starts_without_a_line_in_the_log() {
        var log = (Logger) LoggerFactory.getLogger(GuardedServer.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        var operator = Operator.of("demo", SecretKeys.of("a secret of sixteen bytes"), null);
        try (var simulator = Simulator.start(SimulatorSettings.local(operator))) {
            var port = "port " + simulator.address().getPort() + ":";
            assertThat(lines.list).noneMatch(line -> line.getFormattedMessage().startsWith(port));
        } finally {
            log.detachAppender(lines);
        }
    }
}
