package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a misspelt word of a command is named, although no simulator runs that could know it. */
class MisspeltWordsTest {
    @ParameterizedTest
    @CsvSource({
        "trigger rond, 'ACTION must be one of player, round,', trigger",
        "faults on drop-respons, 'KIND must be one of ', faults on",
        "faults on delay --callback debits, '--callback must be one of player, debit,', faults on",
    })
    void the_word_and_those_that_exist_are_named(String line, String message, String command) {
        var err = new StringWriter();
        var code = Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute((line + " --simulator http://127.0.0.1:1").split(" "));

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains(message, command + " --help").doesNotContain("No simulator");
    }
}
