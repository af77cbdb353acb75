package dev.operatorkit.simulator.console;

import dev.operatorkit.json.Json;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.console.PageRenderer.Page.Link;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.launch.GameSessions.NotOpened;
import dev.operatorkit.simulator.launch.GameSessions.Opened;
import dev.operatorkit.simulator.launch.LaunchPasses;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Shows the game that a launch URL leads to: a small slot, for real money or as a demo. The simulator decides each round. */
final class GamePage {
    /** Carries a pass of {@link LaunchPasses} in the query. */
    static final String PASS = "pass";

    private static final int NOT_FOUND = 404;

    private final PageRenderer renderer;
    private final ConsoleParts parts;
    private final ClientAddress browsers;
    private final LaunchPasses passes;
    private final DemoBalances demoBalances = new DemoBalances(PayTable.DEFAULT, RandomGenerator.getDefault());

    GamePage(PageRenderer renderer, ConsoleParts parts, ClientAddress browsers, LaunchPasses passes) {
        this.renderer = renderer;
        this.parts = parts;
        this.browsers = browsers;
        this.passes = passes;
    }

    /**
     * Holds the page.
     *
     * @param action the address that a spin is sent to
     * @param hue the number of its colour
     * @param faults the descriptions of the active faults
     * @param isConsoleUser whether the page links to the console
     */
    record View(String name, String action, int hue, Purse purse, List<String> faults, boolean isConsoleUser) {}

    /**
     * Holds what is played with.
     *
     * @param player the name of the player; null in a demo
     * @param codes the bonus codes that can be redeemed
     */
    record Purse(String balance, String currency, @Nullable String player, List<StoredCode> codes) {}

    /**
     * Holds the values that the page shows after a spin.
     *
     * @param won true if the round paid out
     * @param multiple the payout as a multiple of the stake, which chooses the symbols
     * @param balance the newest known balance
     * @param payout the amount paid out
     * @param message the text for the player
     * @param summary the text for the integrator
     * @param failed true if the round did not settle or the wallet broke the contract
     * @param freeRounds the number of rounds left, on a free round
     * @param roundUrl the page with the round's exchanges
     */
    public record SpinResult(
            boolean won,
            long multiple,
            String balance,
            String payout,
            String message,
            String summary,
            boolean failed,
            @Nullable String freeRounds,
            @Nullable String roundUrl) {}

    void routing(Routes routes) {
        routes.get("/play/{id}", this::open);
        routes.post("/play/{id}/spin", this::spin);
    }

    private void open(ServerRequest request, ServerResponse response) {
        var id = request.path().pathParameters().get("id");
        switch (parts.play().sessions().open(id, browser(request, id))) {
            case NotOpened no -> {
                response.status(Status.create(no.status()));
                var next = no.status() == NOT_FOUND
                        ? new Link("/launch", "Launch a game")
                        : new Link("/transcript?kind=PLAYER", "Open the player callbacks in the transcript");
                renderer.notice(
                        response,
                        "The game could not start",
                        no.reason(),
                        parts.access().onePort() ? List.of(next) : List.of());
            }
            case Opened opened -> show(request, response, opened.session());
        }
    }

    /** Returns the player's address: the bound one for a browser with a pass of the launch page, else its own (LAU-8). */
    private InetAddress browser(ServerRequest request, String id) {
        return pass(request, id)
                .flatMap(pass -> parts.play().sessions().boundAddress(id))
                .orElseGet(() -> browsers.of(request));
    }

    private Optional<String> pass(ServerRequest request, String id) {
        return FormData.query(request).text(PASS).filter(pass -> passes.isValid(id, pass));
    }

    private void show(ServerRequest request, ServerResponse response, GameSession session) {
        var pass = pass(request, session.id())
                .map(given -> "?" + PASS + "=" + given)
                .orElse("");
        var mayUseConsole =
                parts.access().onePort() && parts.access().gate().judge(request).isEmpty();
        var view = new View(
                name(session),
                "/play/" + session.id() + "/spin" + pass,
                Math.floorMod(session.slug().hashCode(), Assets.HUES),
                purse(session),
                session instanceof GameSession.Demo ? List.of() : renderer.faults(),
                mayUseConsole);
        renderer.fragment(response, "game.jte", view);
    }

    private Purse purse(GameSession session) {
        return switch (session) {
            case GameSession.Demo demo -> new Purse(demoBalances.balance(demo.id()), DemoBalances.FUN, null, List.of());
            case GameSession.RealMoney real -> {
                var codes = parts.offer().bonusCodes().redeemable(real.player());
                yield new Purse(
                        balance(real).toString(), real.player().currency().code(), real.displayName(), codes);
            }
        };
    }

    /** Returns the newest balance reported by the wallet, at the launch or in any round of the player since. */
    private Money balance(GameSession.RealMoney session) {
        var player = session.player();
        return parts.engine()
                .queries()
                .newestBalance(
                        player.operator(),
                        player.accountId(),
                        player.currency(),
                        session.openedAt(),
                        session.balanceUpdatedAt())
                .orElse(session.openingBalance());
    }

