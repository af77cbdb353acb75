package dev.operatorkit.simulator.transcript;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Holds the amounts that an exchange names, as texts with their currency, such as {@code 1.50 EUR}.
 *
 * @param moved the stake of a debit or the payout of a credit, null otherwise: a rollback names no amount (WAL-11)
 * @param balance the balance in the wallet's response
 */
public record ExchangeAmounts(
        @Nullable String moved, @Nullable String balance) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final int MAX_BODY_LENGTH = 64 * 1024;
    private static final ExchangeAmounts NONE = new ExchangeAmounts(null, null);

    /** Reads the amounts of a callback. An unreadable body has none. */
    public static ExchangeAmounts of(Entry entry) {
        if (entry.direction() != Entry.Direction.TO_WALLET) {
            return NONE;
        }
        var balance = read(entry.response()).path("balance");
        var moved = read(entry.request()).path(entry.kind().equals("DEBIT") ? "stake" : "payout");
        var currency = balance.path("currency").asText(null);
        return new ExchangeAmounts(
                text(moved.path("amount").asText(null), moved.path("currency").asText(currency)),
                text(balance.path("amount").asText(null), currency));
    }

    /** Writes a number with the decimals of its currency, or as it was sent if that would change it. */
    private static @Nullable String text(@Nullable String number, @Nullable String currency) {
        if (number == null || currency == null) {
            return number;
        }
        try {
            return Amount.parse(number)
                    .toMoney(CurrencyCode.ofUnlisted(currency))
                    .toString();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return number + " " + currency;
        }
    }

    private static JsonNode read(byte[] message) {
        var start = WireBytes.bodyStart(message);
        try {
            return message.length - start > MAX_BODY_LENGTH
                    ? MissingNode.getInstance()
                    : JSON.readTree(message, start, message.length - start);
        } catch (IOException e) {
            // The exchange page shows that the body is no JSON.
            return MissingNode.getInstance();
        }
    }
}
