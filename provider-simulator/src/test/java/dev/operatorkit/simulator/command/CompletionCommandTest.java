package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the completion in bash: it offers commands, options and values, and starts no program. */
class CompletionCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeScript() throws IOException {
        var out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out, true)).execute("completion", "bash"))
                .isZero();
        Files.writeString(folder.resolve("completion"), out.toString());
        Files.writeString(folder.resolve("operator.secret"), "a-secret-for-tests");
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "'simulator '                        , serve",
                "'bin/simulator cl'                  , clock",
                "'simulator serve --adm'             , --admin-token-file",
                "'simulator faults on dr'            , drop-response",
                "'simulator faults on delay --callback de', debit",
                "'simulator trigger fr'              , free-round",
                "'simulator conformance --plan qu'   , quick",
                "'simulator serve --secret-file op'  , operator.secret"
            })
    void bash_completes(String line, String completed) throws Exception {
        // As bash does for a line: it looks the function up by the command's name, and calls it with the words.
        var script = """
            set -u
            source ./completion
            COMP_LINE='%1$s' COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
            read -ra COMP_WORDS <<<"$COMP_LINE"
            case $COMP_LINE in *' ') COMP_WORDS+=('') ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMPREPLY=()
            $(complete -p simulator | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            printf '%%s\\n' "${COMPREPLY[@]}"
            """.formatted(line);
        var bash = new ProcessBuilder("bash", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(offered.lines().map(String::strip)).contains(completed);
        assertThat(bash.waitFor()).isZero();
    }
}
