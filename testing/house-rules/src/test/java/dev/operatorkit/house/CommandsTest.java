package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the programs support every command on a page and in a script, with the options shown, and that what a page says about them
 * is so: defaults, ports, exit codes, statuses.
 */
class CommandsTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sh)?\\n(.*?)^```");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ *(bin/(?:simulator|wallet)[^\\n#|>&]*)");
    private static final Pattern INLINE = Pattern.compile("`(bin/(?:simulator|wallet)[^`]*)`");

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");

    /** Matches the call of a program in a script. */
    private static final Pattern SCRIPTED =
            Pattern.compile("(?:\\$here/|\\bbin/)(wallet|simulator)\"?( [^\\n#|>&;`]*)");

    /** Matches a row of a table about options. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `--.*\\|$");

    /** Matches a value in the code font, or a number, that is said to be a default. */
    private static final Pattern BY_DEFAULT =
            Pattern.compile("(?:`([^`]+)`|\\b(\\d[\\d.]*))[^`|.;]{0,12} by default|by default `([^`]+)`");

    private static final Pattern PORT = Pattern.compile("(?:127\\.0\\.0\\.1|localhost):(\\d+)");
    private static final int FREE_PORTS = 32_768;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern EXIT_CODES = Pattern.compile("(?m)^\\| Exit code.*\\n\\|[-|]+\\n((?:\\|.*\\n)++)");
    private static final Pattern EXIT_CODE = Pattern.compile("[Ee]xits? (?:code(?: is)?|with(?: code)?) (\\d+)");

    /** Holds the names of the commands that were found. */
    private final Set<String> seen = new HashSet<>();

    @Test
    void every_command_on_a_page_is_supported_with_its_options() {
        assertThat(Tree.files(file -> Tree.name(file).endsWith(".md")).stream()
                        .flatMap(page -> wrong(Tree.relative(page), Tree.read(page))))
                .isEmpty();
        assertThat(seen).as("commands that were found").hasSizeGreaterThan(4);
    }

    @Test
    void every_option_of_a_command_is_on_a_page() {
        var pages = pages().map(Tree::read).collect(Collectors.joining());
        var options = Programs.all().stream()
                .flatMap(command -> command.optionsMap().keySet().stream())
                .filter(name -> OPTION.matcher(name).matches())
                .collect(Collectors.toSet());

        assertThat(options)
                .hasSizeGreaterThan(50)
                .allSatisfy(
                        option -> assertThat(names(pages, option)).as(option).isTrue());
        assertThat(names(pages, "--admin")).as("a part of a name").isFalse();
    }

    @Test
    void every_option_on_a_page_is_one_of_a_program_or_script() {
        var scripts = Tree.files(file -> Tree.relative(file).matches("(bin|testing/benchmarks)/[^/]*")).stream();
        var options = found(scripts.map(Tree::read).collect(Collectors.joining()), "(--[a-z][a-z-]+)");
        Programs.all().forEach(command -> options.addAll(command.optionsMap().keySet()));
        assertThat(pages())
                .allSatisfy(page -> assertThat(options)
                        .as(Tree.relative(page))
                        .containsAll(found(BLOCK.matcher(Tree.read(page)).replaceAll(""), "`(--[a-z][a-z-]+)[ `]")));
    }

    @Test
    void every_command_in_a_script_is_supported_with_its_options() {
        var scripts = Tree.files(file -> Tree.relative(file).matches("(bin|testing/benchmarks)/[^/]*"));
        assertThat(scripts.stream().flatMap(script -> wrongInScript(Tree.relative(script), Tree.read(script))))
                .isEmpty();
        assertThat(seen).as("commands that were found").contains("wallet audit", "wallet");
    }

    @Test
    void an_unknown_command_in_a_script_is_detected() {
        assertThat(wrongInScript("x", "exec \"$here/wallet\" serve --port \"$(port 1)\" \\\n  --prot 2\n"))
                .containsExactly("x: bin/wallet serve is not a command");
        assertThat(wrongInScript("x", "exec \"$here/wallet\" --port \"$(port 1)\" \\\n  --prot 2\n"))
                .containsExactly("x: bin/wallet has no --prot");
    }

    private Stream<String> wrongInScript(String script, String text) {
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

    private Stream<String> wrong(String page, String text) {
        var lines = Stream.concat(
                BLOCK.matcher(text.replace("\\\n", " "))
                        .results()
                        .flatMap(block ->
                                COMMAND.matcher(block.group(1)).results().map(line -> line.group(1))),
                INLINE.matcher(text.replaceAll("\\s*\n\\s*", " ")).results().map(line -> line.group(1)));
        return lines.flatMap(this::wrongIn).map(wrong -> page + ": " + wrong);
    }

    private Stream<String> wrongIn(String line) {
        var command = Programs.find(line.strip());
        if (command == null) {
            return Stream.of(line.strip().replaceAll("(?: +[^a-z ].*)$", "") + " is not a command");
        }
        seen.add(command.qualifiedName());
        return Stream.of(line.split("\\s+", -1))
                .filter(word -> OPTION.matcher(word).matches())
                .filter(option -> !command.optionsMap().containsKey(option))
                .map(option -> "bin/" + command.qualifiedName() + " has no " + option);
    }

    private static boolean names(String text, String option) {
        return Pattern.compile(Pattern.quote(option) + "(?![a-z-])")
                .matcher(text)
                .find();
    }

    private static Stream<Path> pages() {
        return Tree.files(file -> Tree.relative(file).matches("(docs/|deploy/)?(?!CHANGELOG)[^/]*\\.md")).stream();
    }

    @Test
    void defaults_on_pages_are_those_of_the_options() {
        var checked = new ArrayList<String>();
        assertThat(pages().flatMap(page -> wrongDefaults(Tree.relative(page), Tree.read(page), checked)))
                .isEmpty();
        assertThat(checked).hasSizeGreaterThan(12);
        assertThat(wrongDefaults("x.md", "`bin/simulator play`\n\n| `--stake AMOUNT` | 2.00 by default |\n", checked))
                .containsExactly("x.md: --stake is 2.00 by default");
    }

    /** Checks rows with a column of defaults, and rows and sentences that name an option and then a default. */
    private static Stream<String> wrongDefaults(String page, String text, List<String> checked) {
        var wrong = new ArrayList<String>();
        for (var row : ROW.matcher(text).results().toList()) {
            var cells = List.of(row.group().split(" *\\| *", -1));
            var options = OPTION.matcher(cells.get(1))
                    .results()
                    .map(MatchResult::group)
                    .toList();
            var table = text.substring(0, row.start()).replaceFirst("(?s).*\n\n", "");
            if (table.startsWith("| Option | Meaning | Default |")) {
                var stated = cells.get(3).isEmpty()
                        ? List.<String>of()
                        : List.of(cells.get(3).split(", ", -1));
                for (var i = 0; i < stated.size(); i++) {
                    check(
                            page,
                            text.substring(0, row.start()),
                            options.get(i),
                            stated.get(i).replace("`", ""),
                            wrong,
                            checked);
                }
            }
        }
        for (var stated : BY_DEFAULT.matcher(text).results().toList()) {
            var before = text.substring(0, stated.start());
            var sentence = before.replaceFirst("(?s).*(?:\n\n|\\.\\s|\n[|-])", "");
            var options =
                    OPTION.matcher(sentence).results().map(MatchResult::group).toList();
            var value = Stream.of(stated.group(1), stated.group(2), stated.group(3))
                    .filter(any -> any != null)
                    .findFirst();
            if (!options.isEmpty()) {
                check(page, before, options.getLast(), value.orElseThrow(), wrong, checked);
            }
        }
        return wrong.stream();
    }

    private static void check(
            String page, String before, String option, String stated, List<String> wrong, List<String> checked) {
        var command = Stream.concat(Programs.before(before), Programs.all().stream())
                .filter(each -> each.optionsMap().containsKey(option))
                .findFirst()
                .orElseThrow(() -> new AssertionError(page + ": " + option));
        checked.add(page + " " + option);
        if (!Programs.defaults(command.findOption(option)).contains(stated)) {
            wrong.add(page + ": " + option + " is " + stated + " by default");
        }
    }

    @Test
    void ports_on_pages_are_defaults_of_the_programs_or_chosen_on_the_page() {
        var defaults = Programs.all().stream()
                .flatMap(command -> command.options().stream())
                .filter(option -> option.longestName().matches("--(.*-)?port|--simulator|--wallet"))
                .flatMap(option -> Programs.defaults(option).stream())
                .flatMap(value ->
                        NUMBER.matcher(value.replace("127.0.0.1", "")).results().map(MatchResult::group))
                .collect(Collectors.toSet());
        assertThat(defaults).contains("8080", "8081", "8090", "9090");
        var pages = pages().collect(Collectors.toMap(Tree::relative, Tree::read));
        pages.forEach((page, text) -> assertThat(PORT.matcher(text).results().map(port -> port.group(1)))
                .as(page)
                .allMatch(port -> defaults.contains(port)
                        || Integer.parseInt(port) >= FREE_PORTS
                        || text.matches("(?s).*--[a-z-]*port " + port + ".*")));
        assertThat(pages.get("deploy/README.md")).contains("metrics (8081)", "back office (8090)", "Port 8080");
    }

    @Test
    void exit_codes_on_pages_are_those_of_the_commands() {
        var scripts = Tree.files(file -> Tree.relative(file).matches("bin/[^/]*")).stream();
        var ofScripts = found(scripts.map(Tree::read).collect(Collectors.joining()), "\\bexit ([67]\\d)\\b");
        var simulator = Tree.read(Tree.ROOT.resolve("docs/simulator.md"));
        var sentence = simulator
                .replaceFirst("(?s).*scripts in `bin/` also exit with", "")
                .replaceFirst("(?s)\\.\\s.*", "");
        assertThat(found(sentence, "\\b(\\d+) \\(")).isEqualTo(ofScripts);

        var tables = new ArrayList<String>();
        pages().forEach(page -> {
            var text = Tree.read(page);
            for (var table : EXIT_CODES.matcher(text).results().toList()) {
                var command = Programs.before(text.substring(0, table.start()))
                        .findFirst()
                        .orElseThrow();
                assertThat(found(table.group(1), "(?m)^\\| (\\d+) \\|"))
                        .as(Tree.relative(page) + ": " + command.qualifiedName())
                        .isEqualTo(new TreeSet<>(Programs.exitCodes(command)));
                tables.add(Tree.relative(page));
            }
            for (var code : EXIT_CODE.matcher(text).results().toList()) {
                var calls = Stream.concat(Programs.before(text.substring(0, code.start())), Programs.all().stream());
                var codes = Programs.exitCodes(calls.findFirst().orElseThrow());
                assertThat(codes.contains(code.group(1)) || ofScripts.contains(code.group(1)))
                        .as(Tree.relative(page) + ": " + code.group())
                        .isTrue();
            }
        });
        assertThat(tables).hasSize(3);
    }

    /** Returns what a pattern finds as its first group. */
    private static Set<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Reads them where the code makes a response of a number. */
    @Test
    void statuses_of_the_wallet_are_in_its_table() {
        var sources = Tree.files(
                        file -> Tree.relative(file).matches("(sdk-wallet-server|http-guard)/src/main/.*\\.java"))
                .stream()
                .map(Tree::read)
                .collect(Collectors.joining());
        var made = found(
                sources, "(?:error\\(\\s*|answer\\(|return |Status\\.[A-Z_]+_|Status\\.create\\()([1-5]\\d\\d)\\b");
        var page = Tree.read(Tree.ROOT.resolve("docs/wallet-rules.md"));
        var table = page.replaceFirst("(?s).*\n(?=\\| Status)", "").replaceFirst("(?s)\n\n.*", "");
        var stated = Pattern.compile("(?m)^\\| ([\\d, ]+) \\|")
                .matcher(table)
                .results()
                .map(row -> row.group(1));
        assertThat(found(stated.collect(Collectors.joining(" ")), "(\\d+)")).isEqualTo(made);
    }

    @Test
    void metrics_on_pages_are_those_of_the_programs() {
        var published = "(?:\"operatorkit\\.|\\bcount\\(\")([a-z.]+[a-z])\"";
        var library = Stream.of("Wallet", "Client")
                .flatMap(side ->
                        found(source("operatorkit-micrometer", "micrometer/" + side + "Metrics"), published).stream()
                                .map(name -> name.matches("(wallet|client)\\..*") ? name : "wallet." + name))
                .collect(Collectors.toSet());
        var page = Tree.read(Tree.ROOT.resolve("docs/metrics.md"));
        assertThat(found(page, "(?m)^\\| `operatorkit\\.([a-z.]+)`")).isEqualTo(library);

        var wallet =
                found(source("reference-wallet", "reference/operations/PrometheusMetrics"), "\"(wallet\\.[a-z.]+)\"");
        var named = pages().flatMap(each -> found(Tree.read(each), "`(wallet_[a-z_]+)[`{]").stream())
                .map(name -> name.replaceFirst("_(?:seconds|total)$", "").replace('_', '.'))
                .collect(Collectors.toSet());
        named.removeAll(found(Tree.read(Tree.ROOT.resolve("deploy/roles.sql")).replace('_', '.'), "(wallet\\.[a-z]+)"));
        library.addAll(wallet);
        assertThat(library).containsAll(named);
        named.addAll(found(page, "`operatorkit\\.(wallet[a-z.]+)`"));
        assertThat(named).containsAll(wallet);
    }

    private static String source(String module, String type) {
        return Tree.read(Tree.ROOT.resolve(module + "/src/main/java/dev/operatorkit/" + type + ".java"));
    }
}
