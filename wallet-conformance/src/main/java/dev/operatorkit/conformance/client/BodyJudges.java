package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CAMPAIGN;
import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CODE;
import static dev.operatorkit.conformance.client.ApiEndpoint.DISABLE;
import static dev.operatorkit.conformance.client.ApiEndpoint.SEARCH;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Judges the bodies of campaigns, bonus codes and searches, field by field. */
final class BodyJudges {
    private static final int MAX_PER_PAGE = 100;

    /** Defines what a field holds, and judges a value that is there. */
    private enum Type {
        TEXT,
        CURRENCY,
        TIME,
        AMOUNT,
        ROUNDS,
        PAGE,
        GAMES
    }

    private static final Map<String, Type> CAMPAIGN = Map.of(
            "campaignCode", Type.TEXT,
            "campaignName", Type.TEXT,
            "amount", Type.AMOUNT,
            "currencyCode", Type.CURRENCY,
            "startDate", Type.TIME,
            "endDate", Type.TIME,
            "gameSlugs", Type.GAMES,
            "maxRounds", Type.ROUNDS);
    private static final Map<String, Type> CODE = Map.of(
            "campaignCode", Type.TEXT,
            "userId", Type.TEXT,
            "currencyCode", Type.CURRENCY,
            "bonusCode", Type.TEXT,
            "maxRounds", Type.ROUNDS);
    private static final Map<String, Type> SEARCHED = Map.of(
            "page", Type.PAGE,
            "perPage", Type.PAGE,
            "from", Type.TIME,
            "to", Type.TIME,
            "currencyCode", Type.CURRENCY);

    private BodyJudges() {}

    /** Judges every campaign that is created (CAM-1 to CAM-3, GEN-3, GEN-5). */
    static void campaigns(Evidence evidence, Findings findings) {
        for (var call : evidence.to(CREATE_CAMPAIGN)) {
            if (isObjectOf(call, CAMPAIGN.keySet(), "D-3", findings)) {
                judge(call, CAMPAIGN, findings);
                order(call, findings);
                games(call, evidence, findings);
            }
        }
    }

    /** Judges every search (CAM-4, GEN-3, GEN-5). */
    static void searches(Evidence evidence, Findings findings) {
        for (var call : evidence.to(SEARCH)) {
            if (isObjectOf(call, Set.of(), "D-9", findings)) {
                judge(call, SEARCHED, findings);
            }
        }
    }

    /** Judges every bonus code: one player, one currency, unique, and rounds from the code or the campaign (BON-1 to BON-5). */
    static void codes(Evidence evidence, Findings findings) {
        var campaigns = new HashMap<String, JsonNode>();
        var disabled = new HashSet<String>();
        var codes = new HashMap<String, JsonNode>();
        var exposure = BigDecimal.ZERO;
        for (var call : evidence.calls()) {
            var body = call.json();
            if (call.isTo(CREATE_CAMPAIGN) && body.isObject()) {
                campaigns.put(body.path("campaignCode").asText(), body);
            } else if (call.isTo(DISABLE)) {
                disabled.add(call.variable());
            } else if (call.isTo(CREATE_CODE) && isObjectOf(call, CODE.keySet(), "D-4", findings)) {
                judge(call, CODE, findings);
                unique(call, codes, findings);
                var name = body.path("campaignCode").asText();
                var campaign = campaigns.get(name);
                if (disabled.contains(name)) {
                    findings.observe("D-6", "a bonus code for a campaign that was disabled", "no code for it", false);
                }
                if (campaign != null) {
                    fits(call, campaign, findings);
                } else if (!evidence.isPrepared(name)) {
                    findings.observe("D-6", "a bonus code before its campaign", "the campaign first", false);
                }
                exposure = exposure.add(exposure(body, campaign));
            }
        }
        if (exposure.signum() > 0) {
            findings.note("The bonus codes promise up to "
                    + exposure.stripTrailingZeros().toPlainString() + " in stakes (amount × rounds × codes)");
        }
    }

