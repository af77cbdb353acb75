package dev.operatorkit.wire;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Holds a free-round campaign to create (CAM-1, D-3). Create it with {@link #builder()}: the constructor gets
 * parameters when the provider adds fields.
 *
 * @param campaignCode the operator's code for the campaign
 * @param campaignName the display name
 * @param amount the fixed stake of each round (CAM-2); its currency is the campaign's currency
 * @param gameSlugs the slugs of games that support free rounds (CAM-3)
 * @param startDate the start of the period in which its codes can be redeemed (BON-6)
 * @param endDate the end of that period
 * @param maxRounds the default number of rounds per bonus code; empty if every code sets its own (BON-5)
 */
public record NewCampaign(
        String campaignCode,
        String campaignName,
        Money amount,
        List<String> gameSlugs,
        Instant startDate,
        Instant endDate,
        OptionalInt maxRounds) {
    /**
     * Validates the fields (D-3).
     *
     * @throws IllegalArgumentException if a field is not valid; the message names the field
     */
    public NewCampaign {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requirePresent("campaignName", campaignName);
        Limits.requireText("campaignName", campaignName);
        Limits.requirePresent("amount", amount);
        if (amount.minorUnits() <= 0) {
            throw new IllegalArgumentException("amount must be greater than 0");
        }
        gameSlugs = Limits.requireDistinct("gameSlugs", gameSlugs);
        Limits.requireWritable("startDate", startDate);
        Limits.requireWritable("endDate", endDate);
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
        if (!endDate.isAfter(startDate)) {
            throw new IllegalArgumentException("endDate must be after startDate");
        }
    }

    /** Returns a builder, on which each field is set by name. All but {@code maxRounds} are required (D-3). */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a campaign. */
    public static final class Builder {
        private @Nullable String campaignCode;
        private @Nullable String campaignName;
        private @Nullable Money amount;
        private @Nullable List<String> gameSlugs;
        private @Nullable Instant startDate;
        private @Nullable Instant endDate;
        private OptionalInt maxRounds = OptionalInt.empty();

        private Builder() {}

        /** Sets the operator's code for the campaign. */
        public Builder campaignCode(String campaignCode) {
            this.campaignCode = campaignCode;
            return this;
        }

        /** Sets the display name. */
        public Builder campaignName(String campaignName) {
            this.campaignName = campaignName;
            return this;
        }

        /** Sets the fixed stake of each round (CAM-2), and with it the currency of the campaign. */
        public Builder amount(Money amount) {
            this.amount = amount;
            return this;
        }

        /** Sets the slugs of games that support free rounds (CAM-3). */
        public Builder gameSlugs(List<String> gameSlugs) {
            this.gameSlugs = gameSlugs;
            return this;
        }

        /** Sets the start of the period in which its codes can be redeemed (BON-6). */
        public Builder startDate(Instant startDate) {
            this.startDate = startDate;
            return this;
        }

        /** Sets the end of that period. */
        public Builder endDate(Instant endDate) {
            this.endDate = endDate;
            return this;
        }

        /** Sets the default number of rounds per bonus code; without it, every code sets its own (BON-5). */
        public Builder maxRounds(int maxRounds) {
            this.maxRounds = OptionalInt.of(maxRounds);
            return this;
        }

        /**
         * Creates the campaign.
         *
         * @throws IllegalArgumentException if a field is missing or not valid; the message names the field
         */
        public NewCampaign build() {
            return new NewCampaign(
                    Limits.requirePresent("campaignCode", campaignCode),
                    Limits.requirePresent("campaignName", campaignName),
                    Limits.requirePresent("amount", amount),
                    Limits.requirePresent("gameSlugs", gameSlugs),
                    Limits.requirePresent("startDate", startDate),
                    Limits.requirePresent("endDate", endDate),
                    maxRounds);
        }
    }
}
