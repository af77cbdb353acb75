package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.examples.client.BonusGrants.Result;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BonusGrantsTest {
    private static final BonusCode CODE = BonusCode.builder()
            .campaignCode("spring")
            .userId("player-1")
            .currencyCode(CurrencyCode.of("EUR"))
            .bonusCode("SPRING-PLAYER-1")
            .maxRounds(10)
            .build();

    @AutoClose
    private final FakeCustomerApi service = FakeCustomerApi.start();

    private Result grant() {
        try (var api = service.client().build()) {
            return new BonusGrants(api).grant(CODE);
        }
    }

    @ParameterizedTest
    @CsvSource({"200, GRANTED", "400, REFUSED", "404, REFUSED", "429, TRY_LATER", "500, UNKNOWN", "503, UNKNOWN"})
    void a_grant_ends_as_its_response_says(int status, Result expected) {
        service.next(Operation.CREATE_BONUS_CODE)
                .respond(status, status == 200 ? "{}" : "{\"message\":\"as scripted\"}");
        assertThat(grant()).isEqualTo(expected);
        assertThat(service.received(Operation.CREATE_BONUS_CODE)).hasSize(1);
    }

    @Test
    void the_outcome_of_a_grant_without_a_response_is_unknown() {
        service.next(Operation.CREATE_BONUS_CODE).drop();
        assertThat(grant()).isEqualTo(Result.UNKNOWN);
    }
}
