package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import com.sun.net.httpserver.HttpExchange;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the responses of the {@link ConfigurableWallet}, and holds the defects of writing. */
final class ResponseWriter extends WalletPart {
    ResponseWriter(WalletVariants variants, @Nullable Defect defect) {
        super(variants, defect);
    }

    String balance(BigDecimal amount) {
        var scale = Math.max(variants.decimals(), amount.stripTrailingZeros().scale());
        var written = isAny(CALCULATES_IN_DOUBLE, CALCULATES_IN_FLOAT) ? amount : amount.setScale(scale);
        var number = variants.plainZeros() ? written.stripTrailingZeros().toPlainString() : written.toPlainString();
        var updated = time(variants.fixedTime() ? Instant.EPOCH : Instant.now());
        return changed(
                Place.BALANCE,
                "{\"currency\":\"" + variants.currency() + "\",\"amount\":" + number + ",\"updatedAt\":" + updated
                        + "}");
    }

    private String time(Instant now) {
        var plain = variants.plainZeros() ? now.truncatedTo(ChronoUnit.SECONDS) : now;
        return switch (defect) {
            case WRITES_LOCAL_TIME -> "\"" + now.atOffset(ZoneOffset.ofHours(2)) + "\"";
            case WRITES_LOCAL_TIME_AS_UTC -> "\"" + now.plusSeconds(7200) + "\"";
            case WRITES_TIME_WITHOUT_ZONE -> "\"" + LocalDateTime.ofInstant(now, ZoneOffset.UTC) + "\"";
            case WRITES_TIME_AS_A_NUMBER -> Long.toString(now.toEpochMilli());
            case null, default -> "\"" + plain + "\"";
        };
    }

    /** Sends the result of a movement; the place is its kind, {@code REPLAY} or {@code LOOKUP}. */
    void result(HttpExchange exchange, Place place, Entry entry, BigDecimal after) throws IOException {
        var extra = variants.bareAnswers()
                ? ""
                : ",\"createdAt\":" + time(entry.createdAt()) + ",\"kind\":\"" + entry.kind() + "\"";
        var text = "{\"balance\":" + balance(after) + ",\"operatorTransactionId\":\"" + entry.operatorId() + "\""
                + extra + "}";
        send(exchange, status(place), changed(Place.RESULT, changed(place, text)));
    }

    private int status(Place place) {
        return switch (place) {
            case DEBIT -> Defect.statusOf(defect, Place.DEBIT_STATUS, 200);
            case ROLLBACK -> Defect.statusOf(defect, Place.ROLLBACK_STATUS, 200);
            case REPLAY -> Defect.statusOf(defect, Place.REPLAY_STATUS, 200);
            default -> 200;
        };
    }

    void error(HttpExchange exchange, Place place, int status, String message) throws IOException {
        error(exchange, Defect.statusOf(defect, place, status), message);
    }

    void error(HttpExchange exchange, int status, String message) throws IOException {
        var text = variants.emptyErrors() && status != 409 ? "" : "{\"message\":\"" + message + "\"}";
        send(exchange, status, changed(Place.ERROR, text));
    }

    void send(HttpExchange exchange, int status, String text) throws IOException {
        var plain = RequestBody.utf8(is(WRITES_BYTE_ORDER_MARKS) ? "\ufeff" + text : text);
        var isCoded = is(COMPRESSES_SILENTLY) && exchange.getRequestHeaders().containsKey("Accept-Encoding");
        var bytes = isCoded ? compressed(plain) : plain;
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (variants.closes()) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : variants.chunked() ? 0 : bytes.length);
        if (bytes.length > 0) {
            var half = is(ANSWERS_HALF) && text.contains("rollback");
            exchange.getResponseBody().write(bytes, 0, half ? bytes.length / 2 : bytes.length);
        }
    }

    private static byte[] compressed(byte[] bytes) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        return compressed.toByteArray();
    }
}
