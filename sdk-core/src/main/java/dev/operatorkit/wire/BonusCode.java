package dev.operatorkit.wire;

import dev.operatorkit.money.CurrencyCode;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Grants one player the free rounds of a campaign, in one currency (BON-1). Create it with {@link #builder()}: the constructor gets
 * parameters when the provider adds fields.
 *
 * @param campaignCode the code of the campaign
 * @param userId the player's account id: the {@code accountId} that {@code GET /player} returns (BON-2)
 * @param currencyCode the currency of the campaign and the account (BON-3)
 * @param bonusCode the code that the operator chose, unique on the operator's platform (BON-4)
 * @param maxRounds the number of rounds granted, which overrides the campaign's; empty to use the campaign's (BON-5)
 */
public record BonusCode(
        String campaignCode, String userId, CurrencyCode currencyCode, String bonusCode, OptionalInt maxRounds) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or exceeds its limits (D-36), or {@code maxRounds} is less than 1
     */
    public BonusCode {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requireId("userId", userId);
        Limits.requirePresent("currencyCode", currencyCode);
        Limits.requireId("bonusCode", bonusCode);
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
    }

    /** Returns a builder, on which each field is set by name. All but {@code maxRounds} are required (D-4). */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a bonus code. */
    public static final class Builder {
        private @Nullable String campaignCode;
        private @Nullable String userId;
        private @Nullable CurrencyCode currencyCode;
        private @Nullable String bonusCode;
        private OptionalInt maxRounds = OptionalInt.empty();

        private Builder() {}

        /** Sets the code of the campaign. */
        public Builder campaignCode(String campaignCode) {
            this.campaignCode = campaignCode;
            return this;
        }

        /** Sets the player's account id (BON-2). */
        public Builder userId(String userId) {
            this.userId = userId;
            return this;
        }

        /** Sets the currency of the campaign and the account (BON-3). */
        public Builder currencyCode(CurrencyCode currencyCode) {
            this.currencyCode = currencyCode;
            return this;
        }

        /** Sets the code, unique on the operator's platform (BON-4). */
        public Builder bonusCode(String bonusCode) {
            this.bonusCode = bonusCode;
            return this;
        }

        /** Sets the number of rounds granted; without it, they are the campaign's (BON-5). */
        public Builder maxRounds(int maxRounds) {
            this.maxRounds = OptionalInt.of(maxRounds);
            return this;
        }

        /**
         * Creates the bonus code.
         *
         * @throws IllegalArgumentException if a field is missing or not valid; the message names the field
         */
        public BonusCode build() {
            return new BonusCode(
                    Limits.requirePresent("campaignCode", campaignCode),
                    Limits.requirePresent("userId", userId),
                    Limits.requirePresent("currencyCode", currencyCode),
                    Limits.requirePresent("bonusCode", bonusCode),
                    maxRounds);
        }
    }
}
