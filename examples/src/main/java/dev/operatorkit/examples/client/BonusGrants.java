package dev.operatorkit.examples.client;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.wire.BonusCode;

/** Grants free rounds, and says what to do with a grant that failed. */
public final class BonusGrants {
    private final CustomerApi api;

    /** Lists the ways in which a grant can end. */
    public enum Result {
        /** The player has the free rounds. */
        GRANTED,
        /** The player does not have them, and the same request may succeed later. */
        TRY_LATER,
        /** The player does not have them, and the same request would be refused again. */
        REFUSED,
        /** The player may have them: ask the provider before granting them again. */
        UNKNOWN
    }

    /** Creates grants through this client. */
    public BonusGrants(CustomerApi api) {
        this.api = api;
    }

    /** Grants the free rounds of a code. */
    public Result grant(BonusCode code) {
        try {
            api.createBonusCode(code);
            return Result.GRANTED;
        } catch (CustomerApiException e) {
            if (!e.isSafeToRetry()) {
                return Result.UNKNOWN;
            }
            return e.isTransient() ? Result.TRY_LATER : Result.REFUSED;
        }
    }
}
