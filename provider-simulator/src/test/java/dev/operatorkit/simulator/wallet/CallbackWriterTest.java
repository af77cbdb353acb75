package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies the fields of callbacks. */
class CallbackWriterTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final CurrencyCode BTC = CurrencyCode.of("BTC");
    private static final Map<OptionalField, String> WHERE = Map.of(
            OptionalField.DEBIT_PLAYER_ID, "debit/playerId",
            OptionalField.DEBIT_GAME_ID, "debit/gameId",
            OptionalField.DEBIT_TOKEN, "debit/token",
            OptionalField.STAKE_CURRENCY, "debit/stake/currency",
            OptionalField.SETTLEMENT_GAME_ID, "credit/gameId",
            OptionalField.PAYOUT_CURRENCY, "credit/payout/currency");

    private static Bet bet(Money stake, Bet.@Nullable Free free) {
        return new Bet("tx-1", "round-1", "player-1", "a-game", "canary-token", stake, free);
    }

    private static final Bet BET = bet(new Money(150, EUR), null);

    private static JsonNode all(CallbackWriter writer) throws IOException {
        var all = JSON.createObjectNode();
        all.set("debit", JSON.readTree(writer.debit(BET).body()));
        all.set(
                "credit",
                JSON.readTree(writer.credit("tx-2", BET, new Money(275, EUR)).body()));
        all.set("rollback", JSON.readTree(writer.rollback("tx-3", BET).body()));
        return all;
    }

    @Test
    void each_callback_has_all_required_fields() throws IOException {
        assertThat(all(CallbackWriter.complete())).isEqualTo(JSON.readTree("""
            {"debit":{"transactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","gameId":"a-game",
               "token":"canary-token","stake":{"amount":1.50,"currency":"EUR"},"reason":"bet"},
             "credit":{"transactionId":"tx-2","referenceTransactionId":"tx-1","gameRoundId":"round-1",
               "playerId":"player-1","gameId":"a-game","payout":{"amount":2.75,"currency":"EUR"},"reason":"win"},
             "rollback":{"transactionId":"tx-3","referenceTransactionId":"tx-1","gameRoundId":"round-1",
               "playerId":"player-1","gameId":"a-game","reason":"refund"}}\
            """));
    }

    @ParameterizedTest
    @EnumSource
    void each_optional_field_can_be_omitted_without_changing_the_others(OptionalField field) throws IOException {
        var where = "/" + WHERE.get(field);
        var without = all(new CallbackWriter(EnumSet.complementOf(EnumSet.of(field))));
        assertThat(without.at(where).isMissingNode()).isTrue();
        var expected = all(CallbackWriter.complete());
        remove(expected, where);
        if (field == OptionalField.SETTLEMENT_GAME_ID) {
            remove(expected, "/rollback/gameId");
        }
        assertThat(without).isEqualTo(expected);
    }

    private static void remove(JsonNode from, String where) {
        var slash = where.lastIndexOf('/');
        ((ObjectNode) from.at(where.substring(0, slash))).remove(where.substring(slash + 1));
    }

    @Test
    void a_debit_always_identifies_its_player() {
        var neither = EnumSet.complementOf(EnumSet.of(OptionalField.DEBIT_PLAYER_ID, OptionalField.DEBIT_TOKEN));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new CallbackSettings(Set.copyOf(neither), CallLimits.DEFAULT, 1, RetrySchedule.DEFAULT));
    }

    @Test
    void settlements_carry_no_token_and_a_loss_pays_0() throws IOException {
        var writer = CallbackWriter.complete();
        var loss = JSON.readTree(writer.credit("tx-2", BET, new Money(0, EUR)).body());
        assertThat(loss.path("payout").path("amount").decimalValue()).isZero();
        assertThat(loss.path("reason").asText()).isEqualTo("loss");
        assertThat(all(writer).path("credit").has("token")).isFalse();
        assertThat(all(writer).path("rollback").has("token")).isFalse();
    }

    @Test
    void the_debit_and_credit_of_a_free_round_have_its_campaign_and_nominal_value() throws IOException {
        var bet = bet(new Money(0, EUR), new Bet.Free("summer", new Money(50, EUR), null));
        var free = JSON.readTree("{\"campaign\":\"summer\",\"value\":{\"amount\":0.50,\"currency\":\"EUR\"}}");
        var writer = CallbackWriter.complete();
        var debit = JSON.readTree(writer.debit(bet).body());
        var credit = JSON.readTree(writer.credit("tx-2", bet, new Money(0, EUR)).body());
        assertThat(debit.path("reason").asText()).isEqualTo("freeround");
        assertThat(debit.path("stake").path("amount").decimalValue()).isZero();
        assertThat(debit.path("freeRoundData")).isEqualTo(free);
        assertThat(credit.path("reason").asText()).isEqualTo("freeround");
        assertThat(credit.path("freeRoundData")).isEqualTo(free);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bet(new Money(1, EUR), new Bet.Free("summer", new Money(50, EUR), null)));
    }

    @Test
    void amounts_are_plain_decimals_with_all_decimals_of_the_currency() {
        var smallest = bet(new Money(1, BTC), null);
        assertThat(new String(CallbackWriter.complete().debit(smallest).body(), StandardCharsets.UTF_8))
                .contains("\"stake\":{\"amount\":0.00000001,\"currency\":\"BTC\"}");
    }
}
