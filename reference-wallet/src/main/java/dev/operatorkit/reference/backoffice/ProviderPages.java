package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.Operation;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.net.IpAddress;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Serves the pages that call the Customer API: catalogue, launch, campaigns and bonus codes. */
final class ProviderPages {
    private static final int MAX_CAMPAIGNS = 100;
    private static final int DEFAULT_DAYS = 30;

    /** Begins the details of an entry of the trail that is written before the provider is called. */
    static final String ATTEMPT = "calls the provider";

    /** Begins the details of an entry about a call of which nobody knows whether the provider carried it out. */
    static final String UNCONFIRMED = "was not confirmed by the provider";

    private final Parts parts;
    private final CustomerApi provider;
    private final DoubleClicks clicks;

    ProviderPages(Parts parts, CustomerApi provider) {
        this.parts = parts;
        this.provider = provider;
        this.clicks = new DoubleClicks(parts.clock());
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/catalogue", office.page(this::catalogue));
        routes.get("/launched", office.page(request -> launched(request, () -> office.takeSecret(request))));
        routes.post("/catalogue/launch", office.form("launch", Role.CASHIER, clicks.once(this::launch)));
        routes.get(
                "/campaigns",
                office.page(request -> campaigns(query(request, "code"), () -> office.takeSecret(request))));
        routes.post("/campaigns", office.form("create campaign", Role.CASHIER, clicks.once(this::createCampaign)));
        routes.get("/campaigns/disable", office.page(request -> confirm(query(request, "code"))));
        routes.post("/campaigns/disable", office.form("disable campaign", Role.CASHIER, clicks.once(this::disable)));
        routes.post("/campaigns/codes", office.form("create bonus code", Role.CASHIER, clicks.once(this::createCode)));
    }

    private Reply catalogue(ServerRequest request) {
        var text = query(request, "q").strip();
        var games = provider.fetchCatalogue().games().stream()
                .map(game -> new CatalogueGame(
                        game.slug(),
                        name(game),
                        picture(game),
                        game.available(),
                        game.freeRound(),
                        String.join(", ", game.restrictedCountries())))
                .filter(game -> (game.name() + " " + game.slug())
                        .toLowerCase(Locale.ROOT)
                        .contains(text.toLowerCase(Locale.ROOT)))
                .toList();
        return Reply.page(
                Template.CATALOGUE,
                "Catalogue",
                Map.of(
                        "games",
                        games,
                        "search",
                        text,
                        "account",
                        query(request, "account"),
                        "address",
                        browserAddress(request)));
    }

    private static String name(Game game) {
        return game.field("name").map(Object::toString).orElse(game.slug());
    }

    private String nameOf(String slug) {
        try {
            return provider.fetchCatalogue().games().stream()
                    .filter(game -> game.slug().equals(slug))
                    .map(ProviderPages::name)
                    .findFirst()
                    .orElse(slug);
        } catch (CustomerApiException e) {
            return slug; // the link matters more than the game's name
        }
    }

    private static String picture(Game game) {
        return game.field("artwork")
                .filter(Map.class::isInstance)
                .map(artwork -> (Map<?, ?>) artwork)
                .flatMap(artwork -> Optional.<Object>ofNullable(artwork.get("cover"))
                        .or(() -> artwork.values().stream().findFirst()))
                .map(Object::toString)
                .orElse("");
    }

    /** Returns the browser's address (LAU-2): the remote end of the connection, since no proxy is in front. */
    private static String browserAddress(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress().getHostAddress();
    }

