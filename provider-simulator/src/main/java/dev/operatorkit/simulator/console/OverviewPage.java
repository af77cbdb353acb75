package dev.operatorkit.simulator.console;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.operator.SecretFile;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.simulator.wallet.WalletProbe;
import dev.operatorkit.wire.Limits;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers whether each operator is set up, changes its settings, and shows counters and the first steps. */
final class OverviewPage {
    private static final int NEWEST = 8;
    private static final String OPERATOR = "operator";
    private static final List<String> TYPED =
            SettingsForm.REMEMBERED.stream().map(SettingsForm.Setting::name).toList();

    private final PageRenderer shell;
    private final ConsoleParts parts;
    private final WalletSelection wallets;
    private final WalletChecks checks;
    private final ClientAddress browsers;

    OverviewPage(PageRenderer shell, ConsoleParts parts, WalletSelection wallets, ClientAddress browsers) {
        this.shell = shell;
        this.parts = parts;
        this.wallets = wallets;
        this.browsers = browsers;
        this.checks = new WalletChecks(
                parts.operators(),
                parts.typed(),
                parts.catalogue(),
                parts.targets(),
                parts.trust(),
                parts.clock().systemClock());
    }

    /** Reports that the settings were changed after the form was loaded. */
    private static final class OutdatedFormException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    void routing(Routes routes) {
        routes.get("/", (request, response) -> show(response, null));
        routes.get("/overview/numbers", (request, response) -> shell.fragment(response, "numbers.jte", numbers()));
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

    /** Renders the page without checking the wallets, which the browser requests separately. */
    private void show(ServerResponse response, @Nullable SettingsForm invalid) {
        var parameters = numbers();
        parameters.put("forms", forms(invalid));
        parameters.put("typed", parts.typed());
        var entries = parts.callbackEngine().transcript().search(Filter.ALL, 0, NEWEST);
        parameters.put("entries", entries);
        parameters.put("expected", new ExpectedRejections(parts.operators()).among(entries));
        parameters.put("address", parts.address().get().toString());
        shell.page(response, "overview.jte", "Overview", "/", parameters);
    }

    private List<SettingsForm> forms(@Nullable SettingsForm invalid) {
        return parts.operators().all().stream()
                .map(operator -> invalid != null && invalid.operator().id().equals(operator.id())
                        ? invalid
                        : SettingsForm.of(operator, parts.changes().started(operator.id())))
                .toList();
    }

    private Map<String, Object> numbers() {
        var wallets = parts.callbackEngine();
        var counts = wallets.store().counts();
        var numbers = new HashMap<String, Object>();
        numbers.put(
                "settled", counts.getOrDefault(RoundState.SETTLED, 0L) + counts.getOrDefault(RoundState.REVERTED, 0L));
        numbers.put("pending", counts.getOrDefault(RoundState.SETTLING, 0L));
        numbers.put("retrying", wallets.store().retrying());
        numbers.put("review", counts.getOrDefault(RoundState.REVIEW, 0L));
        numbers.put("exchanges", wallets.transcript().size());
        numbers.put("ahead", PageRenderer.offset(parts.clock()));
        return numbers;
    }

    private void showWallet(ServerRequest request, ServerResponse response, Operator operator, WalletProbe probe) {
        var parameters = new HashMap<String, Object>();
        parameters.put("operator", operator);
        parameters.put("probe", probe);
        parameters.put("typed", parts.typed());
        parameters.put("secret", describeSecret(operator));
        parameters.put("seconds", WalletChecks.secondsUntilNext(probe));
        parameters.put("browser", browsers.of(request).getHostAddress());
        parameters.put(
                "games",
                parts.catalogue().games(operator.id()).stream()
                        .map(game -> game.slug())
                        .toList());
        shell.fragment(response, "wallet.jte", parameters);
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

    /** Changes the settings of an operator at once, or not at all. */
    private void change(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var operator = operator(form);
        var values = values(form);
        var problems = new LinkedHashMap<String, String>();
        requireUsable(values.getOrDefault(SettingsForm.WALLET, ""), problems);
        requireTyped(values, problems);
        var changed = SettingsForm.apply(operator, values, problems);
        if (problems.isEmpty() && store(operator, changed, form.text("version", ""))) {
            TYPED.stream()
                    .filter(values::containsKey)
                    .forEach(name -> parts.typed().remember(operator.id(), name, values.getOrDefault(name, "")));
            PageRenderer.redirect(response, "/");
            return;
        }
        if (problems.isEmpty()) {
            problems.put(
                    SettingsForm.WHOLE,
                    "The settings were changed elsewhere after this page was loaded. Compare them with yours and save"
                            + " again.");
        }
        var current = parts.operators().get(operator.id());
        show(response, new SettingsForm(current, parts.changes().started(current.id()), values, problems));
    }

    /** Replaces the operator if it still has the settings that the form showed; callbacks under way keep the old ones. */
    private boolean store(Operator operator, Operator changed, String version) {
        try {
            parts.operators().change(operator.id(), current -> {
                if (!current.equals(operator)
                        || !SettingsForm.of(current, current)
                                .version(parts.typed())
                                .equals(version)) {
                    throw new OutdatedFormException();
                }
                parts.changes().store(current, changed);
                return changed;
            });
            return true;
        } catch (OutdatedFormException e) {
            return false;
        }
    }

    /** Returns the sent values; a setting that is not sent is not changed. */
    private static Map<String, String> values(FormData form) {
        var values = new LinkedHashMap<String, String>();
        Stream.of(OperatorForm.NAMES, List.of(OperatorChanges.SECRET_FILE), TYPED)
                .flatMap(Collection::stream)
                .filter(form.fields()::contains)
                .forEach(name -> values.put(name, form.text(name, "")));
        return values;
    }

    /** Refuses an address that may not be called, and the simulator's own, which would call itself. */
    private void requireUsable(String address, Map<String, String> problems) {
        if (address.isEmpty()) {
            return;
        }
        try {
            var wallet = WalletAddress.parse(wallets.requireAllowed(address));
            var own = parts.address().get();
            if (wallet.port() == own.getPort()
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

    /** Checks what is remembered to be typed no more: what cannot be sent would fail each check of the overview instead (D-36). */
    private static void requireTyped(Map<String, String> values, Map<String, String> problems) {
        values.forEach((name, value) -> {
            try {
                switch (value.isEmpty() ? "" : name) {
                    case TypedValues.CURRENCY -> CurrencyCode.of(value);
                    case TypedValues.TOKEN, TypedValues.SECOND_TOKEN -> Limits.requireToken("The token", value);
                    case TypedValues.PLAYER, TypedValues.GAME -> {
                        if (!Limits.isId(value)) {
                            throw new IllegalArgumentException("Enter 1 to " + Limits.MAX_ID_LENGTH
                                    + " characters, none of them a control character.");
                        }
                    }
                    default -> {}
                }
            } catch (IllegalArgumentException e) {
                problems.put(name, String.valueOf(e.getMessage()));
            }
        });
    }

    /** Returns to the settings of the start. */
    private void reset(ServerRequest request, ServerResponse response) {
        var operator = operator(FormData.body(request));
        parts.operators().change(operator.id(), current -> {
            var started = parts.changes().started(current.id());
            parts.changes().store(current, started);
            return started;
        });
        PageRenderer.redirect(response, "/");
    }
}
