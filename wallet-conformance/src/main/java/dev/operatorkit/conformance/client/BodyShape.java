package dev.operatorkit.conformance.client;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Judges the fields of a body. What a decision settles is observed, what a rule names is required. */
final class BodyShape {
    private BodyShape() {}

    /**
     * Returns true for a JSON object whose fields can be judged one by one.
     *
     * @param optional the field that may be absent
     * @param rule the rule that names the fields
     * @param decision the decision that says which of them are required
     */
    static boolean isObjectOf(
            ClientCall call, List<String> fields, String optional, String rule, String decision, Findings findings) {
        if (call.syntax() != ClientCall.Syntax.VALID && call.syntax() != ClientCall.Syntax.DUPLICATE_KEY) {
            return false; // PathJudge reports it
        }
        var json = call.json();
        if (!json.isObject() || (json.size() == 1 && json.path("data").isObject())) {
            findings.fail(
                    rule,
                    "a body that is the object itself",
                    json.isObject() ? "the object within data" : "another JSON value than an object",
                    "Only responses have the envelope data, and a call creates one thing.",
                    call);
            return false;
        }
        for (var field : fields) {
            if (!json.has(field) && !field.equals(optional)) {
                var other = otherSpelling(call, field);
                if (other.isEmpty()) {
                    findings.observe(
                            decision, call.endpoint().orElseThrow() + " without " + field, "all fields", false);
                } else {
                    findings.fail(
                            rule, "the field " + field, "the field " + other, "Write the names as specified.", call);
                }
            }
        }
        return true;
    }

    private static String otherSpelling(ClientCall call, String field) {
        return call.json().properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> plain(name).equals(plain(field)))
                .findFirst()
                .orElse("");
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    /** Fails a field that is there and not a text. */
    static void requireText(ClientCall call, String field, String rule, Findings findings) {
        var value = call.json().path(field);
        if (!value.isMissingNode() && !value.isTextual()) {
            findings.fail(rule, field + " as a text", field + ": " + value, "Write one text in quotes.", call);
        }
    }

    /** Fails a currency that is there and no code. */
    static void requireCurrency(ClientCall call, Findings findings) {
        var value = call.json().path("currencyCode");
        if (value.isTextual() && !Currencies.isCode(value.asText())) {
            findings.fail("GEN-5", Currencies.EXPECTED, "currencyCode: " + value, Currencies.HINT, call);
        }
    }

    /** Fails rounds that are there and no whole number. */
    static void requireRounds(ClientCall call, String rule, Findings findings) {
        var rounds = call.json().path("maxRounds");
        if (rounds.isMissingNode() || rounds.isNull()) {
            return;
        }
        if (!rounds.isNumber() || rounds.decimalValue().stripTrailingZeros().scale() > 0) {
            findings.fail(
                    rule,
                    "maxRounds as a whole number",
                    "maxRounds: " + rounds,
                    "Write a whole number without quotes, or leave it out.",
                    call);
        } else if (rounds.decimalValue().signum() <= 0) {
            findings.observe("D-3", "maxRounds of " + rounds, "at least 1, or no maxRounds", false);
        }
    }
}
