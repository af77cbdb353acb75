package dev.operatorkit.simulator.console;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCampaign;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Shows campaigns with all search filters, and their bonus codes with the maxRounds rule that applied (CAM, BON). */
final class FreeRoundsPage {
    private static final String PATH = "/free-rounds";
    private static final Duration USUAL_WINDOW = Duration.ofDays(30);
    private static final List<String> REMEMBERED =
            List.of("newName", "amount", "newCurrency", "maxRounds", "gameSlugs");

    private final PageRenderer renderer;
    private final Operators operators;
    private final TypedValues typed;
    private final RememberedForm remembered;
    private final Catalogue catalogue;
    private final Campaigns campaigns;
    private final BonusCodes codes;
    private final Clock clock;

    FreeRoundsPage(
            PageRenderer renderer,
            Operators operators,
            TypedValues typed,
            Catalogue catalogue,
            Campaigns campaigns,
            BonusCodes codes,
            Clock clock) {
        this.renderer = renderer;
        this.operators = operators;
        this.typed = typed;
        this.remembered = new RememberedForm(typed, "campaign", REMEMBERED);
        this.catalogue = catalogue;
        this.campaigns = campaigns;
        this.codes = codes;
        this.clock = clock;
    }

    /** Holds a bonus code as the table shows it. */
    public record Code(StoredCode code, StoredCode.State state) {
        /** Returns the row of the maxRounds table that applied (BON-5). */
        public String rule() {
            var campaign = code.campaign().terms().maxRounds();
            var own = code.terms().maxRounds();
            if (own == null) {
                return "campaign " + campaign + ", code omitted: inherited";
            }
            return campaign == null
                    ? "campaign omitted, code " + own
                    : "campaign " + campaign + ", code " + own + ": the code overrides";
        }
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> list(FormData.query(request), response, null));
        routes.post(PATH, this::create);
        routes.get(PATH + "/{operator}/{code}", (request, response) -> one(request, response, null));
        routes.post(PATH + "/{operator}/{code}/codes", this::createCode);
        routes.post(PATH + "/{operator}/{code}/disable", this::disable);
    }

    private void list(FormData form, ServerResponse response, @Nullable String problem) {
        var operator = operators.get(form.text("operator", operators.first().id()));
        var parameters = new HashMap<String, Object>();
        CampaignPage found = null;
        var message = problem;
        try {
            found = campaigns.search(operator.id(), search(form), shown(form));
        } catch (IllegalArgumentException e) {
            message = e.getMessage();
        }
        parameters.put("operators", operators.all());
        parameters.put("operator", operator);
        parameters.put("choice", FormView.of(operators, typed, form, null));
        parameters.put("form", remembered.fill(operator.id(), form));
        parameters.put("currency", typed.get(operator.id(), TypedValues.CURRENCY));
        parameters.put("starts", minute(clock.instant()));
        parameters.put("ends", minute(clock.instant().plus(USUAL_WINDOW)));
        parameters.put("code", "CAMPAIGN-" + clock.instant().getEpochSecond());
        parameters.put(
                "games",
                catalogue.games(operator.id()).stream().filter(Game::freeRound).toList());
        PageRenderer.putIfPresent(parameters, "found", found);
        PageRenderer.putIfPresent(parameters, "problem", message);
        renderer.page(response, "free_rounds.jte", "Free rounds", PATH, parameters);
    }

    /** Returns a time as the browser's own control writes it. */
    private static String minute(Instant time) {
        return time.truncatedTo(ChronoUnit.MINUTES).toString().replace(":00Z", "");
    }

    private static CampaignSearch search(FormData form) {
        return new CampaignSearch(
                form.number("page"),
                form.number("perPage"),
                form.text("currencyCode").orElse(null),
                form.text("campaignCode").orElse(null),
                form.text("campaignName").orElse(null),
                form.time("from"),
                form.time("to"));
    }

    private static DisabledCampaigns shown(FormData form) {
        return form.text("disabled").isPresent() ? DisabledCampaigns.REPORTED : DisabledCampaigns.HIDDEN;
    }

    private void create(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var operator = form.required("operator");
            campaigns.create(operator, campaign(form));
            remembered.remember(operator, form);
            PageRenderer.redirect(response, address(operator, form.required("newCode")));
        } catch (IllegalArgumentException | RefusedException e) {
            list(form, response, e.getMessage());
        }
    }

    private static NewCampaign campaign(FormData form) {
        var currency = CurrencyCode.of(form.required("newCurrency"));
        return new NewCampaign(
                form.required("newCode"),
                form.required("newName"),
                Amount.parse(form.required("amount")).toMoney(currency),
                form.fields().all("gameSlugs", List::of),
                form.requiredTime("startDate"),
                form.requiredTime("endDate"),
                form.number("maxRounds"));
    }

    private void one(ServerRequest request, ServerResponse response, @Nullable String problem) {
        var operator = Segment.read(request, "operator");
        StoredCampaign campaign = campaigns
                .find(operator, Segment.read(request, "code"))
                .orElseThrow(() -> new NoSuchElementException("The operator has no campaign with this code."));
        var parameters = new HashMap<String, Object>();
        parameters.put("operator", operator);
        parameters.put("address", address(operator, campaign.terms().campaignCode()));
        parameters.put("campaign", campaign);
        parameters.put("player", typed.get(operator, TypedValues.PLAYER));
        parameters.put(
                "codes",
                codes.findByCampaign(operator, campaign.terms().campaignCode()).stream()
                        .map(code -> new Code(code, code.stateAt(clock.instant())))
                        .toList());
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "campaign.jte", campaign.terms().campaignName(), PATH, parameters);
    }

    private void createCode(ServerRequest request, ServerResponse response) {
        var operator = Segment.read(request, "operator");
        var code = Segment.read(request, "code");
        var form = FormData.body(request);
        try {
            codes.create(
                    operator,
                    new BonusCode(
                            code,
                            form.required("userId"),
                            CurrencyCode.of(form.required("currencyCode")),
                            form.required("bonusCode"),
                            form.number("maxRounds")));
            typed.remember(operator, TypedValues.PLAYER, form.required("userId"));
            PageRenderer.redirect(response, address(operator, code));
        } catch (IllegalArgumentException | RefusedException e) {
            one(request, response, e.getMessage());
        }
    }

    private void disable(ServerRequest request, ServerResponse response) {
        var operator = Segment.read(request, "operator");
        var code = Segment.read(request, "code");
        var address = address(operator, code);
        var confirmation = new Confirmation(
                "Disable the campaign " + code + "?",
                "Its codes can no longer be redeemed. A campaign cannot be enabled again (CAM-8, D-7).",
                "Disable permanently",
                address);
        if (confirmation.isGiven(request, response, renderer, PATH)) {
            campaigns.disable(operator, code);
            PageRenderer.redirect(response, address);
        }
    }

    private static String address(String operator, String code) {
        return PATH + "/" + Segment.of(operator) + "/" + Segment.of(code);
    }
}
