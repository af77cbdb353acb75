package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;

/** Judges the body of every campaign that is created (CAM-1 to CAM-3, GEN-3, GEN-5). */
final class CampaignJudge implements Judge {
    static final List<String> FIELDS = List.of(
            "campaignCode", "campaignName", "amount", "currencyCode", "startDate", "endDate", "gameSlugs", "maxRounds");

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.to(ApiEndpoint.CREATE_CAMPAIGN)) {
            if (BodyShape.isObjectOf(call, FIELDS, "maxRounds", "CAM-1", "D-3", findings)) {
                texts(call, findings);
                amount(call, findings);
                dates(call, findings);
                games(call, evidence, findings);
                BodyShape.requireRounds(call, "CAM-1", findings);
            }
        }
    }

    private static void texts(ClientCall call, Findings findings) {
        for (var field : List.of("campaignCode", "campaignName", "currencyCode")) {
            BodyShape.requireText(call, field, "CAM-1", findings);
        }
        BodyShape.requireCurrency(call, findings);
    }

    private static void amount(ClientCall call, Findings findings) {
        var amount = call.json().path("amount");
        if (amount.isMissingNode()) {
            return; // BodyShape reports it
        }
        if (!amount.isNumber()) {
            findings.fail(
                    "CAM-1",
                    "amount as a number",
                    "amount: " + amount,
                    "Write a decimal number, without quotes.",
                    call);
        } else if (amount.decimalValue().signum() <= 0) {
            findings.observe("D-3", "a campaign with the amount " + amount, "an amount of more than 0", false);
        }
    }

    private static void dates(ClientCall call, Findings findings) {
        var start = Times.require(call, "startDate", findings);
        var end = Times.require(call, "endDate", findings);
        if (start.isPresent() && end.isPresent() && !end.get().isAfter(start.get())) {
            findings.observe("D-3", "a campaign that ends before it starts", "endDate after startDate", false);
        }
    }

    private static void games(ClientCall call, Evidence evidence, Findings findings) {
        var slugs = call.json().path("gameSlugs");
        if (slugs.isMissingNode()) {
            return; // BodyShape reports it
        }
        if (!slugs.isArray() || isAnyOther(slugs)) {
            findings.fail(
                    "CAM-1",
                    "gameSlugs as an array of texts",
                    "gameSlugs: " + slugs,
                    "List the slugs one by one.",
                    call);
            return;
        }
        var distinct = new HashSet<String>();
        slugs.forEach(slug -> distinct.add(slug.asText()));
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

    private static boolean isAnyOther(JsonNode slugs) {
        for (var slug : slugs) {
            if (!slug.isTextual()) {
                return true;
            }
        }
        return false;
    }
}
