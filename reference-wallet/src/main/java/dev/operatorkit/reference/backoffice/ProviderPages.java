package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.net.IpAddress;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.BackOffice.Reply;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operator's half of the Customer API: catalogue, launch, campaigns, bonus codes. */
final class ProviderPages {
    private static final int MOST = 100;

    private final Parts parts;
    private final CustomerApi provider;

    ProviderPages(Parts parts, CustomerApi provider) {
        this.parts = parts;
        this.provider = provider;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/catalogue", office.page(this::catalogue));
        routes.post("/catalogue/launch", office.form((request, visit, form) -> launch(request, form)));
        routes.get("/campaigns", office.page(request -> campaigns(query(request, "code"), "")));
        routes.post("/campaigns", office.form((request, visit, form) -> createCampaign(form)));
        routes.post("/campaigns/disable", office.form((request, visit, form) -> disable(form)));
        routes.post("/campaigns/codes", office.form((request, visit, form) -> createCode(form)));
    }

    private Reply catalogue(ServerRequest request) {
        var games = provider.catalogue().games().stream()
                .map(game -> new CatalogueGame(
                        game.slug(),
                        game.field("name").map(Object::toString).orElse(game.slug()),
                        picture(game),
                        game.available(),
                        game.freeRound(),
                        String.join(", ", game.restrictedCountries())))
                .toList();
        return Reply.page(
                "catalogue.jte",
                "Catalogue",
                Map.of("games", games, "account", query(request, "account"), "address", browser(request)));
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

    /** The browser's address (LAU-2): the back office is reached without a proxy, so it is the connection's other end. */
    private static String browser(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress().getHostAddress();
    }

    /** Asked for at the click, never before (LAU-9), with a session made for it (LAU-10). */
    private Reply launch(ServerRequest request, Form form) {
        var address = IpAddress.parse(form.text("address").isEmpty() ? browser(request) : form.text("address"))
                .getHostAddress();
        var lang = form.text("lang").isEmpty() ? null : form.text("lang");
        if (form.isChecked("demo")) {
            return launched(
                    "a demo", provider.createLaunchUrl(new LaunchRequest.Demo(form.required("demo"), address, lang)));
        }
        var slug = form.required("play");
        var account = form.required("account");
        var player = parts.accounts()
                .player(account)
                .orElseThrow(() -> new IllegalArgumentException("there is no account " + account));
        var token = parts.sessions().start(account);
        var currency = player.balance().money().currency();
        return launched(
                account, provider.createLaunchUrl(new LaunchRequest.RealMoney(slug, address, currency, token, lang)));
    }

    private static Reply launched(String who, URI url) {
        return Reply.page("launched.jte", "Launched", Map.of("url", url.toString(), "who", who));
    }

    private Reply campaigns(String code, String notice) {
        var search = CampaignSearch.all().withPerPage(MOST);
        var found = provider.searchCampaigns(code.isEmpty() ? search : search.withCampaignCode(code));
        return new Reply.Show(
                "campaigns.jte",
                "Campaigns",
                notice,
                Map.of("campaigns", found.list(), "filters", List.of(Filter.of("code", "Code contains", code))));
    }

    private Reply createCampaign(Form form) {
        var currency = CurrencyCode.of(form.required("currency"));
        provider.createCampaign(new NewCampaign(
                form.required("code"),
                form.required("name"),
                Amount.parse(form.required("amount")).toMoney(currency),
                Arrays.stream(form.required("games").split("[,\\s]+")).toList(),
                form.day("start").atStartOfDay().toInstant(ZoneOffset.UTC),
                form.day("end").plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC),
                form.number("rounds")));
        return campaigns("", "The campaign " + form.required("code") + " was made.");
    }

    private Reply disable(Form form) {
        var code = form.required("code");
        provider.disableCampaign(code);
        return campaigns("", "The campaign " + code + " was disabled.");
    }

    private Reply createCode(Form form) {
        provider.createBonusCode(new BonusCode(
                form.required("campaign"),
                form.required("account"),
                CurrencyCode.of(form.required("currency")),
                form.required("bonus"),
                form.number("rounds")));
        return campaigns("", "The bonus code " + form.required("bonus") + " was made.");
    }
}
