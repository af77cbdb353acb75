package dev.operatorkit.simulator.console;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCampaign;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Shows campaigns and their bonus codes with the maxRounds rule that applied (CAM, BON). */
record FreeRoundsPage(PageRenderer renderer, ConsoleParts parts) {
    private static final String PATH = "/free-rounds";
    private static final int MAX_SHOWN = 100;
    private static final Duration DEFAULT_WINDOW = Duration.ofDays(30);

    record ListView(FormData.FormView form, List<Game> games, Defaults defaults, List<Campaign> campaigns) {}

    /** Holds the values that the form of a new campaign begins with. */
    record Defaults(String code, String starts, String ends) {}

    record View(String operator, StoredCampaign campaign, List<Code> codes, String player, String problem) {
        String address() {
            return FreeRoundsPage.address(operator, campaign.terms().campaignCode());
        }
    }

    record Code(StoredCode code, StoredCode.State state) {
        /** Returns the row of the maxRounds table that applied (BON-5). */
        String rule() {
            var campaign = code.campaign().terms().maxRounds();
            var own = code.terms().maxRounds();
            if (own.isEmpty()) {
                return "campaign " + campaign.getAsInt() + ", code omitted: inherited";
            }
            return campaign.isEmpty()
                    ? "campaign omitted, code " + own.getAsInt()
                    : "campaign " + campaign.getAsInt() + ", code " + own.getAsInt() + ": the code overrides";
        }
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> list(FormData.query(request), response, null));
        routes.post(PATH, this::create);
        routes.get(PATH + "/{operator}/{code}", (request, response) -> one(request, response, ""));
        routes.post(PATH + "/{operator}/{code}/codes", this::createCode);
        routes.post(PATH + "/{operator}/{code}/disable", this::disable);
    }

    private void list(FormData fields, ServerResponse response, @Nullable String problem) {
        var form = FormData.FormView.of(parts, fields, problem);
        var operator = form.operator().id();
        var search = CampaignSearch.all().withPerPage(MAX_SHOWN);
        var found = parts.offer().campaigns().search(operator, search, DisabledCampaigns.REPORTED);
        var now = parts.clock().instant();
        var defaults = new Defaults("CAMPAIGN-" + now.getEpochSecond(), minute(now), minute(now.plus(DEFAULT_WINDOW)));
        var games = parts.catalogue().games(operator).stream()
                .filter(Game::freeRound)
                .toList();
        renderer.page(
                response, "free_rounds.jte", "Free rounds", PATH, new ListView(form, games, defaults, found.list()));
    }

    /** Returns a time as the browser's own control writes it. */
    private static String minute(Instant time) {
        return time.truncatedTo(ChronoUnit.MINUTES).toString().replace(":00Z", "");
    }

    private void create(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var operator = form.required("operator");
            var currency = CurrencyCode.ofUnlisted(form.required("newCurrency"));
            parts.offer()
                    .campaigns()
                    .create(
                            operator,
                            new NewCampaign(
                                    form.required("newCode"),
                                    form.required("newName"),
                                    Amount.parse(form.required("amount")).toMoney(currency),
                                    form.fields().all("gameSlugs", List::of),
                                    form.requiredTime("startDate"),
                                    form.requiredTime("endDate"),
                                    form.number("maxRounds")));
            PageRenderer.redirect(response, address(operator, form.required("newCode")));
        } catch (IllegalArgumentException | RefusedException e) {
            list(form, response, e.getMessage());
        }
    }

    private void one(ServerRequest request, ServerResponse response, String problem) {
        var operator = Segment.read(request, "operator");
        var campaign = parts.offer()
                .campaigns()
                .find(operator, Segment.read(request, "code"))
                .orElseThrow(() -> new NoSuchElementException("The operator has no campaign with this code."));
        var now = parts.clock().instant();
        var itsCodes = parts
                .offer()
                .bonusCodes()
                .findByCampaign(operator, campaign.terms().campaignCode())
                .stream()
                .map(code -> new Code(code, code.stateAt(now)))
                .toList();
        var player = parts.typed().get(operator, TypedValues.PLAYER);
        renderer.page(
                response,
                "campaign.jte",
                campaign.terms().campaignName(),
                PATH,
                new View(operator, campaign, itsCodes, player, problem));
    }

    private void createCode(ServerRequest request, ServerResponse response) {
        var operator = Segment.read(request, "operator");
        var code = Segment.read(request, "code");
        var form = FormData.body(request);
        try {
            parts.offer()
                    .bonusCodes()
                    .create(
                            operator,
                            new BonusCode(
                                    code,
                                    form.required("userId"),
                                    CurrencyCode.ofUnlisted(form.required("currencyCode")),
                                    form.required("bonusCode"),
                                    form.number("maxRounds")));
            parts.typed().remember(operator, TypedValues.PLAYER, form.required("userId"));
            PageRenderer.redirect(response, address(operator, code));
        } catch (IllegalArgumentException | RefusedException e) {
            one(request, response, String.valueOf(e.getMessage()));
        }
    }

    private void disable(ServerRequest request, ServerResponse response) {
        var operator = Segment.read(request, "operator");
        var code = Segment.read(request, "code");
        parts.offer().campaigns().disable(operator, code);
        PageRenderer.redirect(response, address(operator, code));
    }

    private static String address(String operator, String code) {
        return PATH + "/" + Segment.of(operator) + "/" + Segment.of(code);
    }
}
