package dev.operatorkit.conformance.wallets;

import com.sun.net.httpserver.HttpExchange;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the responses of the {@link ConfigurableWallet}, and holds the defects of writing. */
public record ResponseWriter(
        WalletVariants variants, @Nullable Defect defect) {
    private boolean is(Defect one) {
        return defect == one;
    }

    public String balance(BigDecimal amount) {
        var exact = is(Defect.CALCULATES_IN_DOUBLE) || is(Defect.CALCULATES_IN_FLOAT);
        var written = exact
                ? amount
                : amount.setScale(Math.max(
                        variants.decimals(), amount.stripTrailingZeros().scale()));
        var number = variants.plainZeros() ? written.stripTrailingZeros().toPlainString() : written.toPlainString();
        return Defect.changed(
                defect,
                Place.BALANCE,
                "{\"currency\":\"" + variants.currency() + "\",\"amount\":" + number + ",\"updatedAt\":"
                        + time(variants.fixedTime() ? Instant.EPOCH : Instant.now()) + "}");
    }

    private String time(Instant now) {
        return switch (defect) {
            case WRITES_LOCAL_TIME -> "\"" + now.atOffset(ZoneOffset.ofHours(2)) + "\"";
            case WRITES_LOCAL_TIME_AS_UTC -> "\"" + now.plusSeconds(7200) + "\"";
            case WRITES_TIME_WITHOUT_ZONE -> "\"" + LocalDateTime.ofInstant(now, ZoneOffset.UTC) + "\"";
            case WRITES_TIME_AS_A_NUMBER -> Long.toString(now.toEpochMilli());
            case null, default ->
                "\"" + (variants.plainZeros() ? now.toString().replaceAll("\\.[0-9]+", "") : now.toString()) + "\"";
        };
    }

    /** Sends the result of a movement; the place is its kind, {@code REPLAY} or {@code LOOKUP}. */
    public void result(HttpExchange exchange, Place place, WalletStorage.Entry entry, BigDecimal after)
            throws IOException {
        var extra = variants.bareAnswers()
                ? ""
                : ",\"createdAt\":" + time(entry.createdAt()) + ",\"kind\":\"" + entry.kind() + "\"";
        var text = "{\"balance\":" + balance(after) + ",\"operatorTransactionId\":\"" + entry.operatorId() + "\""
                + extra + "}";
        var changed = Defect.changed(defect, Place.RESULT, Defect.changed(defect, place, text));
        send(exchange, status(place), changed);
    }

    private int status(Place place) {
        return switch (place) {
            case DEBIT -> Defect.statusOf(defect, Place.DEBIT_STATUS, 200);
            case ROLLBACK -> Defect.statusOf(defect, Place.ROLLBACK_STATUS, 200);
            case REPLAY -> Defect.statusOf(defect, Place.REPLAY_STATUS, 200);
            default -> 200;
        };
    }

    public void error(HttpExchange exchange, Place place, int status, String message) throws IOException {
        error(exchange, Defect.statusOf(defect, place, status), message);
    }

    public void error(HttpExchange exchange, int status, String message) throws IOException {
        var text = variants.emptyErrors() && status != 409 ? "" : "{\"message\":\"" + message + "\"}";
        send(exchange, status, Defect.changed(defect, Place.ERROR, text));
    }

    private byte[] coded(HttpExchange exchange, byte[] bytes) throws IOException {
        if (!is(Defect.COMPRESSES_SILENTLY) || !exchange.getRequestHeaders().containsKey("Accept-Encoding")) {
            return bytes;
        }
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        return compressed.toByteArray();
    }

    public void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = coded(exchange, RequestBody.utf8(is(Defect.WRITES_BYTE_ORDER_MARKS) ? "\ufeff" + text : text));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (variants.closes()) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : variants.chunked() ? 0 : bytes.length);
        if (bytes.length > 0) {
            var half = is(Defect.ANSWERS_HALF) && text.contains("rollback");
            exchange.getResponseBody().write(bytes, 0, half ? bytes.length / 2 : bytes.length);
        }
    }
}
