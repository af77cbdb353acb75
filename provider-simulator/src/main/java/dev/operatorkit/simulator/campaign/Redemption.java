package dev.operatorkit.simulator.campaign;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.Optional;

/** What came of a player's wish to play one round on a bonus code. */
public sealed interface Redemption {

    /**
     * One round may be played.
     *
     * @param campaignCode goes into {@code freeRoundData.campaign} (WAL-15)
     * @param value the nominal stake of the round (CAM-2), informational on the wire
     * @param roundsLeft how many remain after this one
     */
    record Granted(String campaignCode, Money value, int roundsLeft) implements Redemption {}

    /**
     * No round may be played.
     *
     * @param reason one line for the player
     */
    record Refused(String reason) implements Redemption {}

    /** Why this player cannot redeem this code in this game at this moment; empty when he can. */
    static Optional<String> refusal(
            StoredCode code, String accountId, CurrencyCode currency, String gameSlug, Instant now) {
        var terms = code.campaign().terms();
        if (!code.terms().userId().equals(accountId)) {
            return Optional.of("the code belongs to another player"); // BON-1, BON-2
        }
        if (!code.terms().currencyCode().equals(currency)) {
            return Optional.of(
                    "the code is in " + code.terms().currencyCode() + ", the account in " + currency); // BON-3
        }
        if (code.campaign().isDisabled()) {
            return Optional.of("the campaign was disabled"); // CAM-8
        }
        if (now.isBefore(terms.startDate())) {
            return Optional.of("the campaign begins at " + terms.startDate()); // BON-6
        }
        if (now.isAfter(terms.endDate())) {
            return Optional.of("the campaign ended at " + terms.endDate()); // BON-6
        }
        if (!terms.gameSlugs().contains(gameSlug)) {
            return Optional.of("the campaign is not for this game"); // CAM-3
        }
        if (code.roundsLeft() == 0) {
            return Optional.of("all " + code.roundsGranted() + " rounds were played"); // BON-5
        }
        return Optional.empty();
    }
}
