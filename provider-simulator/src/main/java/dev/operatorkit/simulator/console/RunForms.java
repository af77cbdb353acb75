package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.runs.ClientJob;
import dev.operatorkit.simulator.runs.ConformanceJob;
import dev.operatorkit.simulator.runs.Job;
import dev.operatorkit.simulator.runs.LoadJob;
import dev.operatorkit.simulator.runs.Runs.Kind;
import dev.operatorkit.simulator.scenario.Lane;
import dev.operatorkit.simulator.scenario.TestedOperator;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes jobs of the forms that start runs, and fills these forms. */
record RunForms(ConsoleParts parts) {
    private static final int MAX_PLAYERS = 10_000;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_LABEL_LENGTH = 80;
    private static final double PERCENT = 100;
    private static final String DEFAULT_GAME = "cherry-rush";
    private static final List<String> TOKENS = List.of(TypedValues.TOKEN, TypedValues.SECOND_TOKEN);

    record Choice(String value, String label) {}

    /** Returns the plans or the modes of a kind of runs. */
    static List<Choice> choices(Kind kind) {
        return switch (kind) {
            case CONFORMANCE ->
                Plans.single().stream()
                        .map(plan -> new Choice(
                                plan.name(), plan.name() + ", " + plan.cases().size() + " cases"))
                        .toList();
            case CLIENT ->
                List.of(
                        new Choice(
                                "hand",
                                "By hand, " + ScenarioCatalogue.scenarios().size() + " scenarios"),
                        new Choice(
                                "watch",
                                "Watched, " + WatchedCalls.plan().cases().size() + " checks"));
            case LOAD -> List.of();
        };
    }

    /** Returns the tokens that were typed for the operator on other pages, without those of the demo. */
    static String ownTokens(FormData.FormView form) {
        return TOKENS.stream()
                .filter(name -> form.typed().isOwn(form.operator().id(), name))
                .map(name -> form.typed().get(form.operator().id(), name))
                .collect(Collectors.joining(", "));
    }

    /** Returns the game that a load run plays if none is entered. */
    static String game(FormData.FormView form) {
        var typed = form.typed().get(form.operator().id(), TypedValues.GAME);
        return typed.isEmpty() ? DEFAULT_GAME : typed;
    }

    /** Makes a job, or throws an IllegalArgumentException that says what to correct. */
    Job job(Kind kind, FormData form) {
        var operator = parts.operators().get(form.required("operator"));
        if (form.text("label", "").length() > MAX_LABEL_LENGTH) {
            throw new IllegalArgumentException("'label' must have at most " + MAX_LABEL_LENGTH + " characters.");
        }
        return switch (kind) {
            case CONFORMANCE -> conformance(operator, form);
            case CLIENT -> client(operator, form);
            case LOAD -> load(operator, form);
        };
    }

    /** Remembers the values of a form that was accepted. */
    void remember(Kind kind, FormData form) {
        if (kind == Kind.CONFORMANCE) {
            TOKENS.stream()
                    .forEach(name -> form.text(name)
                            .ifPresent(token -> parts.typed().remember(form.required("operator"), name, token)));
        }
    }

    private static Secret secret(Operator operator, String command) {
        var secret = operator.secret();
        if (secret == null) {
            throw new IllegalArgumentException("The secret of operator '" + operator.id() + "' is unknown here. Run"
                    + " bin/simulator " + command + " with --secret-file.");
        }
        return secret;
    }

