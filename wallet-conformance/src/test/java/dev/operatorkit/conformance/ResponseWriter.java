package dev.operatorkit.conformance;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the responses of the {@link ConfigurableWallet}, and holds the defects of writing. */
record ResponseWriter(WalletVariants variants, @Nullable Defect defect) {
    private boolean is(Defect one) {
        return defect == one;
    }

    String balance(BigDecimal amount, boolean quoted) {
        var exact = is(Defect.CALCULATES_IN_DOUBLE) || is(Defect.CALCULATES_IN_FLOAT);
        var written = exact
                ? amount
                : amount.setScale(Math.max(
                        variants.decimals(), amount.stripTrailingZeros().scale()));
        var text = variants.plainZeros() ? written.stripTrailingZeros().toPlainString() : written.toPlainString();
        var number = quoted || is(Defect.WRITES_BALANCES_AS_STRINGS) ? "\"" + text + "\"" : text;
        var currency = is(Defect.WRITES_LOWER_CASE_CURRENCIES)
                ? variants.currency().toLowerCase(Locale.ROOT)
                : variants.currency();
        var time = is(Defect.OMITS_UPDATED_AT) ? "" : ",\"updatedAt\":" + updatedAt();
        return "{\"currency\":\"" + currency + "\",\"amount\":" + number + time + "}";
    }

    private String updatedAt() {
        return time(variants.fixedTime() ? Instant.EPOCH : Instant.now());
    }

    private String time(Instant now) {
        return switch (defect) {
            case WRITES_LOCAL_TIME -> "\"" + now.atOffset(ZoneOffset.ofHours(2)) + "\"";
            case WRITES_TIME_WITHOUT_ZONE -> "\"" + LocalDateTime.ofInstant(now, ZoneOffset.UTC) + "\"";
            case WRITES_TIME_AS_A_NUMBER -> Long.toString(now.toEpochMilli());
            case null, default ->
                "\"" + (variants.plainZeros() ? now.toString().replaceAll("\\.[0-9]+", "") : now.toString()) + "\"";
        };
    }

    void result(HttpExchange exchange, int status, WalletStorage.Entry entry, BigDecimal after) throws IOException {
        var id = is(Defect.REUSES_ONE_OPERATOR_ID)
                ? "\"op\""
                : is(Defect.WRITES_OPERATOR_ID_AS_NUMBER)
                        ? entry.operatorId().substring(3)
                        : "\"" + entry.operatorId() + "\"";
        var field = is(Defect.OMITS_OPERATOR_ID) ? "" : ",\"operatorTransactionId\":" + id;
        var extra = variants.bareAnswers()
                ? ""
                : ",\"createdAt\":" + time(entry.createdAt()) + ",\"kind\":\"" + entry.kind() + "\"";
        send(exchange, status, "{\"balance\":" + balance(after, false) + field + extra + "}");
    }

    void error(HttpExchange exchange, int status, String message) throws IOException {
        if (variants.emptyErrors() && status != 409) {
            send(exchange, status, "");
        } else if (is(Defect.WRITES_ERRORS_IN_PLAIN_TEXT)) {
            send(exchange, status, message);
        } else {
            send(
                    exchange,
                    status,
                    "{\"" + (is(Defect.OMITS_ERROR_MESSAGES) ? "error" : "message") + "\":\"" + message + "\""
                            + (is(Defect.WRITES_STACK_TRACES) ? ",\"trace\":\"at Wallet.move(Wallet.java:42)\"" : "")
                            + "}");
        }
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

    void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = coded(exchange, RequestBody.utf8(is(Defect.WRITES_BYTE_ORDER_MARKS) ? "\ufeff" + text : text));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (variants.closes()) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : variants.chunked() ? 0 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
