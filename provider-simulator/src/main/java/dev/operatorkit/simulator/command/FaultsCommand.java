package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.time.Durations;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code simulator faults}: lists the faults. Its subcommands switch faults on and off. */
@Command(
        name = "faults",
        description = "Lists the faults of a running simulator and how often each was applied.",
        subcommands = {FaultsCommand.On.class, FaultsCommand.Off.class, FaultsCommand.Kinds.class},
        synopsisSubcommandLabel = "[on|off|kinds]")
final class FaultsCommand implements Callable<Integer> {
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
            out.println("No faults are on.");
        }
        faults.forEach(fault -> out.println(describe(fault)));
    }

    private static String describe(JsonNode fault) {
        var time = fault.path("time").asText();
        var times = fault.path("times");
        return fault.path("id").asText() + " "
                + ConstantNames.format(fault.path("kind").asText())
                + (time.equals("0s") ? "" : " of " + time)
                + part(" on ", ConstantNames.format(fault.path("callback").asText()), fault.path("callback"))
                + part(" for player ", fault.path("player").asText(), fault.path("player"))
                + part(" of operator ", fault.path("operator").asText(), fault.path("operator"))
                + (times.isInt() ? ", " + times.asInt() + " remaining" : ", until switched off")
                + ", applied " + fault.path("timesApplied").asLong() + " times";
    }

    private static String part(String before, String text, JsonNode field) {
        return field.isTextual() ? before + text : "";
    }

    /** Runs {@code simulator faults on KIND}. */
    @Command(name = "on", description = "Switches a fault on.")
    static final class On implements Callable<Integer> {
        @Mixin
        RunningSimulator simulator = new RunningSimulator();

        @Parameters(
                paramLabel = "KIND",
                completionCandidates = KindNames.class,
                description = "The kind of fault; `simulator faults kinds` lists them.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        String kind;

        @Option(names = "--operator", paramLabel = "ID", description = "Only traffic of this operator. Default: any.")
        @Nullable
        String operator;

        @Option(
                names = "--callback",
                paramLabel = "CALLBACK",
                completionCandidates = CallbackNames.class,
                description = "player, debit, credit, rollback or lookup. Default: any.")
        @Nullable
        String callback;

        @Option(
                names = "--player",
                paramLabel = "ID",
                description = "Only callbacks of this account (for the player callback: this token). Default: any.")
        @Nullable
        String player;

        @Option(
                names = "--times",
                paramLabel = "N",
                description = "How many times to apply it. Default: until switched off.")
        @Nullable
        Integer times;

        @Option(
                names = "--time",
                paramLabel = "SPAN",
                description = "The delay, slowness or clock offset: 3s, 250ms. Default: see `simulator faults kinds`.")
        @Nullable
        String time;

        @Override
        public Integer call() {
            var body = RunningSimulator.body().put("kind", kind);
            simulator.forEachOption(Set.of("operator", "callback", "player", "times", "time"), body::putPOJO);
            simulator.out().println(describe(simulator.change("POST", "/admin/faults", body)));
            return 0;
        }
    }

    private static Iterator<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(each -> ConstantNames.format(each.name()))
                .iterator();
    }

    static final class KindNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names(FaultKind.values());
        }
    }

    static final class CallbackNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names(CallbackKind.values());
        }
    }

    @Command(name = "off", description = "Switches one fault off, or all of them.")
    static final class Off implements Callable<Integer> {
        @Mixin
        RunningSimulator simulator = new RunningSimulator();

        @Parameters(
                arity = "0..1",
                paramLabel = "NUMBER",
                description = "The number of the fault; `simulator faults` lists them.")
        @Nullable
        Long id;

        @Option(names = "--all", description = "Switches all faults off.")
        boolean all;

        @Override
        public Integer call() {
            if ((id == null) != all) {
                throw simulator.usageError("Give either the number of a fault or --all.");
            }
            var path = all ? "/admin/faults" : "/admin/faults/" + id;
            list(simulator.change("DELETE", path, RunningSimulator.body()), simulator.out());
            return 0;
        }
    }

    @Command(name = "kinds", description = "Lists the kinds of faults.")
    static final class Kinds implements Callable<Integer> {
        @Spec
        CommandSpec command;

        @Override
        public Integer call() {
            var out = command.commandLine().getOut();
            for (var kind : FaultKind.values()) {
                var time = kind.defaultDuration().isZero() ? "" : " (" + Durations.format(kind.defaultDuration()) + ")";
                out.printf(Locale.ROOT, "%-18s %s%s%n", ConstantNames.format(kind.name()), kind.describe(), time);
            }
            out.flush();
            return 0;
        }
    }
}
