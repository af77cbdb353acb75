package dev.operatorkit.conformance.client;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Judges the parameters of every launch (LAU-2, LAU-5 to LAU-7, GEN-5). */
final class LaunchJudge {
    private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{2}");
    private static final int MAX_TOKEN = 2048;
    private static final List<String> REAL_MONEY = List.of("currency", "token");
    private static final Map<String, String> RULES =
            Map.of("ipAddress", "LAU-2", "freeToPlay", "LAU-5", "currency", "LAU-6", "token", "LAU-6", "lang", "LAU-7");

    private LaunchJudge() {}

    static void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.to(ApiEndpoint.LAUNCH)) {
            var query = new Parameters(call.query());
            query.repeated().forEach((name, values) -> repeated(call, name, values, findings));
            var address = query.get("ipAddress");
            if (Literals.address(address).isEmpty()) {
                findings.fail(
                        "LAU-2",
                        "ipAddress with the address of the player's browser",
                        address.isEmpty() ? "no ipAddress" : "ipAddress=" + address,
                        "Send one IPv4 or IPv6 address, without a port.",
                        call);
            }
            mode(call, query, findings);
            if (query.has("lang") && !LANGUAGE.matcher(query.get("lang")).matches()) {
                findings.fail(
                        "LAU-7",
                        "lang of two letters (ISO 639-1), or no lang",
                        "lang=" + query.get("lang"),
                        "Map the locale to its language, or leave lang out.",
                        call);
            }
            game(call, evidence, findings);
        }
    }

    /** Nobody can tell which of two values counts, so both must be the right one; the same value twice is only odd. */
    private static void repeated(ClientCall call, String name, List<String> values, Findings findings) {
        var rule = RULES.get(name);
        if (rule == null || values.stream().distinct().count() == 1) {
            findings.observe("ERR-1", name + " is in the query of a launch twice", "each parameter once", false);
        } else {
            findings.fail(
                    rule,
                    "one value of " + name,
                    name + " is there with the values " + String.join(" and ", values),
                    "Replace the parameter where it is there already, and do not add another one.",
                    call);
        }
    }

    private static void mode(ClientCall call, Parameters query, Findings findings) {
        switch (query.get("freeToPlay")) {
            case "true" ->
                REAL_MONEY.stream()
                        .filter(query::has)
                        .forEach(name -> findings.fail(
                                "LAU-6",
                                "a demo without " + name,
                                name + " is there" + (query.get(name).isEmpty() ? ", empty" : ""),
                                "Omit the parameter: an empty one is not an absent one.",
                                call));
            case "false" ->
                REAL_MONEY.stream()
                        .filter(name -> query.get(name).isEmpty())
                        .findFirst()
                        .ifPresentOrElse(
                                name -> findings.fail(
                                        "LAU-6",
                                        "a launch for real money with " + name,
                                        "no " + name,
                                        "Send the player's currency and the token of the session.",
                                        call),
                                () -> realMoney(call, query, findings));
            default ->
                findings.fail(
                        "LAU-5",
                        "freeToPlay=true or freeToPlay=false",
                        query.has("freeToPlay") ? "freeToPlay=" + query.get("freeToPlay") : "no freeToPlay",
                        "Write the words in lower case.",
                        call);
        }
    }

    private static void realMoney(ClientCall call, Parameters query, Findings findings) {
        var currency = query.get("currency");
        if (currency.equals("FUN")) {
            findings.fail(
                    "LAU-6",
                    "the player's currency",
                    "currency=FUN for real money",
                    "A demo is freeToPlay=true, without currency and token.",
                    call);
        } else if (!Literals.isCurrency(currency)) {
            findings.fail("GEN-5", Literals.CURRENCY, "currency=" + currency, Literals.CURRENCY_HINT, call);
        }
        if (query.get("token").length() > MAX_TOKEN) {
            findings.observe("D-36", "a token of more than " + MAX_TOKEN + " characters", "at most 2048", false);
        }
    }

    private static void game(ClientCall call, Evidence evidence, Findings findings) {
        var slug = call.variable();
        var isTold = evidence.task().text("slug").filter(slug::equals).isPresent();
        var offer = evidence.games().get(slug);
        if (offer == null && !isTold) {
            findings.fail(
                    "CAT-2",
                    "the slug of a game in the catalogue",
                    call.describe(),
                    "The slug is the identifier; send it as the catalogue writes it.",
                    call);
        } else if (offer != null && !offer.available()) {
            findings.observe("LAU-12", "a game that is not available is launched", "only available games", false);
        }
    }
}
