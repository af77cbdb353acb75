package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final byte[] NONE = {};

    private static CallbackReply reply(CallbackKind kind, int status, String body) {
        return reply(kind, status, body, 0);
    }

    private static CallbackReply reply(CallbackKind kind, int status, String body, int resends) {
        return reply(callback(kind), status, body, resends);
    }

    private static Callback callback(CallbackKind kind) {
        return switch (kind) {
            case PLAYER -> Callback.get(kind, "/player", "gameId=g&token=t");
            case LOOKUP -> Callback.get(kind, "/players/p/transactions/t", null);
            case DEBIT, CREDIT, ROLLBACK -> Callback.post(kind, new byte[] {'x'});
        };
    }

    private static CallbackReply reply(Callback callback, int status, String body, int resends) {
        var type = new Header("Content-Type", "application/json");
        var answer = new Answered(status, List.of(type), body.getBytes(StandardCharsets.UTF_8), NONE);
        return ReplyReader.result(new Exchange(callback, NONE, NONE, "1", "a", answer, 1, resends), EUR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"amount\":1,\"currency\":\"USD\"}}",
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"amount\":\"1\",\"currency\":\"EUR\"}}",
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"amount\":1e99999999,\"currency\":\"EUR\"}}",
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"amount\":1}}",
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"currency\":\"EUR\"}}",
                "{\"operatorTransactionId\":\"o\"}",
                "{\"balance\":{\"amount\":1,\"currency\":\"EUR\"}}",
                "<html>ok</html>",
                ""
            })
    void p2_a_malformed_200_is_a_contract_violation_and_not_a_success(String body) {
        var reply = reply(CallbackKind.CREDIT, 200, body);
        assertThat(reply).isInstanceOf(CallbackReply.Broken.class);
        assertThat(reply.describe()).startsWith("contract violation: 200, but ").doesNotEndWith("but null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1; ; balance.updatedAt is missing; 100",
                "1; ,\"updatedAt\":null; balance.updatedAt is missing; 100",
                "1; ,\"updatedAt\":7; balance.updatedAt must be a time in UTC; 100",
                "1; ,\"updatedAt\":\"2026-01-01T01:00:00+01:00\"; balance.updatedAt must be a time in UTC; 100",
                "1; ,\"updatedAt\":\"2026-02-30T00:00:00Z\"; balance.updatedAt is a time that does not exist; 100",
                "-1; ,\"updatedAt\":\"2026-01-01T00:00:00Z\"; the balance is negative; -100",
                "1.009; ,\"updatedAt\":\"2026-01-01T00:00:00Z\"; has more decimals than EUR; 100",
            })
    void a_readable_200_that_breaks_the_contract_is_a_success_with_a_violation(
            String amount, @Nullable String updatedAt, String violation, long minor) {
        var reply = reply(
                CallbackKind.DEBIT,
                200,
                "{\"operatorTransactionId\":\"o\",\"balance\":{\"amount\":" + amount + ",\"currency\":\"EUR\""
                        + Objects.requireNonNullElse(updatedAt, "") + "}}");
        assertThat(reply).isInstanceOfSatisfying(CallbackReply.Done.class, done -> {
            assertThat(done.balance()).isEqualTo(new Money(minor, EUR));
            assertThat(done.violations()).singleElement().asString().contains(violation);
        });
        assertThat(reply.describe()).startsWith("contract violation: "); // D-61
    }

    @Test
    void a_refusal_of_a_resent_callback_does_not_count_as_a_refused_debit() {
        for (var status : List.of(401, 409, 422)) {
            var once = (CallbackReply.Refused) reply(CallbackKind.DEBIT, status, "{}", 0);
            var again = (CallbackReply.Refused) reply(CallbackKind.DEBIT, status, "{}", 1);
            assertThat(once.isRefusedDebit()).isTrue();
            assertThat(again.isRefusedDebit()).isFalse();
            assertThat(again.describe()).contains("in doubt");
        }
    }

    @ParameterizedTest
    @CsvSource({"201", "202", "204", "304", "302", "418", "404", "409"})
    void p2_an_unexpected_status_for_a_settlement_is_a_contract_violation(int status) {
        assertThat(reply(CallbackKind.CREDIT, status, "{}").describe()).contains("contract violation");
    }

    @ParameterizedTest
    @CsvSource({"DEBIT,409", "DEBIT,422", "DEBIT,500", "DEBIT,401", "CREDIT,503", "LOOKUP,404"})
    void a_documented_status_is_not_a_violation(CallbackKind kind, int status) {
        assertThat(reply(kind, status, "{\"message\":\"why\"}").describe()).isEqualTo(status + " why");
    }

    @ParameterizedTest
    @CsvSource({"65536, false", "65537, true"})
    void d36_a_413_is_expected_for_a_body_above_the_limit_only(int length, boolean isExpected) {
        var reply = reply(Callback.post(CallbackKind.DEBIT, new byte[length]), 413, "{}", 0);
        assertThat(((CallbackReply.Refused) reply).isExpected()).isEqualTo(isExpected);
    }

    @ParameterizedTest
    @CsvSource({
        "DEBIT, /debitt, x, 404, true",
        "DEBIT, /debit, x, 404, false",
        "DEBIT, /credit, x, 404, true",
        "PLAYER, /player, '', 404, false",
        "LOOKUP, /players/p/transactions/t, x, 405, true"
    })
    void d36_a_404_or_405_is_expected_for_an_edited_target_only(
            CallbackKind kind, String path, String body, int status, boolean isExpected) {
        var sent = new Callback(kind, path, null, body.getBytes(StandardCharsets.UTF_8));
        assertThat(((CallbackReply.Refused) reply(sent, status, "{}", 0)).isExpected())
                .isEqualTo(isExpected);
    }

    @Test
    void fields_for_troubleshooting_do_not_affect_the_result() {
        var plain = "{\"operatorTransactionId\":\"their-1\",\"balance\":{\"amount\":1,\"currency\":\"EUR\","
                + "\"updatedAt\":\"2026-01-01T00:00:00Z\"}%s}";
        var without = reply(CallbackKind.CREDIT, 200, plain.formatted(""));
        assertThat(without)
                .isEqualTo(new CallbackReply.Done(
                        "their-1", new Money(100, EUR), Instant.parse("2026-01-01T00:00:00Z"), List.of()));
        assertThat(without.describe()).contains("their-1");
        var strange = ",\"createdAt\":\"2026-01-01T00:00:00+00:00\",\"more\":[1]";
        assertThat(reply(CallbackKind.CREDIT, 200, plain.formatted(strange))).isEqualTo(without);
    }
}
