package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
}
