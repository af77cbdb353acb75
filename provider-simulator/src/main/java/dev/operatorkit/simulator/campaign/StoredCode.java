package dev.operatorkit.simulator.campaign;

import static dev.operatorkit.simulator.campaign.Tables.CAMPAIGN_CODE;
import static dev.operatorkit.simulator.campaign.Tables.CODE;
import static dev.operatorkit.simulator.campaign.Tables.CREATED_AT;
import static dev.operatorkit.simulator.campaign.Tables.CURRENCY;
import static dev.operatorkit.simulator.campaign.Tables.MAX_ROUNDS;
import static dev.operatorkit.simulator.campaign.Tables.ROUNDS_TAKEN;
import static dev.operatorkit.simulator.campaign.Tables.USER_ID;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.wire.BonusCode;
import java.time.Instant;
import java.util.Optional;
import org.jooq.Record;

/**
 * Holds a bonus code with its campaign: one player, one currency (BON-1).
 *
 * @param roundsTaken the number of rounds played or being played
 */
public record StoredCode(BonusCode terms, StoredCampaign campaign, int roundsTaken, Instant createdAt) {

    static StoredCode of(Record row, StoredCampaign campaign) {
        var terms = new BonusCode(
                row.get(CAMPAIGN_CODE),
                row.get(USER_ID),
                CurrencyCode.ofUnlisted(row.get(CURRENCY)),
                row.get(CODE),
                row.get(MAX_ROUNDS));
        return new StoredCode(terms, campaign, row.get(ROUNDS_TAKEN), row.get(CREATED_AT));
    }

    /** Returns the code's number of rounds, or else the campaign's; one of the two is always set (BON-5). */
    public int roundsGranted() {
        return terms.maxRounds().orElseGet(() -> campaign.terms().maxRounds().getAsInt());
    }

    public int roundsLeft() {
        return Math.max(0, roundsGranted() - roundsTaken);
    }

    /** Returns the state of the code at a moment (D-47). */
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

    /** Returns why a player cannot redeem the code in the game at a moment, or empty if the player can. */
    Optional<String> refusal(PlayerSession player, Instant now) {
        var window = campaign.terms();
        if (!terms.userId().equals(player.accountId())) {
            return Optional.of("The code belongs to another player."); // BON-1, BON-2
        }
        if (!terms.currencyCode().equals(player.currency())) {
            return Optional.of("The code is in " + terms.currencyCode() + ", but the account is in " + player.currency()
                    + "."); // BON-3
        }
        if (campaign.isDisabled()) {
            return Optional.of("The campaign was disabled."); // CAM-8
        }
        if (now.isBefore(window.startDate())) {
            return Optional.of("The campaign begins at " + window.startDate() + "."); // BON-6
        }
        if (now.isAfter(window.endDate())) {
            return Optional.of("The campaign ended at " + window.endDate() + "."); // BON-6
        }
        if (!window.gameSlugs().contains(player.gameId())) {
            return Optional.of("The campaign is not for this game."); // CAM-3
        }
        if (roundsLeft() == 0) {
            return Optional.of("All " + roundsGranted() + " rounds were played."); // BON-5
        }
        return Optional.empty();
    }

    /** Defines the states of a bonus code (D-47). The Customer API does not show them. */
    public enum State {
        ISSUED,
        IN_USE,
        USED_UP,
        /** Marks a code outside the campaign's window. */
        EXPIRED,
        /** Marks a code of a disabled campaign. */
        VOID
    }
}
