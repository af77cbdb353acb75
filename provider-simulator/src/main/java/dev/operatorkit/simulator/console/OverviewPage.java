package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.SecretFile;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.wire.Game;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers whether each operator is set up, changes its settings, and shows counters and the first steps. */
final class OverviewPage {
    private static final int NEWEST = 8;
    private static final String OPERATOR = "operator";

    private final PageRenderer renderer;
    private final ConsoleParts parts;
    private final WalletChecks checks;
    private final ClientAddress browsers;

    OverviewPage(PageRenderer renderer, ConsoleParts parts, ClientAddress browsers, WalletChecks checks) {
        this.renderer = renderer;
        this.parts = parts;
        this.browsers = browsers;
        this.checks = checks;
    }

    record Numbers(long settled, long settling, long retrying, long review, long exchanges, String ahead) {}

    /** Holds the page; the wallets are checked when the browser asks for their cards. */
    record View(
            Numbers numbers, List<SettingsForm> forms, TypedValues typed, ExchangesPage.Rows newest, String address) {}

    /**
     * Holds the card of an operator's wallet.
     *
     * @param secret where the secret comes from, and what looks wrong with it
     * @param game the game to play a first round of
     * @param browser the address of the person who looks at it
     */
    record WalletView(
            Operator operator,
            WalletChecks.Result check,
            TypedValues typed,
            List<String> secret,
            String game,
            String browser) {}

    void routing(Routes routes) {
        routes.get("/", (request, response) -> show(response, null));
        routes.get("/overview/numbers", (request, response) -> renderer.fragment(response, "numbers.jte", numbers()));
        routes.get("/overview/wallet", (request, response) -> {
            var operator = operator(FormData.query(request));
            showWallet(request, response, operator, checks.view(operator.id()));
        });
        routes.post("/overview/check", (request, response) -> {
            var operator = operator(FormData.body(request));
            showWallet(request, response, operator, checks.recheck(operator.id()));
        });
        routes.post("/overview/settings", this::change);
        routes.post("/overview/reset", this::reset);
        routes.post("/overview/forget", (request, response) -> {
            parts.typed().forget(operator(FormData.body(request)).id());
            PageRenderer.redirect(response, "/");
        });
    }

    private Operator operator(FormData form) {
        return parts.operators().get(form.required(OPERATOR));
    }

    private void show(ServerResponse response, @Nullable SettingsForm invalid) {
        var entries = parts.engine().transcript().search(Filter.ALL, 0, NEWEST);
        var forms = parts.operators().all().stream()
                .map(operator -> invalid != null && invalid.operator().id().equals(operator.id())
                        ? invalid
                        : SettingsForm.of(operator))
                .toList();
        var rejected = SignatureExplanation.requiredRejections(entries, parts.operators());
        var view = new View(
                numbers(),
                forms,
                parts.typed(),
                new ExchangesPage.Rows(entries, rejected, false),
                parts.host().address().get().toString());
        renderer.page(response, "overview.jte", "Overview", "/", view);
    }

    private Numbers numbers() {
        var counts = parts.engine().store().counts();
        return new Numbers(
                counts.getOrDefault(RoundState.SETTLED, 0L) + counts.getOrDefault(RoundState.REVERTED, 0L),
                counts.getOrDefault(RoundState.SETTLING, 0L),
                parts.engine().store().retrying(),
                counts.getOrDefault(RoundState.REVIEW, 0L),
                parts.engine().transcript().size(),
                renderer.offset());
    }

    private void showWallet(
            ServerRequest request, ServerResponse response, Operator operator, WalletChecks.Result check) {
        var typed = parts.typed().get(operator.id(), TypedValues.GAME);
        var game = typed.isEmpty()
                ? parts.catalogue().games(operator.id()).stream()
                        .map(Game::slug)
                        .findFirst()
                        .orElse("")
                : typed;
        var view = new WalletView(
                operator,
                check,
                parts.typed(),
                describeSecret(operator),
                game,
                browsers.of(request).getHostAddress());
        renderer.fragment(response, "wallet.jte", view);
    }

    /** Describes the source of the secret without any of its bytes (SIG-17): of a file its length, what looks wrong, and any change. */
    private static List<String> describeSecret(Operator operator) {
        var path = operator.secretFile();
        if (path == null) {
            return List.of("From " + operator.secretSource() + ".");
        }
        try {
            var read = SecretFile.read(path);
            var current = operator.secret();
            var isSame = current != null && current.isSame(read.secret());
            return Stream.concat(
                            Stream.of(read.size() + " bytes from " + operator.secretSource() + "."),
                            isSame
                                    ? read.doubts().stream()
                                    : Stream.of("The file has changed since it was read. Save the settings to read"
                                            + " it again."))
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of(String.valueOf(e.getMessage()), "The secret read before stays in use.");
        }
    }

    /** Changes the settings of an operator as a whole, or not at all. Callbacks in progress keep the old ones. */
    private void change(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var operator = operator(form);
        var values = new LinkedHashMap<String, String>();
        SettingsForm.ALL.stream()
                .map(SettingsForm.Setting::name)
                .filter(form.fields()::contains)
                .forEach(name -> values.put(name, form.text(name, "")));
        var problems = new LinkedHashMap<String, String>();
        requireUsable(values.getOrDefault(SettingsForm.WALLET, ""), problems);
        var changed = SettingsForm.apply(operator, values, problems);
        if (problems.isEmpty()) {
            parts.operators().change(operator.id(), current -> {
                parts.settings().changes().store(current, changed);
                return changed;
            });
            SettingsForm.REMEMBERED.stream()
                    .map(SettingsForm.Setting::name)
                    .filter(values::containsKey)
                    .forEach(name -> parts.typed().remember(operator.id(), name, values.getOrDefault(name, "")));
            PageRenderer.redirect(response, "/");
        } else {
            response.status(Status.BAD_REQUEST_400);
            show(response, new SettingsForm(operator, values, problems));
        }
    }

    /** Refuses an address that may not be called, and the simulator's own, which would call itself. */
    private void requireUsable(String address, Map<String, String> problems) {
        if (address.isEmpty()) {
            return;
        }
        try {
            var wallet = WalletAddress.parse(parts.outgoing().requireAllowed(address));
            if (wallet.port() == parts.host().address().get().getPort()
                    && InetAddress.getByName(wallet.host()).isLoopbackAddress()) {
                throw new IllegalArgumentException(
                        "This is the simulator's own address. Enter that of the wallet, with the prefix of its"
                                + " callbacks.");
            }
        } catch (UnknownHostException e) {
            throw new IllegalStateException("a host that was just found", e);
        } catch (IllegalArgumentException e) {
            problems.put(SettingsForm.WALLET, String.valueOf(e.getMessage()));
        }
    }

    /** Returns to the settings of the start. */
    private void reset(ServerRequest request, ServerResponse response) {
        parts.operators().change(operator(FormData.body(request)).id(), current -> {
            var started = parts.settings().changes().started(current.id());
            parts.settings().changes().store(current, started);
            return started;
        });
        PageRenderer.redirect(response, "/");
    }
}
