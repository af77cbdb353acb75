package dev.operatorkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BuildersTest {
    private static final Instant SPRING = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant SUMMER = Instant.parse("2026-06-01T00:00:00Z");

    @Test
    void a_bonus_code_is_built_by_the_names_of_its_fields() {
        var eur = CurrencyCode.of("EUR");
        var builder = BonusCode.builder()
                .bonusCode("CODE-1")
                .userId("player-1")
                .campaignCode("spring")
                .currencyCode(eur);
        assertThat(builder.build()).isEqualTo(new BonusCode("spring", "player-1", eur, "CODE-1", OptionalInt.empty()));
        assertThat(builder.maxRounds(10).build())
                .isEqualTo(new BonusCode("spring", "player-1", eur, "CODE-1", OptionalInt.of(10)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxRounds(0).build())
                .withMessage("maxRounds must be at least 1");
    }

    @Test
    void a_campaign_is_built_by_the_names_of_its_fields() {
        var amount = Money.of("0.20", "EUR");
        var builder = NewCampaign.builder()
                .campaignName("Spring")
                .campaignCode("spring")
                .amount(amount)
                .gameSlugs(List.of("slug"))
                .endDate(SUMMER)
                .startDate(SPRING);
        assertThat(builder.build())
                .isEqualTo(new NewCampaign(
                        "spring", "Spring", amount, List.of("slug"), SPRING, SUMMER, OptionalInt.empty()));
        assertThat(builder.maxRounds(10).build().maxRounds()).hasValue(10);
    }

    @Test
    void a_builder_names_the_field_that_is_missing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BonusCode.builder().campaignCode("spring").build())
                .withMessage("userId is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NewCampaign.builder()
                        .campaignCode("spring")
                        .campaignName("Spring")
                        .amount(Money.of("0.20", "EUR"))
                        .gameSlugs(List.of("slug"))
                        .startDate(SPRING)
                        .build())
                .withMessage("endDate is missing");
    }
}
