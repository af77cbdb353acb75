package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/**
 * Holds a movement as the {@link ConfigurableWallet} reads it.
 *
 * @param body the message, after anything that a defect puts before it
 */
record Movement(String kind, JsonNode message, String id, String round, String body) {
    /** Returns the same movement under another id or round. */
    Movement of(String otherId, String otherRound) {
        return new Movement(kind, message, otherId, otherRound, body);
    }

    String text(String name) {
        return message.path(name).asText();
    }

    String reference() {
        return text("referenceTransactionId");
    }

    boolean isFree() {
        return text("reason").equals("freeround") || kind.equals("rollback") && message.has("freeRoundData");
    }

    /** Returns the number at a place of the message. */
    BigDecimal number(String pointer, BigDecimal otherwise) {
        var found = message.at(pointer);
        return found.isNumber() ? found.decimalValue() : otherwise;
    }

    /** Returns the nominal value of a free round. */
    BigDecimal value(BigDecimal otherwise) {
        return number("/freeRoundData/value/amount", otherwise);
    }
}
