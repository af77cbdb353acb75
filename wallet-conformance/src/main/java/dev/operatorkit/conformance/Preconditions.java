package dev.operatorkit.conformance;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Says what the wallet under test checks beyond the specification (D-63), so that cases stay within it.
 *
 * @param campaign a campaign that the wallet knows; empty when the tester named none
 * @param maxStake the largest stake that the wallet accepts; null when the tester named none
 */
public record Preconditions(String campaign, @Nullable BigDecimal maxStake) {
    private static final String USUAL_CAMPAIGN = "conformance";

    /** Returns the preconditions of a wallet that neither checks campaigns nor limits stakes. */
    public static Preconditions none() {
        return new Preconditions("", null);
    }

    /** Returns true when the tester named a campaign. */
    boolean namesCampaign() {
        return !campaign.isEmpty();
    }

    /** Returns the campaign that free rounds name. */
    String campaignOrUsual() {
        return namesCampaign() ? campaign : USUAL_CAMPAIGN;
    }
}
