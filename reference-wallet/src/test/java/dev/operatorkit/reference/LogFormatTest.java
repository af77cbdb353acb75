package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests that a text that a caller chose is data in the log too (fault matrix J12). */
class LogFormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void j12_a_text_of_a_caller_neither_starts_a_log_line_nor_commands_a_terminal(String format) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var event = new LoggingEvent("", context.getLogger("callbacks"), Level.WARN, "from {}", null, new Object[] {
            "a\r\nb\u0085c\u2028d\u001b[2Je\u009b2Jf\u202eg\u2066h\u0000\u007fi 12,50 € ä 🎰 ${jndi:x}"
        });
        var line = new String(Startup.encoder(context, format).encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("\n");
        assertThat(line.stripTrailing()).doesNotContainPattern("[\\p{Cntrl}]");
        if (format.equals("text")) {
            assertThat(line).contains("from a b c d [2Je 2Jf g h i 12,50 € ä 🎰 ${jndi:x}");
        }
    }
}
