package dev.operatorkit.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reads the commands of the programs, with their options, defaults and exit codes, from the jars that {@code bin/} starts. */
final class Programs {
    /** Matches the call of a command, up to its first argument. */
    static final Pattern CALL = Pattern.compile("\\bbin/(?:simulator|wallet)(?: [a-z][a-z-]*)*+");

    private static final Map<String, CommandSpec> ROOTS = Map.of(
            "bin/wallet", read("reference-wallet", "dev.operatorkit.reference.Main", Map.of()),
            "bin/simulator", read("provider-simulator", "dev.operatorkit.simulator.command.Main"));

    /** Matches a default in the description of an option: a field that is null has no other. */
    private static final Pattern DESCRIBED = Pattern.compile("[Dd]efault: ([^;,)]*?)(?:[;,)]|\\.$|\\. )");

    private Programs() {}

    private static CommandSpec read(String module, String main, Object... arguments) {
        var jar = Tree.ROOT.resolve(module + "/target/" + module + ".jar");
        // Its manifest names the jars that it needs.
        try {
            var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, Programs.class.getClassLoader());
            var types = Arrays.stream(arguments).map(any -> Map.class).toArray(Class<?>[]::new);
            var method = loader.loadClass(main).getDeclaredMethod("commandLine", types);
            method.setAccessible(true);
            return ((CommandLine) method.invoke(null, arguments)).getCommandSpec();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("run `mvn -DskipTests package` first, which makes " + jar, e);
        }
    }

    /** Returns the command that a line calls, as far as its words are commands; null if its first word is none. */
    static @Nullable CommandSpec find(String line) {
        var words = line.split(" +", -1);
        var found = ROOTS.get(words[0]);
        for (var i = 1; i < words.length && found != null && words[i].matches("[a-z][a-z-]*"); i++) {
            var next = found.subcommands().get(words[i]);
            if (next == null) {
                return i == 1 ? null : found;
            }
            found = next.getCommandSpec();
        }
        return found;
    }

    /** Returns all commands of both programs. */
    static List<CommandSpec> all() {
        var all = new ArrayList<>(ROOTS.values());
        for (var i = 0; i < all.size(); i++) {
            all.get(i).subcommands().values().forEach(command -> all.add(command.getCommandSpec()));
        }
        return all;
    }

    /** Returns the default of an option, as it is set or described; empty if it has none. */
    static Set<String> defaults(OptionSpec option) {
        var defaults = new HashSet<String>();
        var set = option.defaultValueString();
        if (set != null && !Set.of("null", "[]", "").contains(set)) {
            defaults.add(set);
        }
        DESCRIBED
                .matcher(String.join(" ", option.description()))
                .results()
                .map(found -> found.group(1))
                .forEach(defaults::add);
        return defaults;
    }

    /** Returns the exit codes of a command, or of all commands of its program if it has no list. */
    static Set<String> exitCodes(CommandSpec command) {
        for (var each = command; ; each = each.parent()) {
            var codes = each.usageMessage().exitCodeList().keySet();
            if (!codes.isEmpty() || each.parent() == null) {
                return codes;
            }
        }
    }

    /** Returns the commands that a text calls, the last one first. */
    static Stream<CommandSpec> before(String text) {
        var calls = new ArrayList<CommandSpec>();
        CALL.matcher(text).results().forEach(call -> {
            var command = find(call.group());
            if (command != null) {
                calls.addFirst(command);
            }
        });
        return calls.stream();
    }
}
