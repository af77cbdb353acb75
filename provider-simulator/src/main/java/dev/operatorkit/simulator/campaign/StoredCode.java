package dev.operatorkit.simulator.campaign;

import static dev.operatorkit.simulator.campaign.Tables.CAMPAIGN_CODE;
import static dev.operatorkit.simulator.campaign.Tables.CODE;
import static dev.operatorkit.simulator.campaign.Tables.CREATED_AT;
import static dev.operatorkit.simulator.campaign.Tables.CURRENCY;
import static dev.operatorkit.simulator.campaign.Tables.MAX_ROUNDS;
import static dev.operatorkit.simulator.campaign.Tables.ROUNDS_TAKEN;
import static dev.operatorkit.simulator.campaign.Tables.USER_ID;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import java.time.Instant;
import java.util.Objects;
import org.jooq.Record;

/**
 * A bonus code, its campaign beside it: one player, one currency (BON-1).
 *
 * @param terms what the operator asked for
 * @param campaign what it belongs to
 * @param roundsTaken how many of its rounds have been played or are being played
 * @param createdAt when
 */
public record StoredCode(BonusCode terms, StoredCampaign campaign, int roundsTaken, Instant createdAt) {

    static StoredCode of(Record row, StoredCampaign campaign) {
        var terms = new BonusCode(
                row.get(CAMPAIGN_CODE),
                row.get(USER_ID),
                CurrencyCode.of(row.get(CURRENCY)),
                row.get(CODE),
                row.get(MAX_ROUNDS));
        return new StoredCode(terms, campaign, row.get(ROUNDS_TAKEN), row.get(CREATED_AT));
    }

    /** The code's own number overrides the campaign's; one of the two was there when the code was made (BON-5). */
    public int roundsGranted() {
        var own = terms.maxRounds();
        return own != null ? own : Objects.requireNonNull(campaign.terms().maxRounds());
    }

    /** How many rounds are left. */
    public int roundsLeft() {
        return Math.max(0, roundsGranted() - roundsTaken);
    }

    /** Where the code stands in its life (D-47). */
    public State stateAt(Instant now) {
        if (campaign.isDisabled()) {
            return State.VOID;
        }
        if (roundsLeft() == 0) {
            return State.USED_UP;
        }
        if (!campaign.isOpenAt(now)) {
            return State.EXPIRED;
        }
        return roundsTaken == 0 ? State.ISSUED : State.IN_USE;
    }

    /** The life of a bonus code (D-47). The wire does not show it. */
    public enum State {
        /** No round was played yet. */
        ISSUED,
        /** Some rounds were played, some are left. */
        IN_USE,
        /** All rounds were played. */
        USED_UP,
        /** The time is outside the campaign's window. */
        EXPIRED,
        /** The campaign was disabled. */
        VOID
    }
}
