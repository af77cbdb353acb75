package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.fault.FaultKind;
import dev.operatorkit.simulator.time.Durations;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code simulator faults}: lists what goes wrong on demand; its subcommands switch faults on and off. */
@Command(
        name = "faults",
        description = "Lists the faults of a running simulator, with how often each has struck.",
        subcommands = {FaultsCommand.On.class, FaultsCommand.Off.class, FaultsCommand.Kinds.class},
        synopsisSubcommandLabel = "[on|off|kinds]")
public final class FaultsCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Override
    public Integer call() {
        list(simulator.get("/admin/faults"), simulator.out());
        return 0;
    }

    private static void list(JsonNode answer, PrintWriter out) {
        var faults = answer.path("faults");
        if (faults.isEmpty()) {
            out.println("no faults");
        }
        faults.forEach(fault -> out.println(describe(fault)));
    }

    private static String describe(JsonNode fault) {
        var words = new StringBuilder(fault.path("id").asText())
                .append(' ')
                .append(word(fault.path("kind").asText()));
        if (!fault.path("time").asText().equals("0s")) {
            words.append(" of ").append(fault.path("time").asText());
        }
        add(words, " on ", word(fault.path("callback").asText("")));
        add(words, " for player ", fault.path("player").asText(""));
        add(words, " of operator ", fault.path("operator").asText(""));
        var times = fault.path("times");
        words.append(times.isInt() ? ", " + times.asInt() + " to come" : ", until switched off");
        return words.append(", struck ")
                .append(fault.path("struck").asLong())
                .append(" times")
                .toString();
    }

    private static void add(StringBuilder words, String before, String value) {
        if (!value.isEmpty() && !value.equals("null")) {
            words.append(before).append(value);
        }
    }

    private static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code simulator faults on KIND}. */
    @Command(name = "on", description = "Switches a fault on.")
    public static final class On implements Callable<Integer> {
        @Mixin
        RunningSimulator simulator = new RunningSimulator();

        @Parameters(paramLabel = "KIND", description = "What goes wrong; `simulator faults kinds` lists them.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        String kind;

        @Option(names = "--operator", paramLabel = "ID", description = "Whose traffic; default: everybody's.")
        @Nullable
        String operator;

        @Option(
                names = "--callback",
                paramLabel = "CALLBACK",
                description = "player, debit, credit, rollback or lookup; default: any.")
        @Nullable
        String callback;

        @Option(
                names = "--player",
                paramLabel = "ID",
                description = "Whose callbacks: an account (for the player callback a token); default: everybody's.")
        @Nullable
        String player;

        @Option(names = "--times", paramLabel = "N", description = "How often; default: until switched off.")
        @Nullable
        Integer times;

        @Option(names = "--time", paramLabel = "SPAN", description = "How late, how slow, how old: 3s, 250ms.")
        @Nullable
        String time;

        @Override
        public Integer call() {
            var body = RunningSimulator.body()
                    .put("kind", kind)
                    .put("operator", operator)
                    .put("callback", callback)
                    .put("player", player)
                    .put("times", times)
                    .put("time", time);
            simulator.out().println(describe(simulator.change("POST", "/admin/faults", body)));
            return 0;
        }
    }

    /** {@code simulator faults off}. */
    @Command(name = "off", description = "Switches one fault off, or all of them.")
    public static final class Off implements Callable<Integer> {
        @Mixin
        RunningSimulator simulator = new RunningSimulator();

        @Parameters(arity = "0..1", paramLabel = "NUMBER", description = "Which one; `simulator faults` lists them.")
        @Nullable
        Long id;

        @Option(names = "--all", description = "All of them.")
        boolean all;

        @Override
        public Integer call() {
            if ((id == null) != all) {
                throw simulator.usageError("Give either a fault's number or --all.");
            }
            var path = all ? "/admin/faults" : "/admin/faults/" + id;
            list(simulator.change("DELETE", path, RunningSimulator.body()), simulator.out());
            return 0;
        }
    }

    /** {@code simulator faults kinds}. */
    @Command(name = "kinds", description = "Lists what can go wrong.")
    public static final class Kinds implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        CommandSpec command;

        @Override
        public Integer call() {
            var out = command.commandLine().getOut();
            for (var kind : FaultKind.values()) {
                var time = kind.defaultDuration().isZero() ? "" : " (" + Durations.format(kind.defaultDuration()) + ")";
                out.printf(Locale.ROOT, "%-18s %s%s%n", word(kind.name()), kind.describe(), time);
            }
            out.flush();
            return 0;
        }
    }
}
