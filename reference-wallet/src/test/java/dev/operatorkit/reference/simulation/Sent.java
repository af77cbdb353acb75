package dev.operatorkit.reference.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback as it was on the wire, read without any class of the product.
 *
 * @param kind the last part of the path: debit, credit, rollback, or lookup
 * @param id the transactionId
 * @param account the playerId, or the account of a lookup
 * @param reference the referenceTransactionId; empty for a debit or a lookup
 * @param amount the stake or payout; null if there is none
 */
record Sent(
        String kind,
        String id,
        String account,
        String round,
        String reference,
        @Nullable BigDecimal amount,
        String path,
        String timestamp,
        String signature,
        byte[] body) {
    static final String SECRET = "the secret of the simulation";
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** Reads the bytes of a request. */
    static Sent of(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        var lines = text.substring(0, end).split("\r\n");
        var path = lines[0].split(" ")[1];
        var timestamp = "";
        var signature = "";
        for (var line : lines) {
            if (line.startsWith("X-Svc-Timestamp: ")) {
                timestamp = line.substring(17);
            } else if (line.startsWith("X-Svc-Signature: ")) {
                signature = line.substring(17);
            }
        }
        var body = text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
        return read(path, timestamp, signature, body);
    }

    private static Sent read(String path, String timestamp, String signature, byte[] body) {
        if (body.length == 0) {
            var parts = path.split("/");
            return new Sent(
                    "lookup",
                    parts[parts.length - 1],
                    parts[parts.length - 3],
                    "",
                    "",
                    null,
                    path,
                    timestamp,
                    signature,
                    body);
        }
        var json = json(body);
        var amount = json.path("stake").path("amount");
        amount = amount.isMissingNode() ? json.path("payout").path("amount") : amount;
        return new Sent(
                path.substring(path.lastIndexOf('/') + 1),
                json.path("transactionId").asText(),
                json.path("playerId").asText(),
                json.path("gameRoundId").asText(),
                json.path("referenceTransactionId").asText(""),
                amount.isMissingNode() ? null : amount.decimalValue(),
                path,
                timestamp,
                signature,
                body);
    }

    static JsonNode json(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(new String(body, StandardCharsets.UTF_8), e);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns true if a body is JSON, and not the first half of it. */
    static boolean isJson(byte[] body) {
        try {
            JSON.readTree(body);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean isDebit() {
        return kind.equals("debit");
    }

    boolean isCredit() {
        return kind.equals("credit");
    }

    boolean isLookup() {
        return kind.equals("lookup");
    }

    /** Returns true if the signature is that of the bytes. */
    boolean isSignedCorrectly() {
        return signature.equals(sign(path, timestamp, body));
    }

    /** Signs a request (SIG-1). */
    static String sign(String path, String timestamp, byte[] data) {
        try {
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA512"));
            mac.update((path + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
