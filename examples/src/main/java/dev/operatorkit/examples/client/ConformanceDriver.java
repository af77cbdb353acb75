package dev.operatorkit.examples.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.SessionTokens;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Performs the task of a scenario of {@code client-conformance} with the client SDK: the command behind {@code --}. An operator
 * writes such a driver for its own client.
 */
public final class ConformanceDriver {
    private final CustomerApi api;
    private final JsonNode task;

    private ConformanceDriver(CustomerApi api, JsonNode task) {
        this.api = api;
        this.task = task;
    }

    /** Reads the service from the environment, and the task from {@code OPERATORKIT_SCENARIO}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (var api = CustomerApi.fromEnvironment()) {
            act(api, System.getenv("OPERATORKIT_SCENARIO"));
        } catch (CustomerApiException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Performs a task. */
    static void act(CustomerApi api, String task) throws IOException, InterruptedException {
        new ConformanceDriver(api, JsonMapper.builder().build().readTree(task)).run();
    }

    private void run() throws InterruptedException {
        switch (text("do")) {
            case "catalogue" -> api.fetchCatalogue();
            case "poll" -> poll();
            case "launch" -> launch(text("ip"));
            case "launch-demo" ->
                api.createLaunchUrl(
                        LaunchRequest.demo(game()).ip(text("ip")).lang(lang()).build());
            case "launch-proxied" -> launch(browser());
            case "visit" -> visit();
            case "create-campaign" -> createCampaign();
            case "create-codes" -> createCodes();
            case "search" -> search();
            case "disable" -> api.disableCampaign(text("campaign"));
            default -> throw new IllegalArgumentException("There is no task called " + text("do") + ".");
        }
    }

    private void poll() throws InterruptedException {
        for (var i = 0; i < task.path("times").asInt(); i++) {
            if (i > 0) {
                Thread.sleep((long) (task.path("interval").asDouble() * 1000));
            }
            api.fetchCatalogue();
        }
    }

    private void launch(String address) {
        launch(game(), address, task.path("token").asText(SessionTokens.generate()));
    }

    private void launch(String slug, String address, String token) {
        api.createLaunchUrl(LaunchRequest.realMoney(slug)
                .ip(address)
                .currency(currency())
                .token(token)
                .lang(lang())
                .build());
    }

    /** Opens the lobby, and asks for a URL at each click, with the token of the player's session. */
    private void visit() {
        api.fetchCatalogue();
        var sessions = new HashMap<String, String>();
        for (var click : task.path("clicks")) {
            var token = sessions.computeIfAbsent(click.path("player").asText(), player -> SessionTokens.generate());
            launch(click.path("slug").asText(), click.path("ip").asText(), token);
        }
    }

    /** Returns the leftmost entry of X-Forwarded-For that our own proxies vouch for (LAU-4). */
    private String browser() {
        var hops = new ArrayList<>(List.of(text("forwarded").split(", *", -1)));
        var address = text("peer");
        while (!hops.isEmpty() && address.startsWith("10.")) {
            address = hops.removeLast();
        }
        return address;
    }

    private void createCampaign() {
        api.createCampaign(new NewCampaign(
                text("code"),
                text("name"),
                Money.of(task.path("amount").decimalValue().toPlainString(), text("currency")),
                slugs(),
                Instant.parse(text("start")),
                Instant.parse(text("end")),
                number("rounds")));
    }

    private void createCodes() {
        createCampaign();
        for (var player : task.path("players")) {
            api.createBonusCode(new BonusCode(
                    text("code"),
                    player.path("id").asText(),
                    currency(),
                    UUID.randomUUID().toString(),
                    number("codeRounds")));
        }
    }

    private void search() {
        var search = CampaignSearch.all().withPerPage(task.path("perPage").asInt());
        if (task.has("campaign")) {
            search = search.withCampaignCode(text("campaign"));
        }
        if (task.has("currency")) {
            search = search.withCurrency(currency());
        }
        if (task.has("from")) {
            search = search.withFrom(Instant.parse(text("from")));
        }
        api.searchAllCampaigns(search).forEach(campaign -> {});
    }

    private String game() {
        return task.has("slug")
                ? text("slug")
                : api.fetchCatalogue().games().stream()
                        .filter(Game::available)
                        .findFirst()
                        .orElseThrow()
                        .slug();
    }

    private List<String> slugs() {
        var slugs = new ArrayList<String>();
        task.path("slugs").forEach(slug -> slugs.add(slug.asText()));
        return slugs;
    }

    private CurrencyCode currency() {
        return CurrencyCode.of(text("currency"));
    }

    private @Nullable String lang() {
        return task.has("lang") ? text("lang") : null;
    }

    private OptionalInt number(String name) {
        return task.has(name) ? OptionalInt.of(task.path(name).asInt()) : OptionalInt.empty();
    }

    private String text(String name) {
        return task.path(name).asText();
    }
}