    private Job conformance(Operator operator, FormData form) {
        var secret = secret(operator, "conformance");
        var wallet = WalletAddress.parse(parts.outgoing().requireAllowed(form.required("wallet")));
        var tokens = TOKENS.stream()
                .flatMap(name -> form.text(name).stream())
                .distinct()
                .toList();
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("Enter a player's session token.");
        }
        var plan = Plans.named(form.text("plan", Plans.full().name()));
        var chosen = chosen(form, plan.cases(), Case::id, "case", "replay*");
        var config = SuiteConfig.of(new Target(wallet, secret, parts.outgoing().trust()), tokens, plan)
                .withCases(chosen, form.number("seed", 1))
                .withDescription(description(form));
        return new ConformanceJob(config, operator.id(), form.text("label", ""));
    }

    private static RunDescription description(FormData form) {
        return new RunDescription(
                form.text("tester", ""),
                form.text("walletName", ""),
                form.text("walletVersion", ""),
                form.text("environment", ""));
    }

    /** The service listens where the simulator does: no page opens it to more machines. */
    private Job client(Operator operator, FormData form) {
        var tested = new TestedOperator(operator.id(), operator.keys(), secret(operator, "client-conformance"));
        var scenarios = scenarios(form);
        var port = form.number("port", 0);
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("'port' must be from 1 to " + MAX_PORT + ", or empty.");
        }
        var host = parts.host().address().get().getHost().replaceAll("[\\[\\]]", "");
        try {
            var lane = Lane.open(parts.host().services(), tested, host, port, parts.systemClock());
            return new ClientJob(
                    tested, scenarios, form.text("label", ""), description(form), lane, parts.systemClock());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The service cannot listen on port " + port + ": " + e.getMessage()
                            + ". Choose another port, or leave it empty.",
                    e);
        }
    }

    private static List<Scenario> scenarios(FormData form) {
        var mode = form.required("mode");
        if (mode.equals("watch")) {
            return List.of();
        }
        if (!mode.equals("hand")) {
            throw new IllegalArgumentException("'mode' must be hand or watch, not '" + mode + "'.");
        }
        return chosen(form, ScenarioCatalogue.scenarios(), Scenario::id, "scenario", "launch-*");
    }

    /** Returns those that the form's id or pattern names, at least one. */
    private static <T> List<T> chosen(FormData form, List<T> all, Function<T, String> id, String what, String example) {
        var only = form.text("only", "*");
        var chosen = all.stream()
                .filter(each -> ExpectedFailures.matches(only, id.apply(each)))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "No " + what + " matches '" + only + "'. Enter its id or a pattern such as " + example + ".");
        }
        return chosen;
    }

    private Job load(Operator operator, FormData form) {
        var settings = new PlaySettings(
                tokens(form),
                form.text("game", DEFAULT_GAME),
                form.number("rounds", 1000),
                form.number("concurrency", 16),
                form.text("seed")
                        .map(seed -> (long) form.number("seed", 0))
                        .orElse(parts.systemClock().millis() % 10_000_000),
                form.number("repeat", 0) / PERCENT,
                form.number("drop", 0) / PERCENT,
                PlaySettings.parseStake(form.text("stake", "1.00")),
                PayTable.DEFAULT);
        var wallet = WalletAddress.parse(parts.outgoing().requireAllowed(form.required("wallet")));
        var caller = new WalletCaller(
                wallet,
                operator.keys(),
                parts.systemClock(),
                CallLimits.DEFAULT,
                parts.outgoing().targets(),
                parts.outgoing().trust());
        var subject = new Job.Subject(
                operator.id(), wallet.toString(), form.text("label", ""), form.text("walletVersion", ""));
        return new LoadJob(caller, settings, subject, parts.systemClock());
    }

    /** Returns the given tokens, or those of the first demo players. */
    private static List<String> tokens(FormData form) {
        var given = Stream.of(form.text("tokens", "").split("[\\s,]+", -1))
                .filter(token -> !token.isEmpty())
                .distinct()
                .toList();
        var players = form.number("players", 0);
        if (!given.isEmpty() && players != 0) {
            throw new IllegalArgumentException(
                    "Enter either tokens or a number of demo players, and empty the other field.");
        }
        if (given.isEmpty() && (players < 1 || players > MAX_PLAYERS)) {
            throw new IllegalArgumentException("Enter tokens, or a number of players from 1 to " + MAX_PLAYERS + ".");
        }
        return given.isEmpty()
                ? IntStream.rangeClosed(1, players).mapToObj(i -> "token-" + i).toList()
                : given;
    }
}