    private String name(GameSession session) {
        return parts.catalogue()
                .find(session.operator(), session.slug())
                .flatMap(game -> game.field("name"))
                .map(Object::toString)
                .orElse(session.slug());
    }

    private void spin(ServerRequest request, ServerResponse response) {
        var id = request.path().pathParameters().get("id");
        try {
            switch (parts.play().sessions().resume(id, browser(request, id))) {
                case NotOpened no -> send(response, no.status(), new ErrorMessage(no.reason()));
                case Opened opened -> send(response, 200, spin(opened.session(), FormData.body(request)));
            }
        } catch (IllegalArgumentException | RefusedException e) {
            send(response, 400, new ErrorMessage(String.valueOf(e.getMessage())));
        }
    }

    private SpinResult spin(GameSession session, FormData form) {
        return switch (session) {
            case GameSession.Demo demo -> demoBalances.spin(demo.id(), form);
            case GameSession.RealMoney real -> spin(real, form);
        };
    }

    private SpinResult spin(GameSession.RealMoney session, FormData form) {
        var player = session.player();
        var stake = amount(form.text("stake", "1"), "stake", player.currency());
        var code = form.text("code").orElse(null);
        if (code == null) {
            return result(parts.engine().rounds().spin(player, stake, outcome(form, stake)), session, null);
        }
        var codes = parts.offer().bonusCodes();
        var round = parts.engine().rounds().freeSpin(player, codes, code, outcome(form, stake));
        var left =
                codes.find(session.operator(), code).map(StoredCode::roundsLeft).orElse(0);
        return result(round, session, left + " left");
    }

    private static Money amount(String text, String field, CurrencyCode currency) {
        try {
            return Amount.parse(text).toMoney(currency);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The " + field + " '" + text + "' " + e.getMessage() + ". Enter it like 1.50: digits and a point,"
                            + " without plus sign, blank or comma.",
                    e);
        }
    }

    private static SpinOutcome outcome(FormData form, Money stake) {
        return switch (form.text("outcome", "chance")) {
            case "win" ->
                new SpinOutcome.Win(form.text("amount")
                        .map(amount -> amount(amount, "payout", stake.currency()))
                        .orElse(new Money(Math.multiplyExact(stake.minorUnits(), 5L), stake.currency())));
            case "loss" -> SpinOutcome.LOSS;
            case "failure" -> SpinOutcome.FAILURE;
            case "chance" -> SpinOutcome.CHANCE;
            default -> throw new IllegalArgumentException("The outcome must be chance, win, loss or failure.");
        };
    }

    private SpinResult result(GameRound round, GameSession.RealMoney session, @Nullable String freeRounds) {
        var settlement = round.settlement();
        var nothing = new Money(0, round.bet().stake().currency());
        var payout = settlement == null ? nothing : settlement.payout();
        var stake = round.bet().free() == null
                ? round.bet().stake()
                : round.bet().free().value();
        var won = round.state() == RoundState.SETTLED && payout.minorUnits() > 0;
        var violation = parts.engine().queries().violation(round.id());
        return new SpinResult(
                won,
                stake.isZero() ? 0 : payout.minorUnits() / stake.minorUnits(),
                balance(session).toString(),
                payout.toString(),
                message(round, won)
                        + violation
                                .map(verdict -> " Your wallet: " + verdict + ".")
                                .orElse(""),
                bet(round) + ", " + describeRound(round, payout)
                        + (violation.isPresent() ? ", contract violation" : ""),
                round.state() != RoundState.SETTLED || violation.isPresent(),
                freeRounds,
                parts.access().onePort() ? "/rounds/" + Segment.of(round.id()) : null);
    }

    private static String message(GameRound round, boolean won) {
        return switch (round.state()) {
            case SETTLED -> won ? "You win!" : "No win this time.";
            case REVERTED -> "The round failed. Your stake was returned.";
            case REFUSED -> "The wallet refused the bet: " + round.detail();
            case SETTLING -> "The wallet has not confirmed the settlement yet, so it is retried: " + round.detail();
            default -> round.detail();
        };
    }

    private static String bet(GameRound round) {
        var free = round.bet().free();
        return free == null ? "bet " + round.bet().stake() : "free round worth " + free.value();
    }

    private static String describeRound(GameRound round, Money payout) {
        return switch (round.state()) {
            case SETTLED -> payout.isZero() ? "lost" : "won " + payout;
            case REVERTED -> "rolled back";
            case REFUSED -> "refused";
            default -> "not settled yet";
        };
    }

    private static void send(ServerResponse response, int status, Object content) {
        response.status(Status.create(status));
        response.headers().contentType(MediaTypes.APPLICATION_JSON);
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.send(Json.write(content));
    }
}
