package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;

/** Judges the body of every search (CAM-4, GEN-3, GEN-5). */
final class SearchJudge implements Judge {
    private static final int MOST_PER_PAGE = 100;

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.to(ApiEndpoint.SEARCH)) {
            if (BodyShape.isObjectOf(call, List.of(), "", "CAM-4", "D-9", findings)) {
                range(call, "page", Integer.MAX_VALUE, findings);
                range(call, "perPage", MOST_PER_PAGE, findings);
                Times.require(call, "from", findings);
                Times.require(call, "to", findings);
                BodyShape.requireCurrency(call, findings);
            }
        }
    }

    private static void range(ClientCall call, String field, int most, Findings findings) {
        var value = call.json().path(field);
        if (!value.isMissingNode() && !value.isNull() && !isWithin(value, most)) {
            findings.fail(
                    "CAM-4",
                    field + " as a whole number from 1" + (most == MOST_PER_PAGE ? " to 100" : ""),
                    field + ": " + value,
                    "The first page is 1, and a page holds at most 100 campaigns.",
                    call);
        }
    }

    private static boolean isWithin(JsonNode value, int most) {
        return value.isNumber()
                && value.decimalValue().stripTrailingZeros().scale() <= 0
                && value.decimalValue().signum() > 0
                && value.decimalValue().compareTo(BigDecimal.valueOf(most)) <= 0;
    }
}
