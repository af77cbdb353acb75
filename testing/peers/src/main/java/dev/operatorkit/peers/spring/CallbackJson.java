package dev.operatorkit.peers.spring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.money.Amount;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/** Reads the bodies of callbacks, strictly (D-38), and writes the responses. */
@Component
class CallbackJson {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    Debit debit(byte[] body) {
        return read(
                body,
                fields -> new Debit(
                        required(fields, "transactionId"),
                        required(fields, "gameRoundId"),
                        text(fields, "playerId"),
                        text(fields, "gameId"),
                        text(fields, "token"),
                        amount(fields, "stake"),
                        text(fields, "reason"),
                        null));
    }

    Credit credit(byte[] body) {
        return read(
                body,
                fields -> new Credit(
                        required(fields, "transactionId"),
                        required(fields, "referenceTransactionId"),
                        required(fields, "gameRoundId"),
                        required(fields, "playerId"),
                        null,
                        amount(fields, "payout"),
                        text(fields, "reason"),
                        null));
    }

    Rollback rollback(byte[] body) {
        return read(
                body,
                fields -> new Rollback(
                        required(fields, "transactionId"),
                        required(fields, "referenceTransactionId"),
                        required(fields, "gameRoundId"),
                        required(fields, "playerId"),
                        null,
                        text(fields, "reason")));
    }

    private <T> T read(byte[] body, Function<JsonNode, T> reader) {
        try {
            return reader.apply(mapper.readTree(body));
        } catch (IOException | IllegalArgumentException e) {
            throw new ResponseStatusException(
                    HttpStatus.UNPROCESSABLE_ENTITY, "the body is not a valid callback: " + e.getMessage(), e);
        }
    }

    private static String required(JsonNode fields, String name) {
        var text = text(fields, name);
        if (text == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return text;
    }

    private static @Nullable String text(JsonNode fields, String name) {
        var field = fields.path(name);
        if (field.isMissingNode() || field.isNull()) {
            return null;
        }
        if (!field.isTextual()) {
            throw new IllegalArgumentException(name + " must be a string");
        }
        return field.textValue();
    }

    private static WireAmount amount(JsonNode fields, String name) {
        var amount = fields.path(name).path("amount");
        if (!amount.isNumber()) {
            throw new IllegalArgumentException(name + ".amount must be a number");
        }
        return new WireAmount(new Amount(amount.decimalValue()), text(fields.path(name), "currency"));
    }

    private record BalanceBody(BigDecimal amount, String currency, String updatedAt) {
        static BalanceBody of(Balance balance) {
            var money = balance.money();
            return new BalanceBody(money.toAmount().value(), money.currency().code(), text(balance.updatedAt()));
        }
    }

    private record ResultBody(String operatorTransactionId, BalanceBody balance, String createdAt) {}

    private record PlayerBody(String accountId, String displayName, BalanceBody balance) {}

    byte[] write(TransactionResult result) {
        var createdAt = result.createdAt() == null ? result.balance().updatedAt() : result.createdAt();
        return bytes(new ResultBody(result.operatorTransactionId(), BalanceBody.of(result.balance()), text(createdAt)));
    }

    byte[] write(Player player) {
        return bytes(new PlayerBody(player.accountId(), player.displayName(), BalanceBody.of(player.balance())));
    }

    byte[] bytes(Object body) {
        try {
            return mapper.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a response cannot be written as JSON", e);
        }
    }

    private static String text(Instant time) {
        return MILLIS.format(time);
    }
}
