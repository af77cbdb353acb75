package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.options.ReportOptions;
import dev.operatorkit.conformance.options.TesterOptions;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.terminal.TerminalProgress;
import dev.operatorkit.simulator.operator.SecretOption;
import dev.operatorkit.simulator.scenario.Actor;
import dev.operatorkit.simulator.scenario.ClientRun;
import dev.operatorkit.simulator.scenario.CommandDriver;
import dev.operatorkit.simulator.scenario.Lane;
import dev.operatorkit.simulator.scenario.PromptDriver;
import dev.operatorkit.simulator.scenario.ScenarioTests;
import dev.operatorkit.simulator.scenario.TestedOperator;
import dev.operatorkit.simulator.server.ScenarioService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.nio.charset.Charset;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges an operator's use of the Customer API: {@code simulator client-conformance}. */
@Command(
        name = "client-conformance",
        description =
                "Judges an operator's use of the Customer API. It serves the whole API, plays scenarios, and runs the"
                        + " command once for each of them. Without a command it prints each task and waits for Enter.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the verdict is CERTIFIED, or INCOMPLETE and accepted",
            "1:something failed",
            "2:wrong usage",
            "3:nothing failed, but the verdict is INCOMPLETE: part of the plan was not tried, which --accept incomplete"
                    + " accepts, or no call arrived, or the command could not be started"
        })
final class ClientConformanceCommand implements Callable<Integer> {
    private static final int MAX_LANES = 3;

    @Spec
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    @Mixin
    ReportOptions report = new ReportOptions();

    @Mixin
    TesterOptions tester = new TesterOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "The port of the service. Default: any free ones, and with a command several scenarios at a time.")
    int port;

    @Option(
            names = "--plan",
            paramLabel = "NAME",
            defaultValue = "client",
            description =
                    "The plan to certify: client plays scenarios; client-watch plays none and judges the calls of an"
                            + " operator that works as usual, until Enter is pressed. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String plan;

    @Option(
            names = "--scenario",
            paramLabel = "ID",
            description = "Plays only these scenarios: an id, or a glob such as 'launch-*'. May be repeated.")
    List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "Lists the scenarios without playing them.")
    boolean list;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "The time after which the command of one scenario is stopped. Default: ${DEFAULT-VALUE}.")
    int timeLimit;

    @Option(
            names = "--client-name",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The client, for the reports.")
    String clientName = "";

    @Option(
            names = "--client-version",
            paramLabel = "VERSION",
            defaultValue = "",
            description = "Its version or commit, for the reports.")
    String clientVersion = "";

    @Parameters(
            paramLabel = "COMMAND",
            description = "After --: the program that does the task of a scenario, and its arguments. It gets"
                    + " OPERATORKIT_BASE_URL, OPERATORKIT_OPERATOR, OPERATORKIT_SECRET_FILE and OPERATORKIT_SCENARIO.")
    List<String> program = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        try {
            var chosen = chosen();
            if (list) {
                cases(chosen).forEach(this::print);
                return 0;
            }
            return run(chosen);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (BindException e) {
            throw new ExitCodeException(
                    ReportOptions.INCOMPLETE,
                    "client-conformance: Port " + port + " of " + service.bind + " cannot be used: " + e.getMessage()
                            + ". Choose another port with --port, or leave it out for any free one.");
        } catch (IOException e) {
            throw new ExitCodeException(ReportOptions.INCOMPLETE, "client-conformance: " + e.getMessage());
        }
    }

    private List<Scenario> chosen() {
        if (!plan.equals(ScenarioCatalogue.full().name()) && !isWatching()) {
            throw new IllegalArgumentException(
                    "There is no plan called " + plan + ". The plans are client and client-watch.");
        }
        if (isWatching() && (!program.isEmpty() || !only.isEmpty())) {
            throw new IllegalArgumentException(
                    "The plan client-watch has no scenarios. Leave the command and --scenario out.");
        }
        return ScenarioTests.scenarios(only);
    }

    private boolean isWatching() {
        return plan.equals(WatchedCalls.plan().name());
    }

    private List<Case> cases(List<Scenario> chosen) {
        if (isWatching()) {
            return WatchedCalls.plan().cases();
        }
        return chosen.size() == ScenarioCatalogue.scenarios().size()
                ? ScenarioCatalogue.full().cases()
                : chosen.stream().map(Scenario::testCase).toList();
    }

    private void print(Case each) {
        command.commandLine()
                .getOut()
                .println(String.format("%-40s %-32s %s", each.id(), String.join(" ", each.rules()), each.title()));
    }

    private int run(List<Scenario> chosen) throws IOException, InterruptedException {
        if (timeLimit < 1) {
            throw new IllegalArgumentException("--time-limit must be at least 1 second.");
        }
        var tested = new TestedOperator(service.operator, secret.keys(), secret.secret());
        var actor = actor();
        var key = report.key();
        var expected = report.expected(cases(ScenarioCatalogue.scenarios()));
        report.prepare();
        var out = command.commandLine().getOut();
        var mask = new TokenMask(List.of()).and(tested.secret());
        var terminal = new TerminalProgress(
                out, command.commandLine().getColorScheme().ansi().enabled(), mask, expected, cases(chosen));
        var clock = Clock.systemUTC();
        var lanes = new ArrayList<Lane>();
        try {
            for (var i = 0; i < laneCount(chosen.size()); i++) {
                lanes.add(Lane.open(ScenarioService::start, tested, service.bind, port, clock));
            }
            out.println("ready " + lanes.getFirst().address());
            out.flush();
            var run = new ClientRun(service.operator, lanes, clock, tester.describe(clientName, clientVersion));
            var outcome =
                    isWatching() ? run.watch(actor, terminal::onCaseEnd) : run.play(chosen, actor, terminal::onCaseEnd);
            terminal.summary(outcome.result());
            var hidden = new TokenMask(outcome.tokens()).and(tested.secret());
            report.write(outcome.result(), hidden, expected, key);
            return report.exitCode(outcome.result(), expected);
        } finally {
            lanes.forEach(Lane::close);
        }
    }

    private Actor actor() {
        if (program.isEmpty()) {
            var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            return new PromptDriver(in, command.commandLine().getOut());
        }
        if (secret.files().isEmpty()) {
            throw new IllegalArgumentException(
                    "The command gets the name of a secret file. Give it with --secret-file FILE.");
        }
        var file = secret.files().getFirst();
        return new CommandDriver(program, service.operator, file, Duration.ofSeconds(timeLimit));
    }

    /** A person does one task at a time, and one port serves one scenario at a time. */
    private int laneCount(int scenarios) {
        return program.isEmpty() || port != 0 ? 1 : Math.min(MAX_LANES, scenarios);
    }
}
