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
import java.util.Set;
import java.util.stream.StreamSupport;

/** Judges the bodies of campaigns, bonus codes and searches, field by field. */
final class BodyJudges {
    private static final int MAX_PER_PAGE = 100;

    /** Defines what a field holds. */
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
                    findings.differ("D-6", "a bonus code for a campaign that was disabled", "no code for it");
                }
                if (campaign != null) {
                    fits(call, campaign, findings);
                } else if (!evidence.isPrepared(name)) {
                    findings.differ("D-6", "a bonus code before its campaign", "the campaign first");
                }
            }
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
            var actual = json.isObject() ? "the object within data" : "another JSON value than an object";
            findings.failRule(endpoint.rule(), "envelope", actual, call);
            return false;
        }
        for (var field : fields.stream().sorted().toList()) {
            if (!json.has(field) && !field.equals("maxRounds")) {
                var other = otherSpelling(json, field);
                if (other.isEmpty()) {
                    findings.differ(decision, endpoint + " without " + field, "all fields");
                } else {
                    findings.failRule(endpoint.rule(), "field-name", "the field " + other, call, field);
                }
            }
        }
        return true;
    }

    private static String otherSpelling(JsonNode json, String field) {
        return json.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> plain(name).equals(plain(field)))
                .findFirst()
                .orElse("");
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

    /** Checks one field of a body. */
    private record FieldCheck(ClientCall call, String actual, Findings findings) {
        void require(boolean isRight, String rule, String mistake, Object... values) {
            if (!isRight) {
                findings.failRule(rule, mistake, actual, call, values);
            }
        }
    }

    private static void judge(ClientCall call, Type type, String field, JsonNode value, Findings findings) {
        var rule = call.endpoint().orElseThrow().rule();
        var check = new FieldCheck(call, field + ": " + value, findings);
        switch (type) {
            case TEXT -> check.require(value.isTextual(), rule, "text", field);
            case CURRENCY -> {
                if (value.isTextual()) {
                    check.require(Literals.isCurrency(value.asText()), "GEN-5", "currency");
                } else {
                    check.require(call.isTo(SEARCH), rule, "text", field); // null is any currency
                }
            }
            case TIME -> {
                var isTime = value.isNull() || Literals.time(value).isPresent();
                check.require(isTime, "GEN-3", "time", field);
            }
            case AMOUNT -> {
                check.require(value.isNumber(), rule, "amount");
                if (value.isNumber() && value.decimalValue().signum() <= 0) {
                    findings.differ("D-3", "a campaign with the amount " + value, "an amount of more than 0");
                }
            }
            case ROUNDS -> {
                check.require(value.isNull() || isWhole(value), rule, "rounds");
                if (isWhole(value) && value.decimalValue().signum() <= 0) {
                    findings.differ("D-3", "maxRounds of " + value, "at least 1, or no maxRounds");
                }
            }
            case PAGE -> {
                var isLimited = field.equals("perPage");
                var isPage = isWhole(value)
                        && value.decimalValue().signum() > 0
                        && value.decimalValue()
                                        .compareTo(BigDecimal.valueOf(isLimited ? MAX_PER_PAGE : Integer.MAX_VALUE))
                                <= 0;
                var limit = isLimited ? " to 100" : "";
                check.require(value.isNull() || isPage, "CAM-4", "page", field, limit);
            }
            case GAMES -> check.require(isTexts(value), "CAM-1", "games");
        }
    }

    private static boolean isWhole(JsonNode value) {
        return value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
    }

    private static boolean isTexts(JsonNode value) {
        return value.isArray() && texts(value).size() == value.size();
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
            findings.differ("D-3", "a campaign that ends before it starts", "endDate after startDate");
        }
    }

    private static void games(ClientCall call, Evidence evidence, Findings findings) {
        var slugs = call.json().path("gameSlugs");
        if (!isTexts(slugs)) {
            return; // reported already
        }
        var distinct = new HashSet<>(texts(slugs));
        if (slugs.isEmpty() || distinct.size() < slugs.size()) {
            var seen = slugs.isEmpty() ? "a campaign without games" : "a campaign that names a game twice";
            findings.differ("D-3", seen, "at least one game, each once");
        }
        for (var slug : distinct) {
            var offer = evidence.games().get(slug);
            if (offer == null || !offer.freeRound()) {
                var why = offer == null ? " is not a game of the catalogue" : " has freeRound false";
                findings.fail("game-without-free-rounds", slug + why, call);
            }
        }
    }

    /** A repeated call is the same code; the same code for another player or campaign is a collision. */
    private static void unique(ClientCall call, Map<String, JsonNode> codes, Findings findings) {
        var name = call.json().path("bonusCode").asText();
        var before = codes.putIfAbsent(name, call.json());
        if (before != null && !(isSame(before, call, "userId") && isSame(before, call, "campaignCode"))) {
            findings.fail("same-code", "the same bonusCode " + name + " for two players or campaigns", call);
        }
    }

    private static boolean isSame(JsonNode before, ClientCall call, String field) {
        return before.path(field).equals(call.json().path(field));
    }

    private static void fits(ClientCall call, JsonNode campaign, Findings findings) {
        var code = call.json();
        var currency = campaign.path("currencyCode");
        if (!currency.equals(code.path("currencyCode"))) {
            var actual = "currencyCode: " + code.path("currencyCode");
            findings.fail("currency-of-campaign", actual, call, currency.asText());
        }
        if (!campaign.hasNonNull("maxRounds") && !code.hasNonNull("maxRounds")) {
            findings.fail("no-rounds", "maxRounds on neither", call);
        }
    }
}
