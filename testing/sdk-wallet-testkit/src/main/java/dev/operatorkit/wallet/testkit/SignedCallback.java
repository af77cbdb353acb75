package dev.operatorkit.wallet.testkit;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.CallbackRequest;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds a callback as the provider sends it, for unit tests of a wallet: {@code
 * SignedCallback.debit("tx-1").round("r-1").player("player-1").stake("1.50").sign("/wallet", keys, clock)}.
 *
 * <p>Immutable: every method returns a changed copy.
 */
public final class SignedCallback {
    private final String method;
    private final String path;
    private final @Nullable String query;
    private final Map<String, String> fields;
    private final byte @Nullable [] body;
    private final @Nullable String contentType;

    private SignedCallback(
            String method,
            String path,
            @Nullable String query,
            Map<String, String> fields,
            byte @Nullable [] body,
            @Nullable String contentType) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.fields = fields;
        this.body = body;
        this.contentType = contentType;
    }

    /** Creates a {@code GET /player}. */
    public static SignedCallback player(String gameId, String token) {
        return get("/player").query("gameId=" + encoded(gameId) + "&token=" + encoded(token));
    }

    /** Creates a {@code POST /debit}. Unless set, the stake is 0 and the round {@code round-of-<transactionId>}. */
    public static SignedCallback debit(String transactionId) {
        return post("/debit")
                .text("transactionId", transactionId)
                .round("round-of-" + transactionId)
                .stake("0")
                .reason("bet");
    }

    /** Creates a {@code POST /credit} that refers to a debit. Unless set, the payout is 0, for a lost bet. */
    public static SignedCallback credit(String transactionId, String debitId) {
        return settlement("/credit", transactionId, debitId).payout("0").reason("win");
    }

    /** Creates a {@code POST /rollback} that refers to a debit. */
    public static SignedCallback rollback(String transactionId, String debitId) {
        return settlement("/rollback", transactionId, debitId).reason("refund");
    }

    /** Creates a {@code GET /players/{accountId}/transactions/{transactionId}}. */
    public static SignedCallback lookup(String accountId, String transactionId) {
        return get("/players/" + segment(accountId) + "/transactions/" + segment(transactionId));
    }

    /** Creates a {@code GET} of any path below the prefix. */
    public static SignedCallback get(String path) {
        return new SignedCallback("GET", path, null, Map.of(), new byte[0], null);
    }

    /** Creates a {@code POST} to any path below the prefix. Its JSON body contains the fields that are set. */
    public static SignedCallback post(String path) {
        return new SignedCallback("POST", path, null, Map.of(), null, "application/json");
    }

    private static SignedCallback settlement(String path, String transactionId, String debitId) {
        return post(path)
                .text("transactionId", transactionId)
                .text("referenceTransactionId", debitId)
                .round("round-of-" + debitId);
    }

    /** Sets {@code gameRoundId}. */
    public SignedCallback round(String gameRoundId) {
        return text("gameRoundId", gameRoundId);
    }

    /** Sets {@code playerId}. */
    public SignedCallback player(String playerId) {
        return text("playerId", playerId);
    }

    /** Sets {@code token}. */
    public SignedCallback token(String token) {
        return text("token", token);
    }

    /** Sets {@code stake.amount}, exactly as it is written in the JSON. */
    public SignedCallback stake(String amount) {
        return json("stake", "{\"amount\":" + amount + "}");
    }

    /** Sets {@code payout.amount}, exactly as it is written in the JSON. */
    public SignedCallback payout(String amount) {
        return json("payout", "{\"amount\":" + amount + "}");
    }

    /** Sets {@code reason}. */
    public SignedCallback reason(String reason) {
        return text("reason", reason);
    }

    /** Marks the callback as part of a free round of this campaign (WAL-5, WAL-15). */
    public SignedCallback freeRound(String campaign) {
        return reason("freeround").json("freeRoundData", "{\"campaign\":" + quoted(campaign) + "}");
    }

    /** Sets a field to a string. */
    public SignedCallback text(String field, String value) {
        return json(field, quoted(value));
    }

    /** Sets a field to raw JSON. */
    public SignedCallback json(String field, String value) {
        var changed = new LinkedHashMap<>(fields);
        changed.put(field, value);
        return new SignedCallback(method, path, query, changed, null, contentType);
    }

    /** Removes a field. */
    public SignedCallback without(String field) {
        var changed = new LinkedHashMap<>(fields);
        changed.remove(field);
        return new SignedCallback(method, path, query, changed, null, contentType);
    }

    /** Replaces the whole body. */
    public SignedCallback body(byte[] bytes) {
        return new SignedCallback(method, path, query, fields, bytes.clone(), contentType);
    }

    /** Sets the raw query, without {@code ?}. */
    public SignedCallback query(@Nullable String rawQuery) {
        return new SignedCallback(method, path, rawQuery, fields, body, contentType);
    }

    /** Sets the method. */
    public SignedCallback method(String method) {
        return new SignedCallback(method, path, query, fields, body, contentType);
    }

    /** Sets the content type; null removes the header. */
    public SignedCallback contentType(@Nullable String contentType) {
        return new SignedCallback(method, path, query, fields, body, contentType);
    }

    /**
     * Returns the body as the record that a {@code Wallet} is given: {@code debit("bet").toRecord(Debit.class)}.
     *
     * @throws RuntimeException if the body is not such a record
     */
    public <T> T toRecord(Class<T> type) {
        return Json.read(body(), type);
    }

    /** Returns the bytes of the body. */
    public byte[] body() {
        if (body != null) {
            return body.clone();
        }
        return fields.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Signs the callback with the clock's time, for a wallet with this path prefix, as sent from the loopback address.
     */
    public CallbackRequest sign(String prefix, SecretKeys keys, Clock clock) {
        var bytes = body();
        var rawPath = prefix + path;
        var timestamp = String.valueOf(clock.millis());
        var signature = new Signer(keys).sign(rawPath, timestamp, SignedData.of(query, bytes));
        var headers = new HashMap<>(
                Map.of(Signer.TIMESTAMP_HEADER, List.of(timestamp), Signer.SIGNATURE_HEADER, List.of(signature)));
        if (contentType != null) {
            headers.put("Content-Type", List.of(contentType));
        }
        var target = query == null ? rawPath : rawPath + "?" + query;
        return CallbackRequest.of(method, target, headers::get, bytes, InetAddress.getLoopbackAddress());
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String segment(String value) {
        return encoded(value).replace("+", "%20");
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\' || c < ' ') {
                json.append(String.format("\\u%04x", c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