    /** Returns true for a JSON object whose fields can be judged one by one. Only {@code maxRounds} may be absent. */
    private static boolean isObjectOf(ClientCall call, Set<String> fields, String decision, Findings findings) {
        if (call.syntax() != ClientCall.Syntax.VALID && call.syntax() != ClientCall.Syntax.DUPLICATE_KEY) {
            return false; // CallJudges reports it
        }
        var json = call.json();
        var endpoint = call.endpoint().orElseThrow();
        if (!json.isObject() || (json.size() == 1 && json.path("data").isObject())) {
            findings.fail(
                    endpoint.rule(),
                    "a body that is the object itself",
                    json.isObject() ? "the object within data" : "another JSON value than an object",
                    "Only responses have the envelope data, and a call creates one thing.",
                    call);
            return false;
        }
        fields.stream()
                .filter(field -> !json.has(field) && !field.equals("maxRounds"))
                .sorted()
                .forEach(field -> otherSpelling(json, field)
                        .ifPresentOrElse(
                                other -> findings.fail(
                                        endpoint.rule(),
                                        "the field " + field,
                                        "the field " + other,
                                        "Write the names as specified.",
                                        call),
                                () -> findings.observe(decision, endpoint + " without " + field, "all fields", false)));
        return true;
    }

    private static Optional<String> otherSpelling(JsonNode json, String field) {
        return json.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> plain(name).equals(plain(field)))
                .findFirst();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    private static void judge(ClientCall call, Map<String, Type> fields, Findings findings) {
        call.json().properties().forEach(field -> {
            var type = fields.get(field.getKey());
            if (type != null) {
                judge(call, type, field.getKey(), field.getValue(), findings);
            }
        });
    }

    private static void judge(ClientCall call, Type type, String field, JsonNode value, Findings findings) {
        var rule = call.endpoint().orElseThrow().rule();
        var actual = field + ": " + value;
        switch (type) {
            case TEXT -> {
                if (!value.isTextual()) {
                    findings.fail(rule, field + " as a text", actual, "Write one text in quotes.", call);
                }
            }
            case CURRENCY -> {
                if (!value.isTextual() && call.isTo(SEARCH)) {
                    return; // any currency
                }
                if (!value.isTextual()) {
                    findings.fail(rule, field + " as a text", actual, "Write one text in quotes.", call);
                } else if (!Literals.isCurrency(value.asText())) {
                    findings.fail("GEN-5", Literals.CURRENCY, actual, Literals.CURRENCY_HINT, call);
                }
            }
            case TIME -> {
                if (!value.isNull() && Literals.time(value).isEmpty()) {
                    findings.fail(
                            "GEN-3",
                            field + " as ISO-8601 in UTC, such as 2026-03-01T12:00:00.000Z",
                            actual,
                            "Convert the time to UTC before it is written, and end it with Z.",
                            call);
                }
            }
            case AMOUNT -> {
                if (!value.isNumber()) {
                    var hint = "Write a decimal number, without quotes.";
                    findings.fail(rule, "amount as a number", actual, hint, call);
                } else if (value.decimalValue().signum() <= 0) {
                    findings.observe("D-3", "a campaign with the amount " + value, "an amount of more than 0", false);
                }
            }
            case ROUNDS -> {
                if (!value.isNull() && !isWhole(value)) {
                    var hint = "Write a whole number without quotes, or leave it out.";
                    findings.fail(rule, "maxRounds as a whole number", actual, hint, call);
                } else if (!value.isNull() && value.decimalValue().signum() <= 0) {
                    findings.observe("D-3", "maxRounds of " + value, "at least 1, or no maxRounds", false);
                }
            }
            case PAGE -> {
                var max = field.equals("perPage") ? MAX_PER_PAGE : Integer.MAX_VALUE;
                if (!value.isNull() && !(isWhole(value) && isWithin(value.decimalValue(), max))) {
                    findings.fail(
                            "CAM-4",
                            field + " as a whole number from 1" + (max == MAX_PER_PAGE ? " to 100" : ""),
                            actual,
                            "The first page is 1, and a page holds at most 100 campaigns.",
                            call);
                }
            }
            case GAMES -> {
                if (!value.isArray() || texts(value).size() < value.size()) {
                    var hint = "List the slugs one by one.";
                    findings.fail("CAM-1", "gameSlugs as an array of texts", actual, hint, call);
                }
            }
        }
    }

