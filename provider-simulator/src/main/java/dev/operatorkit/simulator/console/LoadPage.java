package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.simulator.wallet.WalletCaller;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs {@code play} from the console: draws rate and latency during the run and audits the ledger after it. */
final class LoadPage {
    private static final String PATH = "/load";
    private static final int MOST_PLAYERS = 10_000;
    private static final double PERCENT = 100;
    private static final String USUAL_GAME = "cherry-rush";
    private static final List<String> REMEMBERED =
            List.of("players", "tokens", "game", "rounds", "concurrency", "stake", "repeat", "drop");

    private final PageRenderer renderer;
    private final Operators operators;
    private final TypedValues typed;
    private final RememberedForm remembered;
    private final WalletSelection wallets;
    private final LiveUpdates live;
    private final TrustedCertificates trust;
    private final LoadRuns runs;
    private final Supplier<Optional<String>> walletUnderTest;

    LoadPage(
            PageRenderer renderer,
            Operators operators,
            TypedValues typed,
            WalletSelection wallets,
            TrustedCertificates trust,
            LiveUpdates live,
            LoadRuns runs,
            Supplier<Optional<String>> walletUnderTest) {
        this.walletUnderTest = walletUnderTest;
        this.live = live;
        this.renderer = renderer;
        this.operators = operators;
        this.typed = typed;
        this.remembered = new RememberedForm(typed, "load", REMEMBERED);
        this.wallets = wallets;
        this.trust = trust;
        this.runs = runs;
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> show(FormData.query(request), response, null));
        routes.post(PATH, this::start);
        routes.get(PATH + "/chart", (request, response) -> renderer.fragment(response, "load_live.jte", progress()));
        routes.stream(
                PATH + "/live",
                (request, response) ->
                        live.stream(response, listener -> runs.changes().subscribe(listener)));
        routes.post(PATH + "/stop", (request, response) -> {
            runs.stop();
            PageRenderer.redirect(response, PATH);
        });
    }

    private Map<String, Object> progress() {
        var parameters = new HashMap<String, Object>();
        var newest = runs.newest();
        if (newest != null) {
            var samples = newest.samples();
            parameters.put("run", newest);
            parameters.put("rate", Chart.of(samples, List.of(LoadRuns.Sample::rate)));
            parameters.put("latency", Chart.of(samples, List.of(LoadRuns.Sample::p50, LoadRuns.Sample::p99)));
        }
        parameters.put("folder", runs.folder());
        parameters.put("kept", runs.folder().kept());
        parameters.put("trend", runs.trend());
        return parameters;
    }

    private void show(FormData form, ServerResponse response, @Nullable String problem) {
        var parameters = progress();
        var operator = operators.get(form.text("operator", operators.first().id()));
        parameters.put("operators", operators.all());
        parameters.put("operator", operator);
        parameters.put("form", remembered.fill(operator.id(), form));
        parameters.put("ownTokens", ownTokens(operator.id()));
        var game = typed.get(operator.id(), TypedValues.GAME);
        parameters.put("game", game.isEmpty() ? USUAL_GAME : game);
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "load.jte", "Load", PATH, parameters);
    }

    /** Returns the tokens that were typed for the operator on other pages, without those of the demo. */
    private String ownTokens(String operator) {
        return Stream.of(TypedValues.TOKEN, TypedValues.SECOND_TOKEN)
                .filter(name -> typed.isOwn(operator, name))
                .map(name -> typed.get(operator, name))
                .collect(Collectors.joining(", "));
    }

    private void start(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var operator = operators.get(form.required("operator"));
            var settings = settings(form);
            var wallet = WalletAddress.parse(wallets.requireAllowed(form.required("wallet")));
            if (walletUnderTest.get().equals(Optional.of(wallet.toString()))) {
                throw new IllegalArgumentException(
                        "A conformance run checks the balances of this wallet, which a load run"
                                + " would change. Stop it or wait until it is over.");
            }
            runs.start(
                    new WalletCaller(
                            wallet, operator.keys(), wallets.clock(), CallLimits.DEFAULT, wallets.targets(), trust),
                    settings,
                    new LoadRuns.Description(operator.id(), form.text("label", ""), form.text("walletVersion", "")));
            remembered.remember(operator.id(), form);
            PageRenderer.redirect(response, PATH + "?operator=" + FormData.encode(operator.id()));
        } catch (IllegalArgumentException e) {
            show(form, response, e.getMessage());
        }
    }

    private PlaySettings settings(FormData form) {
        return new PlaySettings(
                tokens(form),
                form.text("game", USUAL_GAME),
                form.number("rounds", 1000),
                form.number("concurrency", 16),
                form.text("seed")
                        .map(seed -> (long) form.number("seed", 0))
                        .orElse(wallets.clock().millis()),
                form.number("repeat", 0) / PERCENT,
                form.number("drop", 0) / PERCENT,
                PlaySettings.parseStake(form.text("stake", "1.00")),
                PayTable.USUAL);
    }

    /** Returns the given tokens, or those of the first demo players. */
    private static List<String> tokens(FormData form) {
        var given = Stream.of(form.text("tokens", "").split("[\\s,]+", -1))
                .filter(token -> !token.isEmpty())
                .distinct()
                .toList();
        var players = form.number("players", 0);
        if (given.isEmpty() && (players < 1 || players > MOST_PLAYERS)) {
            throw new IllegalArgumentException("Enter tokens, or a number of players from 1 to " + MOST_PLAYERS + ".");
        }
        return given.isEmpty()
                ? IntStream.rangeClosed(1, players).mapToObj(i -> "token-" + i).toList()
                : given;
    }
}
