package dev.operatorkit.simulator.transcript;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the amounts that an exchange names, as texts with their currency, such as {@code 1.50 EUR}.
 *
 * @param moved the stake of a debit or the payout of a credit, null otherwise: a rollback names no amount (WAL-11)
 * @param balance the balance in the wallet's response
 */
public record ExchangeAmounts(
        @Nullable String moved, @Nullable String balance) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int MAX_BODY_LENGTH = 64 * 1024;
    private static final ExchangeAmounts NONE = new ExchangeAmounts(null, null);

    /** Reads the amounts of a callback. An unreadable body has none. */
    public static ExchangeAmounts of(Entry entry) {
        if (entry.direction() != Entry.Direction.TO_WALLET) {
            return NONE;
        }
        var sent = read(entry.request());
        var answered = read(entry.response());
        var currency = answered.get("balance.currency");
        var moved = entry.kind().equals("DEBIT") ? "stake" : "payout";
        return new ExchangeAmounts(
                text(sent.get(moved + ".amount"), sent.getOrDefault(moved + ".currency", currency)),
                text(answered.get("balance.amount"), currency));
    }

    /** Writes a number with the decimals of its currency, or as it was sent if that would change it. */
    private static @Nullable String text(@Nullable String number, @Nullable String currency) {
        if (number == null || currency == null) {
            return number;
        }
        try {
            return Amount.parse(number).toMoney(CurrencyCode.of(currency)).toString();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return number + " " + currency;
        }
    }

    /** Returns the values in the first two levels of a body, by their path. */
    private static Map<String, String> read(byte[] message) {
        var values = new HashMap<String, String>();
        var start = WireBytes.bodyStart(message);
        if (start == message.length || message.length - start > MAX_BODY_LENGTH) {
            return values;
        }
        try (var json = JSON.createParser(message, start, message.length - start)) {
            readInto(values, json);
        } catch (IOException e) {
            // The exchange page shows that the body is no JSON.
            values.clear();
        }
        return values;
    }

    private static void readInto(Map<String, String> values, JsonParser json) throws IOException {
        var depth = 0;
        var parent = "";
        for (var token = json.nextToken(); token != null; token = json.nextToken()) {
            if (token.isStructStart()) {
                depth++;
                parent = depth == 2 && json.currentName() != null ? json.currentName() + "." : parent;
            } else if (token.isStructEnd()) {
                depth--;
                parent = depth == 1 ? "" : parent;
            } else if (token != JsonToken.FIELD_NAME && depth <= 2 && json.currentName() != null) {
                values.put(parent + json.currentName(), json.getText());
            }
        }
    }
}