    private static boolean isWhole(JsonNode value) {
        return value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
    }

    private static boolean isWithin(BigDecimal value, int max) {
        return value.signum() > 0 && value.compareTo(BigDecimal.valueOf(max)) <= 0;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    private static void order(ClientCall call, Findings findings) {
        var start = Literals.time(call.json().path("startDate"));
        var end = Literals.time(call.json().path("endDate"));
        if (start.isPresent() && end.isPresent() && !end.get().isAfter(start.get())) {
            findings.observe("D-3", "a campaign that ends before it starts", "endDate after startDate", false);
        }
    }

    private static void games(ClientCall call, Evidence evidence, Findings findings) {
        var slugs = call.json().path("gameSlugs");
        if (!slugs.isArray() || texts(slugs).size() < slugs.size()) {
            return; // reported already
        }
        var distinct = new HashSet<>(texts(slugs));
        if (slugs.isEmpty() || distinct.size() < slugs.size()) {
            findings.observe(
                    "D-3",
                    slugs.isEmpty() ? "a campaign without games" : "a campaign that names a game twice",
                    "at least one game, each once",
                    false);
        }
        for (var slug : distinct) {
            var offer = evidence.games().get(slug);
            if (offer == null || !offer.freeRound()) {
                findings.fail(
                        "CAM-3",
                        "games whose freeRound is true",
                        slug + (offer == null ? " is not a game of the catalogue" : " has freeRound false"),
                        "Take the games of a campaign from the catalogue, and only those with free rounds.",
                        call);
            }
        }
    }

    /** A repeated call is the same code; the same code for another player or campaign is a collision. */
    private static void unique(ClientCall call, Map<String, JsonNode> codes, Findings findings) {
        var name = call.json().path("bonusCode").asText();
        var before = codes.putIfAbsent(name, call.json());
        if (before != null && !(isSame(before, call, "userId") && isSame(before, call, "campaignCode"))) {
            collision("the same bonusCode " + name + " for two players or campaigns", call, findings);
        }
    }

    static void collision(String actual, ClientCall call, Findings findings) {
        findings.fail(
                "BON-4",
                "a bonusCode that is unique across the operator's platform",
                actual,
                "Make each code from enough randomness, and keep it in a table with a unique key.",
                call);
    }

    private static boolean isSame(JsonNode before, ClientCall call, String field) {
        return before.path(field).equals(call.json().path(field));
    }

    private static void fits(ClientCall call, JsonNode campaign, Findings findings) {
        var code = call.json();
        var currency = campaign.path("currencyCode");
        if (!currency.equals(code.path("currencyCode"))) {
            findings.fail(
                    "BON-3",
                    "the currency of the campaign, " + currency.asText(),
                    "currencyCode: " + code.path("currencyCode"),
                    "Campaign, code and account have one currency. Create one campaign for each currency.",
                    call);
        }
        if (!campaign.hasNonNull("maxRounds") && !code.hasNonNull("maxRounds")) {
            findings.fail(
                    "BON-5",
                    "maxRounds on the campaign or on the code",
                    "maxRounds on neither",
                    "A campaign without maxRounds needs one on each of its codes.",
                    call);
        }
    }

    private static BigDecimal exposure(JsonNode code, @Nullable JsonNode campaign) {
        if (campaign == null || !campaign.path("amount").isNumber()) {
            return BigDecimal.ZERO;
        }
        var rounds = code.hasNonNull("maxRounds") ? code.path("maxRounds") : campaign.path("maxRounds");
        return rounds.isNumber()
                ? campaign.path("amount").decimalValue().multiply(rounds.decimalValue())
                : BigDecimal.ZERO;
    }
}
