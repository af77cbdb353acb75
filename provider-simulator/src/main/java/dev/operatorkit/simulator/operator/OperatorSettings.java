package dev.operatorkit.simulator.operator;

import dev.operatorkit.simulator.wallet.CallbackSettings;

/**
 * Where the specification leaves a choice, or operators differ.
 *
 * @param disabledCampaigns what a search does with them (D-8)
 * @param codeCollisions what becomes of a bonus code whose name is taken (D-6)
 * @param requestsPerMinute past this many Customer API calls a minute the answer is 429; 0 for no limit (D-36)
 * @param callbacks how its wallet is called
 */
public record OperatorSettings(
        DisabledCampaigns disabledCampaigns,
        CodeCollisions codeCollisions,
        int requestsPerMinute,
        CallbackSettings callbacks) {
    /** As the decisions say. */
    public static final OperatorSettings DEFAULT = new OperatorSettings(DisabledCampaigns.HIDDEN, 0);

    /** With the usual way of calling the wallet, and taken codes refused. */
    public OperatorSettings(DisabledCampaigns disabledCampaigns, int requestsPerMinute) {
        this(disabledCampaigns, CodeCollisions.REFUSE, requestsPerMinute, CallbackSettings.DEFAULT);
    }

    /** The same with another limit of calls a minute, 0 for none. */
    public OperatorSettings withRequestsPerMinute(int newLimit) {
        return new OperatorSettings(disabledCampaigns, codeCollisions, newLimit, callbacks);
    }

    /** The same with the other reading of a search over disabled campaigns (D-8). */
    public OperatorSettings withDisabledCampaigns(DisabledCampaigns reading) {
        return new OperatorSettings(reading, codeCollisions, requestsPerMinute, callbacks);
    }

    /** The same with taken codes refused or not (D-6). */
    public OperatorSettings withCodeCollisions(CodeCollisions collisions) {
        return new OperatorSettings(disabledCampaigns, collisions, requestsPerMinute, callbacks);
    }

    /** The same with another way of calling the wallet. */
    public OperatorSettings withCallbacks(CallbackSettings newCallbacks) {
        return new OperatorSettings(disabledCampaigns, codeCollisions, requestsPerMinute, newCallbacks);
    }

    /** Refuses a negative rate. */
    public OperatorSettings {
        if (requestsPerMinute < 0) {
            throw new IllegalArgumentException("requestsPerMinute must not be negative");
        }
    }

    /** What becomes of a bonus code whose name is taken already (D-6, BON-4). */
    public enum CodeCollisions {
        /** It is refused with 400. */
        REFUSE,
        /** It is made, as by a service that leaves collisions to the operator; the newest code of a name counts. */
        ALLOW
    }

    /** The two readings of a search over disabled campaigns (D-8). */
    public enum DisabledCampaigns {
        /** They disappear (CAM-8). */
        HIDDEN,
        /** They are listed with {@code isDisabled} true. */
        REPORTED
    }
}
