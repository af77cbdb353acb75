package dev.operatorkit.simulator.campaign;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.Optional;

/** Holds the result of redeeming one round of a bonus code. */
public sealed interface Redemption {

    /**
     * Grants one round.
     *
     * @param campaignCode the value of {@code freeRoundData.campaign} (WAL-15)
     * @param value the nominal stake of the round (CAM-2), informational on the wire
     */
    record Granted(String campaignCode, Money value, int roundsLeft) implements Redemption {}

    /** Refuses the round. */
    record Refused(String reason) implements Redemption {}

    /** Returns why a player cannot redeem a code in a game now, or empty if the player can. */
    static Optional<String> refusal(
            StoredCode code, String accountId, CurrencyCode currency, String gameSlug, Instant now) {
        var terms = code.campaign().terms();
        if (!code.terms().userId().equals(accountId)) {
            return Optional.of("The code belongs to another player."); // BON-1, BON-2
        }
        if (!code.terms().currencyCode().equals(currency)) {
            return Optional.of("The code is in " + code.terms().currencyCode() + ", but the account is in " + currency
                    + "."); // BON-3
        }
        if (code.campaign().isDisabled()) {
            return Optional.of("The campaign was disabled."); // CAM-8
        }
        if (now.isBefore(terms.startDate())) {
            return Optional.of("The campaign begins at " + terms.startDate() + "."); // BON-6
        }
        if (now.isAfter(terms.endDate())) {
            return Optional.of("The campaign ended at " + terms.endDate() + "."); // BON-6
        }
        if (!terms.gameSlugs().contains(gameSlug)) {
            return Optional.of("The campaign is not for this game."); // CAM-3
        }
        if (code.roundsLeft() == 0) {
            return Optional.of("All " + code.roundsGranted() + " rounds were played."); // BON-5
        }
        return Optional.empty();
    }
}
