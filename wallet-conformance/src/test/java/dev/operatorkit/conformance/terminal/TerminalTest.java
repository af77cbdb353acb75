package dev.operatorkit.conformance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.terminal.StyledLine.Style;
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
    void colours_follow_the_terminal_and_the_environment(boolean connected, String name, String value, String ansi) {
        assertThat(new Terminal(connected, Map.of(name, value)).ansi()).hasToString(ansi);
    }

    @Test
    void a_dumb_terminal_is_a_terminal_whose_lines_cannot_be_drawn_again() {
        var terminal = new Terminal(true, Map.of("TERM", "dumb", "COLUMNS", "80"));
        assertThat(terminal.isConnected()).isTrue();
        assertThat(terminal.canRedraw()).isFalse();
        assertThat(terminal.width()).isEqualTo(80);
    }

    @Test
    void a_file_has_no_width() {
        assertThat(new Terminal(false, Map.of("COLUMNS", "80")).width()).isEqualTo(Terminal.UNKNOWN_WIDTH);
    }

    @Test
    void a_line_is_cut_at_the_width_and_closes_its_colours() {
        var line = new StyledLine(true, 12)
                .add("abc ")
                .add(Style.BAD, "0123456789")
                .add("more");
        assertThat(line).hasToString("abc \u001b[31m01234...\u001b[0m");
        assertThat(new StyledLine(true, 14).add("abc ").add(Style.BAD, "0123456789"))
                .hasToString("abc \u001b[31m0123456789\u001b[0m");
    }

    @Test
    void a_text_cannot_act_on_the_terminal() {
        assertThat(new StyledLine(false, 80).add("a\u001b]52;c\u0007\r\nready \u202eb\u009b2J"))
                .hasToString("a\\u001B]52;c\\u0007  ready \\u202Eb\\u009B2J");
    }
}
