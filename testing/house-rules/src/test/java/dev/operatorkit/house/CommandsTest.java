package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.programs.ShellCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Checks that the programs support every command on a page and in a script, with the options shown. They are read in the script for
 * completion, which one start of a program prints for all its commands.
 */
@Order(1)
class CommandsTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sh)?\\n(.*?)^```");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ *(bin/(?:simulator|wallet)[^\\n#|>&]*)");
    private static final Pattern INLINE = Pattern.compile("`(bin/(?:simulator|wallet)[^`]*)`");

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");

    /** Matches the call of a program in a script. */
    private static final Pattern SCRIPTED =
            Pattern.compile("(?:\\$here/|\\bbin/)(wallet|simulator)\"?( [^\\n#|>&;`]*)");

    /** Holds what was read, for all tests. */
    private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

    private static final Map<String, String> COMPLETION = new ConcurrentHashMap<>();

    @Test
    void every_command_on_a_page_is_supported_with_its_options() {
        assertThat(Tree.files(file -> Tree.name(file).endsWith(".md")).stream()
                        .flatMap(page -> wrong(Tree.relative(page), Tree.read(page))))
                .isEmpty();
        assertThat(KNOWN).as("commands that were found").hasSizeGreaterThan(4);
    }

    @Test
    void every_option_of_a_command_is_on_a_page() {
        var pages = Tree.files(file -> Tree.relative(file).matches("docs/[^/]*\\.md")).stream()
                .map(Tree::read)
                .collect(Collectors.joining());
        var options = Stream.of("bin/simulator", "bin/wallet")
                .flatMap(program -> OPTION.matcher(script(program)).results().map(MatchResult::group))
                .collect(Collectors.toSet());

        assertThat(options)
                .hasSizeGreaterThan(50)
                .allSatisfy(
                        option -> assertThat(names(pages, option)).as(option).isTrue());
        assertThat(names(pages, "--admin")).as("a part of a name").isFalse();
    }

    @Test
    void every_command_in_a_script_is_supported_with_its_options() {
        var scripts = Tree.files(file -> Tree.relative(file).matches("(bin|testing/benchmarks)/[^/]*"));
        assertThat(scripts.stream().flatMap(script -> wrongInScript(Tree.relative(script), Tree.read(script))))
                .isEmpty();
        assertThat(KNOWN).as("commands that were found").containsKeys("bin/wallet audit", "bin/wallet");
    }

    @Test
    void an_unknown_command_in_a_script_is_detected() {
        assertThat(wrongInScript("x", "exec \"$here/wallet\" serve --port \"$(port 1)\" \\\n  --prot 2\n"))
                .containsExactly("x: bin/wallet serve is not a command");
        assertThat(wrongInScript("x", "exec \"$here/wallet\" --port \"$(port 1)\" \\\n  --prot 2\n"))
                .containsExactly("x: bin/wallet has no --prot");
    }

    private static Stream<String> wrongInScript(String script, String text) {
        return SCRIPTED.matcher(text.replace("\\\n", " "))
                .results()
                .flatMap(call -> wrongIn("bin/" + call.group(1) + call.group(2)))
                .map(wrong -> script + ": " + wrong);
    }

    @Test
    void an_unknown_command_is_detected() {
        assertThat(wrong(
                        "x.md",
                        "```sh\nbin/simulator conformance --wallet URL --wallets URL\nbin/simulator fly\n```\n"))
                .containsExactly(
                        "x.md: bin/simulator conformance has no --wallets", "x.md: bin/simulator fly is not a command");
    }

    private static Stream<String> wrong(String page, String text) {
        var lines = Stream.concat(
                BLOCK.matcher(text.replace("\\\n", " "))
                        .results()
                        .flatMap(block ->
                                COMMAND.matcher(block.group(1)).results().map(line -> line.group(1))),
                INLINE.matcher(text.replaceAll("\\s*\n\\s*", " ")).results().map(line -> line.group(1)));
        return lines.flatMap(CommandsTest::wrongIn).map(wrong -> page + ": " + wrong);
    }

    private static Stream<String> wrongIn(String line) {
        var words = Arrays.asList(line.strip().split("\\s+", -1));
        var command = new ArrayList<>(words.subList(0, 1));
        words.stream().skip(1).takeWhile(word -> word.matches("[a-z][a-z-]*")).forEach(command::add);
        var name = String.join(" ", command);
        var known = KNOWN.computeIfAbsent(name, any -> completion(command));
        if (known.isEmpty()) {
            return Stream.of(name + " is not a command");
        }
        return words.stream()
                .filter(word -> word.matches("--[a-z-]+"))
                .filter(option -> !names(known, option))
                .map(option -> name + " has no " + option);
    }

    private static boolean names(String text, String option) {
        return Pattern.compile(Pattern.quote(option) + "(?![a-z-])")
                .matcher(text)
                .find();
    }

    /** Returns the part of the script for completion that is about a command, empty when there is none. */
    private static String completion(List<String> command) {
        var script = script(command.getFirst());
        for (var words = command.size(); words >= Math.min(2, command.size()); words--) {
            var function = String.join("_", command.subList(0, words))
                    .replace("bin/", "_picocli_")
                    .replace("-", "");
            var found = Pattern.compile("(?ms)^function " + function + "\\(\\) .*?^}")
                    .matcher(script);
            if (found.find()) {
                return found.group();
            }
        }
        return "";
    }

    private static String script(String program) {
        return COMPLETION.computeIfAbsent(program, any -> {
            var run = run(List.of(program, "completion"));
            assertThat(run.exit()).as(run.output()).isZero();
            return run.output();
        });
    }

    private static ShellCommand run(List<String> line) {
        try {
            return ShellCommand.run(Tree.ROOT, Map.of(), line.toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
