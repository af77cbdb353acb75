package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.EarlierReport;
import dev.operatorkit.conformance.report.SigningKey;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.ParseResult;

/** Runs cases of an earlier report again: takes over its options, and puts the new results into it. */
final class Rerun {
    private final EarlierReport earlier;
    private final Path folder;
    private final boolean chosen;

    private Rerun(EarlierReport earlier, Path folder, boolean chosen) {
        this.earlier = earlier;
        this.folder = folder;
        this.chosen = chosen;
    }

    /** Reads the report, and gives the command the options that it was not given. */
    static Rerun of(ConformanceCommand command, Path folder) throws IOException {
        var given = command.command.commandLine().getParseResult();
        if (command.report.folder().isPresent() || command.cases.failedOf != null || command.waivers != null) {
            throw new IllegalArgumentException(
                    "--rerun writes into its own folder, with the waivers of the report. Leave --report, --failed-of"
                            + " and --waivers out.");
        }
        if (command.phase.leave != null || command.phase.resume != null) {
            throw new IllegalArgumentException(
                    "--rerun replaces results of one run, and --leave and --resume make two of it. Leave them out.");
        }
        var report = EarlierReport.in(folder);
        var was = report.outcome();
        command.report.writeInto(folder);
        if (command.target.wallet == null) {
            command.target.wallet = was.wallet();
        }
        adopt(command, given, report);
        return new Rerun(report, folder, !command.cases.only.isEmpty() || !command.cases.rules.isEmpty());
    }

    private static void adopt(ConformanceCommand command, ParseResult given, EarlierReport report) {
        var was = report.outcome();
        if (!given.hasMatchedOption("--plan") && !given.hasMatchedOption("--quick")) {
            command.cases.plan = was.plan().name();
        }
        if (!given.hasMatchedOption("--seed")) {
            command.seed = was.seed();
        }
        var target = command.target;
        Map<String, Consumer<String>> options = Map.of(
                "game", text -> command.game = text,
                "timeout", text -> target.timeout = number(text),
                "pause", text -> target.pause = number(text),
                "campaign", text -> target.campaign = text,
                "max-stake", text -> target.maxStake = new BigDecimal(text));
        options.forEach((name, adopting) -> {
            var text = report.option(name);
            if (text != null && !given.hasMatchedOption("--" + name)) {
                adopting.accept(text);
            }
        });
    }

    private static int number(String text) {
        return Integer.parseInt(text.replaceAll(" .*", ""));
    }

    /** Returns the cases to run: the selected ones, or those that failed, were blocked, or were not reached by a stopped run. */
    List<Case> cases(List<Case> selected) {
        var wanted = chosen ? selected : earlier.failedOrUntried();
        var known = earlier.outcome().results().stream()
                .map(result -> result.testCase().id())
                .toList();
        for (var each : wanted) {
            if (!known.contains(each.id())) {
                throw new IllegalArgumentException("The report in " + folder + " has no result of " + each.id()
                        + ". Run the plan again without --rerun.");
            }
            if (chosen && each.isolation() == Case.Isolation.WHOLE_RUN) {
                throw new IllegalArgumentException(each.id()
                        + " judges a whole run and cannot be run again on its own. Run the plan again without"
                        + " --rerun.");
            }
        }
        var cases = wanted.stream()
                .filter(each -> each.isolation() != Case.Isolation.WHOLE_RUN)
                .toList();
        if (cases.isEmpty()) {
            throw new IllegalArgumentException(
                    wanted.isEmpty()
                            ? "No case of the report in " + folder + " failed. Name a case with --only."
                            : "The cases that failed or are missing judge a whole run. Run the plan again without"
                                    + " --rerun.");
        }
        return cases;
    }

    /** Refuses another wallet, plan or option than the report was made with. */
    void requireSameOptions(SuiteConfig config) {
        var was = earlier.outcome();
        requireSame("--wallet", was.wallet(), config.target().wallet().toString());
        requireSame("--plan", was.plan().toString(), config.plan().toString());
        requireSame("the catalogue", was.plan().hash(), config.plan().hash());
        var before = comparable(was.options());
        var now = comparable(config.options());
        before.forEach((name, value) -> requireSame("--" + name, value, now.getOrDefault(name, "none")));
        now.forEach((name, value) -> requireSame("--" + name, before.getOrDefault(name, "none"), value));
    }

    /** Refuses to replace the signature of another key. */
    void requireSameKey(SigningKey key) {
        if (!earlier.keyId().equals(key.id())) {
            throw new IllegalArgumentException("The bundle in " + folder + " is signed with the key " + earlier.keyId()
                    + ", not with " + key + ". Give that key with --sign-key, or move"
                    + " bundle.zip to keep it and run the plan again without --rerun.");
        }
    }

    private static Map<String, String> comparable(Map<String, String> options) {
        var compared = new LinkedHashMap<>(options);
        compared.remove("cases");
        return compared;
    }

    private void requireSame(String what, String before, String now) {
        if (!before.equals(now)) {
            throw new IllegalArgumentException(
                    "The report in " + folder + " was made with " + what + " " + before + ", not " + now
                            + ". Results of two such runs cannot be combined: run the plan again without --rerun.");
        }
    }

    ExpectedFailures expectedFailures(ExpectedFailures given) {
        return given.isEmpty() ? earlier.expected() : given;
    }

    /** Puts the new results into the report; an aborted rerun changes nothing. */
    SuiteResult merge(SuiteResult again) {
        return again.aborted().isEmpty() ? earlier.outcome().withRerun(again) : again;
    }
}