    /**
     * Launches a game at the click, never earlier (LAU-9), with a new session (LAU-10). The page with the link is another one, whose
     * reload launches nothing.
     */
    private Reply launch(ServerRequest request, Form form, Author author) {
        var address = IpAddress.parse(form.text("address").isEmpty() ? browserAddress(request) : form.text("address"))
                .getHostAddress();
        var lang = form.text("lang").isEmpty() ? null : form.text("lang");
        var isDemo = form.isChecked("demo");
        var slug = form.required(isDemo ? "demo" : "play");
        var demo = new LaunchRequest.Demo(slug, address, lang); // checks what both kinds have, before a session exists
        if (isDemo) {
            var call = (Supplier<URI>) () -> provider.createLaunchUrl(demo);
            return launched(slug, "", address, send(author, "launch", "", "demo of " + slug, call));
        }
        var account = form.required("account");
        var currency =
                PlayerPages.requirePlayer(parts, account).balance().money().currency();
        return launched(slug, account, address, send(author, "launch", account, slug, () -> {
            var token = parts.sessions().start(account);
            try {
                return provider.createLaunchUrl(new LaunchRequest.RealMoney(slug, address, currency, token, lang));
            } catch (RuntimeException e) {
                parts.sessions().endByToken(token); // nobody has its link, though the provider may know its token
                throw e;
            }
        }));
    }

    private static Reply launched(String slug, String account, String address, URI url) {
        var page = Links.link("/launched", "game", slug, "account", account, "address", address);
        return new Reply.RedirectWithSecret(page, url.toString());
    }

    /** Shows the link to a game, once: takes it last, when nothing can fail any more. */
    private Reply launched(ServerRequest request, Supplier<String> link) {
        var account = query(request, "account");
        var content = new HashMap<String, Object>();
        content.put("money", "");
        content.put("binding", "The link is bound to the IP address " + query(request, "address") + ".");
        content.put("back", account.isEmpty() ? "/catalogue" : Links.link("/catalogue", "account", account));
        if (!account.isEmpty()) {
            var player = PlayerPages.requirePlayer(parts, account);
            content.put(
                    "money",
                    "Bets in this game are real money of " + player.displayName() + " (" + account
                            + "), whose balance is "
                            + Page.money(player.balance().money()) + ".");
            content.put(
                    "binding",
                    "The link is bound to a new session of this player and to the IP address "
                            + query(request, "address") + ".");
        }
        var name = nameOf(query(request, "game"));
        var url = link.get();
        content.put("url", url);
        return Reply.page(
                Template.LAUNCHED, url.isEmpty() ? "The link to " + name + " was shown" : name + " is ready", content);
    }

    /** Lists the campaigns. Without the list, the notice about what was done is shown all the same. */
    private Reply campaigns(String code, Supplier<String> notice) {
        try {
            var found = search(code).list();
            var nothing = code.isEmpty()
                    ? "The provider lists no campaigns."
                    : "No campaigns match. Change the search above.";
            return campaigns(code, found, nothing).withNotice(notice.get());
        } catch (CustomerApiException e) {
            var done = notice.get();
            if (done.isEmpty()) {
                throw e;
            }
            return campaigns(
                            code,
                            List.of(),
                            "The campaigns could not be listed: " + e.getMessage() + ". Reload this page.")
                    .withNotice(done);
        }
    }

    private Reply.Render campaigns(String code, List<Campaign> found, String nothing) {
        var today = DayTotals.dayOf(parts.clock().instant());
        return Reply.page(
                Template.CAMPAIGNS,
                "Campaigns",
                Map.of(
                        "campaigns",
                        found,
                        "nothing",
                        nothing,
                        "filters",
                        List.of(Filter.of("code", "Code contains", code)),
                        "start",
                        today.toString(),
                        "end",
                        today.plusDays(DEFAULT_DAYS).toString()));
    }

    private CampaignPage search(String code) {
        var search = CampaignSearch.all().withPerPage(MAX_CAMPAIGNS);
        return provider.searchCampaigns(code.isEmpty() ? search : search.withCampaignCode(code));
    }

