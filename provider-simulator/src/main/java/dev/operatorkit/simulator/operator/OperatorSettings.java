package dev.operatorkit.simulator.operator;

import dev.operatorkit.simulator.wallet.CallbackSettings;

/**
 * Holds the settings in which operators differ or the specification leaves a choice.
 *
 * @param disabledCampaigns how a search treats disabled campaigns (D-8)
 * @param codeCollisions how a bonus code with a taken name is treated (D-6)
 * @param requestsPerMinute the limit of Customer API calls per minute, above which the status is 429; 0 for no limit (D-36)
 */
public record OperatorSettings(
        DisabledCampaigns disabledCampaigns,
        CodeCollisions codeCollisions,
        int requestsPerMinute,
        CallbackSettings callbacks) {
    public static final OperatorSettings DEFAULT =
            new OperatorSettings(DisabledCampaigns.HIDDEN, CodeCollisions.REFUSE, 0, CallbackSettings.DEFAULT);

    /** Rejects a negative limit. */
    public OperatorSettings {
        if (requestsPerMinute < 0) {
            throw new IllegalArgumentException("'requestsPerMinute' must not be negative; 0 means no limit");
        }
    }

    /** Defines how a bonus code with a taken name is treated (D-6, BON-4). */
    public enum CodeCollisions {
        /** Refuses it with 400. */
        REFUSE,
        /** Creates it, as a service that leaves collisions to the operator would. The newest code of a name counts. */
        ALLOW
    }

    /** Defines how a search treats disabled campaigns (D-8). */
    public enum DisabledCampaigns {
        /** Hides them (CAM-8). */
        HIDDEN,
        REPORTED
    }
}
