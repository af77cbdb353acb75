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
                findings.fail("no-address", address.isEmpty() ? "no ipAddress" : "ipAddress=" + address, call);
            }
            mode(call, query, findings);
            if (query.has("lang") && !LANGUAGE.matcher(query.get("lang")).matches()) {
                findings.fail("language", "lang=" + query.get("lang"), call);
            }
            game(call, evidence, findings);
        }
    }

    /** Records a parameter with two values, of which the receiver may choose either; the same value twice is only odd. */
    private static void repeated(ClientCall call, String name, List<String> values, Findings findings) {
        var rule = RULES.get(name);
        if (rule == null || values.stream().distinct().count() == 1) {
            findings.differ("ERR-1", name + " is in the query of a launch twice", "each parameter once");
        } else {
            var actual = name + " is there with the values " + String.join(" and ", values);
            findings.failRule(rule, "parameter-twice", actual, call, name);
        }
    }

    private static void mode(ClientCall call, Parameters query, Findings findings) {
        switch (query.get("freeToPlay")) {
            case "true" -> {
                for (var name : REAL_MONEY) {
                    if (query.has(name)) {
                        var actual = name + " is there" + (query.get(name).isEmpty() ? ", empty" : "");
                        findings.fail("demo-parameter", actual, call, name);
                    }
                }
            }
            case "false" -> {
                var missing = REAL_MONEY.stream().filter(name -> query.get(name).isEmpty());
                missing.findFirst()
                        .ifPresentOrElse(
                                name -> findings.fail("real-money-parameter", "no " + name, call, name),
                                () -> realMoney(call, query, findings));
            }
            default -> {
                var sent = query.has("freeToPlay") ? "freeToPlay=" + query.get("freeToPlay") : "no freeToPlay";
                findings.fail("mode", sent, call);
            }
        }
    }

    private static void realMoney(ClientCall call, Parameters query, Findings findings) {
        var currency = query.get("currency");
        if (currency.equals("FUN")) {
            findings.fail("currency-of-demo", "currency=FUN for real money", call);
        } else if (!Literals.isCurrency(currency)) {
            findings.fail("currency", "currency=" + currency, call);
        }
        if (query.get("token").length() > MAX_TOKEN) {
            findings.differ("D-36", "a token of more than " + MAX_TOKEN + " characters", "at most 2048");
        }
    }

    private static void game(ClientCall call, Evidence evidence, Findings findings) {
        var slug = call.variable();
        var isTold = evidence.task().text("slug").filter(slug::equals).isPresent();
        var offer = evidence.games().get(slug);
        if (offer == null && !isTold) {
            findings.fail("unknown-game", call.describe(), call);
        } else if (offer != null && !offer.available()) {
            findings.differ("LAU-12", "a game that is not available is launched", "only available games");
        }
    }
}
