package dev.operatorkit.conformance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.report.VisibleText;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
    @ParameterizedTest
    @CsvSource(
            value = {
                "true,  TERM, xterm, ON",
                "true,  NO_COLOR, '', ON",
                "true,  NO_COLOR, 1, OFF",
                "true,  CLICOLOR, 0, OFF",
                "true,  TERM, dumb, OFF",
                "false, TERM, xterm, OFF",
                "false, CLICOLOR_FORCE, 1, ON",
                "false, CLICOLOR_FORCE, 0, OFF"
            })
    void colours_follow_the_terminal_and_the_environment(boolean isTerminal, String name, String value, String ansi) {
        assertThat(Terminal.ansi(isTerminal, Map.of(name, value))).hasToString(ansi);
    }

    @Test
    void a_text_cannot_act_on_the_terminal() {
        assertThat(VisibleText.line("a\u001b]52;c\u0007\r\nready \u202eb\u009b2J"))
                .isEqualTo("a\\u001B]52;c\\u0007  ready \\u202Eb\\u009B2J");
    }
}
