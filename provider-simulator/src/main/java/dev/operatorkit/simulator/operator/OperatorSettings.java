package dev.operatorkit.simulator.operator;

/**
 * Where the specification leaves a choice, or operators differ.
 *
 * @param disabledCampaigns what a search does with them (D-8)
 * @param requestsPerMinute past this many Customer API calls a minute the answer is 429; 0 for no limit (D-36)
 */
public record OperatorSettings(DisabledCampaigns disabledCampaigns, int requestsPerMinute) {
    /** As the decisions say. */
    public static final OperatorSettings DEFAULT = new OperatorSettings(DisabledCampaigns.HIDDEN, 0);

    /** Refuses a negative rate. */
    public OperatorSettings {
        if (requestsPerMinute < 0) {
            throw new IllegalArgumentException("requestsPerMinute must not be negative");
        }
    }

    /** The two readings of a search over disabled campaigns (D-8). */
    public enum DisabledCampaigns {
        /** They disappear (CAM-8). */
        HIDDEN,
        /** They are listed with {@code isDisabled} true. */
        REPORTED
    }
}
