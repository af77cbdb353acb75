package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Excerpt;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.console.ConformanceRuns.Running;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the conformance suite from the console: shows its cases and exchanges, and compares it with an earlier run. */
final class ConformancePage {
    private static final String PATH = "/conformance";
    private static final int LONGEST = 4000;
    private static final int LONGEST_SYMPTOM = 140;

    private final PageRenderer renderer;
    private final Operators operators;
    private final TypedValues typed;
    private final WalletSelection wallets;
    private final TrustedCertificates trust;
    private final LiveUpdates live;
    private final ConformanceRuns runs;
    private final Supplier<Optional<String>> walletUnderLoad;

    ConformancePage(
            PageRenderer renderer,
            Operators operators,
            TypedValues typed,
            WalletSelection wallets,
            TrustedCertificates trust,
            LiveUpdates live,
            ConformanceRuns runs,
            Supplier<Optional<String>> walletUnderLoad) {
        this.typed = typed;
        this.walletUnderLoad = walletUnderLoad;
        this.runs = runs;
        this.live = live;
        this.renderer = renderer;
        this.operators = operators;
        this.wallets = wallets;
        this.trust = trust;
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> list(FormData.query(request), response, null));
        routes.post(PATH, this::start);
        routes.get(PATH + "/{run}", (request, response) -> one(request, response, true));
        routes.get(PATH + "/{run}/progress", (request, response) -> one(request, response, false));
        routes.get(PATH + "/{run}/cases/{case}", this::oneCase);
        RunRoutes.addTo(routes, PATH, live, runs::get);
        routes.post(PATH + "/{run}/again", this::runAgain);
    }

    private void list(FormData form, ServerResponse response, @Nullable String problem) {
        var operator = operators.get(form.text("operator", operators.first().id()));
        var parameters = new HashMap<String, Object>();
        parameters.put("operators", operators.all());
        parameters.put("operator", operator);
        parameters.put("form", form);
        parameters.put("typed", typed);
        parameters.put("runs", runs.all());
        parameters.put("folder", runs.folder());
        parameters.put("trend", runs.trend());
        parameters.put("plans", Plans.single());
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "conformance.jte", "Conformance", PATH, parameters);
    }

    private void start(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var again = form.number("again", 0);
            var operator = form.required("operator");
            var run = start(config(form), operator, form.text("label", ""), again);
            for (var name : List.of(TypedValues.TOKEN, TypedValues.SECOND_TOKEN)) {
                form.text(name).ifPresent(token -> typed.remember(operator, name, token));
            }
            redirectTo(response, run, again);
        } catch (IllegalArgumentException e) {
            list(form, response, e.getMessage());
        }
    }

    /** Starts a run, unless a load run moves the balances that it would judge. */
    private Running start(SuiteConfig config, String operator, String label, int again) {
        if (walletUnderLoad.get().equals(Optional.of(config.target().wallet().toString()))) {
            throw new IllegalArgumentException(
                    "A load run plays against this wallet, and would change the balances that the"
                            + " suite checks. Stop it or wait until it is over.");
        }
        return runs.start(config, operator, label, again);
    }

    /** Shows a run, compared with the one whose cases it runs again, if any. */
    private static void redirectTo(ServerResponse response, Running run, int again) {
        PageRenderer.redirect(response, PATH + "/" + run.number() + (again == 0 ? "" : "?since=" + again));
    }

    /** Runs the failed cases or a single one again: at once if the tokens are known, else from the form. */
    private void runAgain(ServerRequest request, ServerResponse response) {
        var run = run(request);
        var name = FormData.body(request).text("case");
        var cases = ConformanceRuns.casesAgain(run, name);
        if (cases.isEmpty()) {
            throw new IllegalArgumentException(
                    "Run " + run.number() + " has no such case that can be run by itself. Run the plan again.");
        }
        if (run instanceof LiveRun live) {
            var config = live.config().withCases(cases, live.seed());
            redirectTo(response, start(config, live.operator(), live.label(), run.number()), run.number());
        } else {
            PageRenderer.redirect(
                    response,
                    PATH + "?again=" + run.number() + "&plan="
                            + FormData.encode(run.plan().replaceFirst(" .*", ""))
                            + "&wallet=" + FormData.encode(run.wallet()) + "&walletVersion="
                            + FormData.encode(run.walletVersion()) + "&seed=" + run.seed() + "&token=&token2="
                            + name.map(id -> "&only=" + FormData.encode(id)).orElse(""));
        }
    }

    private SuiteConfig config(FormData form) {
        var operator = operators.get(form.required("operator"));
        var secret = operator.secret();
        if (secret == null) {
            throw new IllegalArgumentException("The secret of operator '" + operator.id() + "' is unknown here. Run"
                    + " bin/simulator conformance with --secret-file.");
        }
        var wallet = WalletAddress.parse(wallets.requireAllowed(form.required("wallet")));
        var tokens = Stream.of("token", "token2")
                .flatMap(name -> form.text(name).stream())
                .distinct()
                .toList();
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("Enter a player's session token.");
        }
        var config = SuiteConfig.of(wallet, Secret.of(secret.bytes()), tokens, plan(form))
                .withCases(cases(form), form.number("seed", 1))
                .withDescription(new RunDescription("", "", form.text("walletVersion", ""), ""));
        return config.withTrust(trust);
    }

    private static Plan plan(FormData form) {
        return Plans.named(form.text("plan", Plans.full().name()));
    }

    private List<Case> cases(FormData form) {
        var again = form.number("again");
        if (again != null) {
            var cases = ConformanceRuns.casesAgain(runs.get(again), form.text("only"));
            if (!cases.isEmpty()) {
                return cases;
            }
        }
        var only = form.text("only").orElse("*");
        var chosen = plan(form).cases().stream()
                .filter(each -> ExpectedFailures.matches(only, each.id()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "No case matches '" + only + "'. Enter a case id or a pattern such as replay*.");
        }
        return chosen;
    }

    private void one(ServerRequest request, ServerResponse response, boolean whole) throws IOException {
        var run = run(request);
        var parameters = new HashMap<String, Object>();
        parameters.put("run", run);
        var earlier = FormData.query(request).number("since");
        if (earlier != null) {
            parameters.put("since", earlier);
        }
        if (earlier != null && run.isOver()) {
            parameters.put("diff", ConformanceRuns.compare(runs.get(earlier), run));
            parameters.put("differences", ConformanceRuns.differences(runs.get(earlier), run));
        }
        parameters.put(
                "earlier",
                runs.all().stream()
                        .filter(other -> other.isOver() && other.number() < run.number())
                        .toList());
        if (whole) {
            renderer.page(response, "conformance_run.jte", "Conformance run " + run.number(), PATH, parameters);
        } else {
            renderer.fragment(response, "conformance_progress.jte", parameters);
        }
    }

    /** Holds an exchange of a case, its tokens masked. */
    record Shown(String line, String sent, String received, String note, double millis) {
        static Shown of(Exchange exchange, TokenMask mask) {
            var request = exchange.request();
            return new Shown(
                    mask.of(request.method() + " " + request.target()),
                    mask.of(text(exchange.sent())),
                    mask.of(text(exchange.received())),
                    mask.of(exchange.note()),
                    exchange.micros() / 1000.0);
        }
    }

    private void oneCase(ServerRequest request, ServerResponse response) {
        var run = run(request);
        var id = request.path().pathParameters().get("case");
        var each = CaseCatalogue.cases().stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("There is no case '" + id + "'."));
        var parameters = new HashMap<String, Object>();
        parameters.put("run", run);
        parameters.put("of", each);
        parameters.put(
                "rules", each.rules().stream().map(ConformancePage::words).toList());
        run.result(each).ifPresent(result -> {
            parameters.put("result", result);
            parameters.put(
                    "exchanges",
                    result.exchanges().stream()
                            .map(exchange -> Shown.of(exchange, run.mask()))
                            .toList());
            var failure = result.failure();
            var exchange = failure == null ? null : failure.exchange();
            parameters.put(
                    "decisive", exchange == null ? -1 : result.exchanges().indexOf(exchange));
        });
        renderer.page(response, "conformance_case.jte", title(each), PATH, parameters);
    }

    /** Returns the title of a case as that of its page. */
    static String title(Case each) {
        return each.title().substring(0, 1).toUpperCase(Locale.ROOT)
                + each.title().substring(1);
    }

    /** Returns a rule with its words, or a decision with the point that it settles. */
    static String words(String rule) {
        var point = Rules.openPointOf(rule);
        return rule + ": " + (point.isEmpty() ? "" : point + ". ") + Rules.textOf(rule);
    }

    /** Returns a failure in one short line, which tells it from others of the same rule: of a response only the status. */
    static String symptom(TokenMask mask, Failure failure) {
        var actual = failure.actual().replaceFirst("(?s)^(status \\d{3}) .*+", "$1");
        var line = mask.of("Expected " + failure.expected() + "; actual: " + actual)
                .replaceAll("\\s++", " ");
        return Excerpt.of(line, LONGEST_SYMPTOM);
    }

    private static String text(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() <= LONGEST ? text : Excerpt.of(text, LONGEST) + " (" + bytes.length + " bytes)";
    }

    private Running run(ServerRequest request) {
        return runs.get(RunRoutes.number(request));
    }
}
