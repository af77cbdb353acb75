package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges every bonus code: one player, one currency, unique, and rounds from the code or the campaign (BON-1 to BON-5). */
final class CodeJudge implements Judge {
    private static final List<String> FIELDS =
            List.of("campaignCode", "userId", "currencyCode", "bonusCode", "maxRounds");

    @Override
    public void judge(Evidence evidence, Findings findings) {
        var campaigns = new HashMap<String, JsonNode>();
        var disabled = new HashSet<String>();
        Map<String, ClientCall> codes = new HashMap<>();
        var exposure = BigDecimal.ZERO;
        for (var call : evidence.calls()) {
            if (call.isTo(ApiEndpoint.CREATE_CAMPAIGN) && call.json().isObject()) {
                campaigns.put(call.json().path("campaignCode").asText(), call.json());
            } else if (call.isTo(ApiEndpoint.DISABLE)) {
                disabled.add(call.variable());
            } else if (call.isTo(ApiEndpoint.CREATE_CODE)
                    && BodyShape.isObjectOf(call, FIELDS, "maxRounds", "BON-1", "D-4", findings)) {
                fields(call, findings);
                unique(call, codes, findings);
                var campaign = campaigns.get(call.json().path("campaignCode").asText());
                fits(call, campaign, disabled, evidence, findings);
                exposure = exposure.add(exposure(call.json(), campaign));
            }
        }
        if (exposure.signum() > 0) {
            findings.note("The bonus codes promise up to "
                    + exposure.stripTrailingZeros().toPlainString() + " in stakes (amount × rounds × codes)");
        }
    }

    private static void fields(ClientCall call, Findings findings) {
        for (var field : List.of("campaignCode", "userId", "currencyCode", "bonusCode")) {
            BodyShape.requireText(call, field, "BON-1", findings);
        }
        BodyShape.requireCurrency(call, findings);
        BodyShape.requireRounds(call, "BON-1", findings);
    }

    /** A repeated call is the same code; the same code for another player or campaign is a collision. */
    private static void unique(ClientCall call, Map<String, ClientCall> codes, Findings findings) {
        var name = call.json().path("bonusCode").asText();
        var before = codes.putIfAbsent(name, call);
        if (before != null && !(same(before, call, "userId") && same(before, call, "campaignCode"))) {
            findings.fail(
                    "BON-4",
                    "a bonusCode that is unique across the operator's platform",
                    "the same bonusCode " + name + " for two players or campaigns",
                    "Make each code from enough randomness, and keep it in a table with a unique key.",
                    call);
        }
    }

    private static boolean same(ClientCall one, ClientCall other, String field) {
        return one.json().path(field).equals(other.json().path(field));
    }

    private static void fits(
            ClientCall call, @Nullable JsonNode campaign, Set<String> disabled, Evidence evidence, Findings findings) {
        var code = call.json();
        var name = code.path("campaignCode").asText();
        if (disabled.contains(name)) {
            findings.observe("D-6", "a bonus code for a campaign that was disabled", "no code for it", false);
        }
        if (campaign == null) {
            if (!evidence.isPrepared(name)) {
                findings.observe("D-6", "a bonus code before its campaign", "the campaign first", false);
            }
            return;
        }
        if (!campaign.path("currencyCode").equals(code.path("currencyCode"))) {
            findings.fail(
                    "BON-3",
                    "the currency of the campaign, "
                            + campaign.path("currencyCode").asText(),
                    "currencyCode: " + code.path("currencyCode"),
                    "Campaign, code and account have one currency. Create one campaign for each currency.",
                    call);
        }
        if (isAbsent(campaign.path("maxRounds")) && isAbsent(code.path("maxRounds"))) {
            findings.fail(
                    "BON-5",
                    "maxRounds on the campaign or on the code",
                    "maxRounds on neither",
                    "A campaign without maxRounds needs one on each of its codes.",
                    call);
        }
    }

    private static boolean isAbsent(JsonNode rounds) {
        return rounds.isMissingNode() || rounds.isNull();
    }

    private static BigDecimal exposure(JsonNode code, @Nullable JsonNode campaign) {
        if (campaign == null || !campaign.path("amount").isNumber()) {
            return BigDecimal.ZERO;
        }
        var rounds = isAbsent(code.path("maxRounds")) ? campaign.path("maxRounds") : code.path("maxRounds");
        return rounds.isNumber()
                ? campaign.path("amount").decimalValue().multiply(rounds.decimalValue())
                : BigDecimal.ZERO;
    }
}
