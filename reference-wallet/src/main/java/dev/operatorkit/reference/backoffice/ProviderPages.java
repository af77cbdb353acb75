package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.client.Operation;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.webserver.http.ServerRequest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Serves the pages that call the Customer API: campaigns and bonus codes. */
final class ProviderPages {
    private static final int MAX_CAMPAIGNS = 100;
    private static final int DEFAULT_DAYS = 30;
    private static final Table<Campaign> CAMPAIGNS = new Table<Campaign>()
            .text("Code", Campaign::campaignCode)
            .text("Name", Campaign::campaignName)
            .text("Stake per round", campaign -> campaign.amount().toPlainString() + " " + campaign.currencyCode())
            .text(
                    "Rounds per code",
                    campaign -> campaign.maxRounds().isEmpty()
                            ? "set by the code"
                            : "" + campaign.maxRounds().getAsInt())
            .time("Start (UTC)", Campaign::startDate)
            .time("End (UTC)", Campaign::endDate)
            .text("Games", campaign -> String.join(", ", campaign.gameSlugs()))
            .text("State", campaign -> campaign.isDisabled() ? "disabled" : "enabled");

    /** Begins the details of an entry of the trail that is written before the provider is called. */
    static final String ATTEMPT = "calls the provider";

    /** Begins the details of an entry about a call that the provider may have carried out. */
    static final String UNCONFIRMED = "was not confirmed by the provider";

    private final Parts parts;
    private final CustomerApi provider;
    private final DoubleClicks clicks;

    ProviderPages(Parts parts, CustomerApi provider) {
        this.parts = parts;
        this.provider = provider;
        this.clicks = new DoubleClicks(parts.clock());
    }

    void register(BackOffice office) {
        office.page("/campaigns", request -> campaigns(query(request, "code")).withNotice(office.takeSecret(request)));
        office.form("/campaigns", "create campaign", Role.CASHIER, clicks.once(this::createCampaign));
        office.form("/campaigns/disable", "disable campaign", Role.CASHIER, clicks.once(this::disable));
        office.form("/campaigns/codes", "create bonus code", Role.CASHIER, clicks.once(this::createCode));
    }

    /** Lists the campaigns. If that fails, the forms are shown all the same. */
    private Reply.Render campaigns(String code) {
        var search = CampaignSearch.all().withPerPage(MAX_CAMPAIGNS);
        var found = List.<Campaign>of();
        var nothing = "The provider lists no such campaign.";
        try {
            found = provider.searchCampaigns(code.isEmpty() ? search : search.withCampaignCode(code))
                    .list();
        } catch (CustomerApiException e) {
            nothing = "The campaigns could not be listed: " + e.getMessage() + ". Reload this page.";
        }
        var caption = "At most " + MAX_CAMPAIGNS + ". The provider leaves disabled ones out, or lists them as disabled";
        var today = LocalDate.ofInstant(parts.clock().instant(), ZoneOffset.UTC);
        return Reply.page("campaigns", "Campaigns")
                .with("campaigns", Listing.of(caption, CAMPAIGNS, found).withNothing(nothing))
                .with("filters", List.of(Filter.of("code", "Code contains", code)))
                .with("start", today.toString())
                .with("end", today.plusDays(DEFAULT_DAYS).toString());
    }

    private Reply createCampaign(ServerRequest request, Form form, Author author) {
        var currency = CurrencyCode.of(form.required("currency"));
        var code = form.required("code");
        var name = form.required("name");
        var games = form.required("games");
        var stake = form.amount("amount", currency);
        var start = form.date("start");
        var end = form.date("end");
        var rounds = form.number("rounds");
        var terms = NewCampaign.builder()
                .campaignCode(code)
                .campaignName(name)
                .amount(stake)
                .gameSlugs(Arrays.stream(games.split("[,\\s]+")).toList())
                .startDate(start.atStartOfDay().toInstant(ZoneOffset.UTC))
                .endDate(end.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC));
        rounds.ifPresent(terms::maxRounds);
        var campaign = terms.build();
        var what = name + ", " + games + ", " + stake + (rounds.isEmpty() ? "" : " × " + rounds.getAsInt() + " rounds")
                + ", "
                + start + " to " + end;
        send(author, "create campaign", code, what, () -> provider.createCampaign(campaign));
        return showCampaigns("Campaign " + code + " created.");
    }

    /** Leads to the list, which shows the notice once: its reload sends no form again. */
    private static Reply showCampaigns(String notice) {
        return new Reply.RedirectWithSecret("/campaigns?code=", notice);
    }

    /**
     * Records a call before it is made, and again when the provider has accepted it, or has perhaps done so. An operator who takes a
     * missing response for a refusal pays twice.
     */
    private <T> T send(Author author, String action, String subject, String what, Supplier<T> call) {
        var details = what.isEmpty() ? "" : ": " + what;
        parts.trail().record(author, action, subject, ATTEMPT + details);
        try {
            var result = call.get();
            parts.trail().record(author, action, subject, "was accepted by the provider" + details);
            return result;
        } catch (CustomerApiException e) {
            if (isWithoutEffect(e)) {
                throw e;
            }
            parts.trail().record(author, action, subject, UNCONFIRMED + details + ". " + e.getMessage());
            throw e.operation() == Operation.CREATE_BONUS_CODE
                    ? new UnconfirmedException(
                            e,
                            "Before you send it again, ask the provider whether the code exists, with the call's id "
                                    + e.callId() + ".")
                    : new UnconfirmedException(e, "Look at the campaigns before you send it again.");
        }
    }

    /**
     * Returns true if the call certainly changed nothing, as a search does. A 404 to a campaign
     * that is disabled may answer the second attempt, after the first one was carried out, if there was one (D-7).
     */
    private static boolean isWithoutEffect(CustomerApiException e) {
        return switch (e.operation()) {
            case CREATE_CAMPAIGN, CREATE_BONUS_CODE -> e.isSafeToRetry();
            case DISABLE_CAMPAIGN ->
                e.code() == ErrorCode.INVALID_REQUEST
                        || e.code() == ErrorCode.UNAUTHORIZED
                        || (e.code() == ErrorCode.CAMPAIGN_NOT_FOUND && e.getSuppressed().length == 0);
            case LAUNCH, CATALOGUE, SEARCH_CAMPAIGNS -> true;
        };
    }

    private Reply disable(ServerRequest request, Form form, Author author) {
        var code = form.required("code");
        send(author, "disable campaign", code, "", () -> {
            provider.disableCampaign(code);
            return code;
        });
        return showCampaigns("Campaign " + code + " disabled.");
    }

    /** Creates a bonus code for a player of this wallet, in the currency of the balance: no other could be redeemed (BON-2, BON-3). */
    private Reply createCode(ServerRequest request, Form form, Author author) {
        var account = form.required("account");
        var currency = parts.accounts().require(account).balance().money().currency();
        var campaign = form.required("campaign");
        var rounds = form.number("rounds");
        var terms = BonusCode.builder()
                .campaignCode(campaign)
                .userId(account)
                .currencyCode(currency)
                .bonusCode(form.required("bonus"));
        rounds.ifPresent(terms::maxRounds);
        var code = terms.build();
        var what = "bonus code " + code.bonusCode() + " of campaign " + campaign + ", " + currency
                + (rounds.isEmpty() ? "" : ", " + rounds.getAsInt() + " rounds");
        send(author, "create bonus code", account, what, () -> provider.createBonusCode(code));
        return showCampaigns("Bonus code " + code.bonusCode() + " created.");
    }
}