    private Reply createCampaign(ServerRequest request, Form form, Author author) {
        var currency = CurrencyCode.of(form.required("currency"));
        var campaign = NewCampaign.builder()
                .campaignCode(form.required("code"))
                .campaignName(form.required("name"))
                .amount(form.amount("amount", currency))
                .gameSlugs(
                        Arrays.stream(form.required("games").split("[,\\s]+")).toList())
                .startDate(form.date("start").atStartOfDay().toInstant(ZoneOffset.UTC))
                .endDate(form.date("end").plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .maxRounds(form.number("rounds"))
                .build();
        var rounds = form.number("rounds") == null ? "" : " × " + form.number("rounds") + " rounds";
        var what = form.required("name") + ", " + form.required("games") + ", " + form.amount("amount", currency)
                + rounds + ", " + form.date("start") + " to " + form.date("end");
        var code = campaign.campaignCode();
        send(author, "create campaign", code, what, () -> provider.createCampaign(campaign));
        return showCampaigns("Campaign " + code + " created.");
    }

    /** Leads to the list, which shows the notice once: its reload sends no form again. */
    private static Reply showCampaigns(String notice) {
        return new Reply.RedirectWithSecret("/campaigns?code=", notice);
    }

    /**
     * Records a call before it is made, and again when the provider has accepted it, or has perhaps done so: whoever took a response that
     * did not come for a refusal would pay twice.
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
                                    + e.callId() + ".",
                            "")
                    : new UnconfirmedException(e, "Look at the campaigns before you send it again.", "/campaigns");
        }
    }

    /**
     * Returns true if the call certainly changed nothing, or nothing that matters, as for a link that nobody got. A 404 to a campaign
     * that is disabled may answer the second attempt, after the first one was carried out (D-7).
     */
    private static boolean isWithoutEffect(CustomerApiException e) {
        return switch (e.operation()) {
            case CREATE_CAMPAIGN, CREATE_BONUS_CODE -> e.isSafeToRetry();
            case DISABLE_CAMPAIGN -> e.code() == ErrorCode.INVALID_REQUEST || e.code() == ErrorCode.UNAUTHORIZED;
            case LAUNCH, CATALOGUE, SEARCH_CAMPAIGNS -> true;
        };
    }

    /** Asks before a campaign is disabled, if the provider lists it: a list that is not complete may leave it out. */
    private Reply confirm(String code) {
        var found = search(code).list();
        var listed = found.stream().anyMatch(campaign -> campaign.campaignCode().equals(code));
        if (code.isEmpty() || (!listed && found.size() < MAX_CAMPAIGNS)) {
            throw new NotFoundException(
                    NotFoundException.Kind.CAMPAIGN,
                    "The provider lists no campaign “" + code
                            + "”. Check the code: the campaign may be disabled already.");
        }
        return Reply.page(Template.DISABLE, "Disable a campaign?", Map.of("code", code));
    }

    private Reply disable(ServerRequest request, Form form, Author author) {
        var code = form.required("code");
        send(author, "disable campaign", code, "", () -> {
            provider.disableCampaign(code);
            return code;
        });
        return showCampaigns("Campaign " + code + " disabled.");
    }

    /** Creates a bonus code for a player of this wallet; for anybody else nobody could redeem it (BON-2, BON-3). */
    private Reply createCode(ServerRequest request, Form form, Author author) {
        var account = form.required("account");
        var currency = CurrencyCode.of(form.required("currency"));
        var balance = PlayerPages.requirePlayer(parts, account).balance().money();
        if (!balance.currency().equals(currency)) {
            throw new IllegalArgumentException(
                    "The balance of " + account + " is in " + balance.currency() + ", and the code in " + currency
                            + ": the player could not redeem it. Enter a campaign in " + balance.currency() + ".");
        }
        var campaign = form.required("campaign");
        var code = BonusCode.builder()
                .campaignCode(campaign)
                .userId(account)
                .currencyCode(currency)
                .bonusCode(form.required("bonus"))
                .maxRounds(form.number("rounds"))
                .build();
        var rounds = form.number("rounds") == null ? "" : ", " + form.number("rounds") + " rounds";
        var what = "bonus code " + code.bonusCode() + " of campaign " + campaign + ", " + currency + rounds;
        send(author, "create bonus code", account, what, () -> provider.createBonusCode(code));
        return showCampaigns("Bonus code " + code.bonusCode() + " created.");
    }
}
