package dev.operatorkit.simulator.wallet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

/** Writes callbacks of the specification with chosen optional fields (D-16). */
public final class CallbackWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private final Set<OptionalField> fields;

    /** Creates a writer of these fields. {@link CallbackSettings} requires one that identifies the player of a debit. */
    public CallbackWriter(Set<OptionalField> fields) {
        this.fields = EnumSet.copyOf(fields);
    }

    /** Returns a writer of all optional fields. */
    public static CallbackWriter complete() {
        return new CallbackWriter(EnumSet.allOf(OptionalField.class));
    }

    /** Writes {@code GET /player} (WAL-1). */
    public Callback player(String gameId, String token) {
        return Callback.get(CallbackKind.PLAYER, "/player", "gameId=" + encoded(gameId) + "&token=" + encoded(token));
    }

    /** Writes the lookup of one transaction (WAL-12). */
    public Callback lookup(String accountId, String transactionId) {
        return Callback.get(
                CallbackKind.LOOKUP,
                "/players/" + encoded(accountId) + "/transactions/" + encoded(transactionId),
                null);
    }

    /** Writes {@code POST /debit} (WAL-3). */
    public Callback debit(Bet bet) {
        return post(CallbackKind.DEBIT, json -> {
            json.writeStringField("transactionId", bet.transactionId());
            json.writeStringField("gameRoundId", bet.roundId());
            optional(json, OptionalField.DEBIT_PLAYER_ID, "playerId", bet.playerId());
            optional(json, OptionalField.DEBIT_GAME_ID, "gameId", bet.gameId());
            optional(json, OptionalField.DEBIT_TOKEN, "token", bet.token());
            amount(json, "stake", bet.stake(), fields.contains(OptionalField.STAKE_CURRENCY));
            reason(json, bet, "bet");
        });
    }

    /** Writes {@code POST /credit} (WAL-7). A payout of zero closes a lost round (WAL-9). */
    public Callback credit(String transactionId, Bet bet, Money payout) {
        return post(CallbackKind.CREDIT, json -> {
            settlement(json, transactionId, bet);
            amount(json, "payout", payout, fields.contains(OptionalField.PAYOUT_CURRENCY));
            reason(json, bet, payout.minorUnits() > 0 ? "win" : "loss");
        });
    }

    /** Writes {@code POST /rollback} (WAL-11). */
    public Callback rollback(String transactionId, Bet bet) {
        return post(CallbackKind.ROLLBACK, json -> {
            settlement(json, transactionId, bet);
            json.writeStringField("reason", "refund");
        });
    }

    private void settlement(JsonGenerator json, String transactionId, Bet bet) throws IOException {
        json.writeStringField("transactionId", transactionId);
        json.writeStringField("referenceTransactionId", bet.transactionId());
        json.writeStringField("gameRoundId", bet.roundId());
        json.writeStringField("playerId", bet.playerId());
        optional(json, OptionalField.SETTLEMENT_GAME_ID, "gameId", bet.gameId());
    }

    private void optional(JsonGenerator json, OptionalField field, String name, String value) throws IOException {
        if (fields.contains(field)) {
            json.writeStringField(name, value);
        }
    }

    private static void reason(JsonGenerator json, Bet bet, String otherwise) throws IOException {
        var free = bet.free();
        json.writeStringField("reason", free == null ? otherwise : "freeround");
        if (free != null) {
            json.writeObjectFieldStart("freeRoundData");
            json.writeStringField("campaign", free.campaign());
            amount(json, "value", free.value(), true);
            json.writeEndObject();
        }
    }

    private static void amount(JsonGenerator json, String name, Money money, boolean currency) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeFieldName("amount");
        json.writeNumber(money.toPlainString());
        if (currency) {
            json.writeStringField("currency", money.currency().code());
        }
        json.writeEndObject();
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static Callback post(CallbackKind kind, Fields fields) {
        var body = new ByteArrayOutputStream(384);
        try (var json = JSON.createGenerator(body)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Callback.post(kind, body.toByteArray());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
