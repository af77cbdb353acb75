package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback that a person has edited: its target below the wallet's prefix, its headers and its body. Host and length are
 * always the right ones, and it goes to no other host than the operator's wallet. A given timestamp or signature is sent
 * unchanged, so that a wallet can be tried with a wrong one.
 *
 * @param target the path and query
 * @param headers the header lines, without those that are computed
 * @param body the body
 */
record EditedCallback(String target, String headers, String body) {
    private static final int MAX_HEADERS = 100;
    private static final int MAX_HEADER_LENGTH = 8 * 1024;
    private static final int MAX_BODY_BYTES = 1024 * 1024;
    private static final Set<String> COMPUTED = Set.of("host", "content-length", "transfer-encoding", "connection");
    private static final Set<String> SIGNED =
            Set.of(RawMessage.TIMESTAMP.toLowerCase(Locale.ROOT), RawMessage.SIGNATURE.toLowerCase(Locale.ROOT));
    private static final int BYTE_ORDER_MARK = 0xFEFF;
    private static final JsonMapper JSON = new JsonMapper();

    /** Returns the fields of the form for a sent exchange. */
    static EditedCallback of(RawMessage sent) {
        return new EditedCallback(
                sent.target(),
                sent.fields().stream()
                        .filter(header -> !COMPUTED.contains(lower(header)) && !SIGNED.contains(lower(header)))
                        .map(header -> header.name() + ": " + header.value())
                        .collect(Collectors.joining("\n")),
                WireBytes.text(sent.body()).orElse(""));
    }

    /** Reads a form. Browsers send every line break as CR LF. */
    static EditedCallback of(FormData form) {
        return new EditedCallback(
                form.exact("target").strip(),
                form.exact("headers").replace("\r\n", "\n"),
                form.exact("body").replace("\r\n", "\n"));
    }

    /** Returns whether a form can carry these bytes unchanged. */
    static boolean isEditable(byte[] body) {
        var text = WireBytes.text(body).orElse(null);
        return text != null
                && text.codePoints()
                        .noneMatch(c -> c == BYTE_ORDER_MARK || (Character.isISOControl(c) && c != '\n' && c != '\t'));
    }

    /** Signs it with the operator's secret and sends it, or throws an IllegalArgumentException that names the field. */
    Entry send(CallbackEngine wallets, SimulatorClock clock, Operator operator, Entry original) {
        var message = message(operator, RawMessage.of(original.request()), clock);
        var callback = ExchangePage.ResendMode.callback(operator, message, CallbackKind.valueOf(original.kind()));
        var ids = ids(message.body());
        var context = ExchangePage.ResendMode.context(
                wallets,
                original,
                callback.kind(),
                id(ids, "playerId", original.player()),
                id(ids, "gameRoundId", original.round()),
                id(ids, "transactionId", original.transaction()));
        var timestamp = message.header(RawMessage.TIMESTAMP);
        return wallets.sender()
                .repeat(
                        original.withBytes(message.bytes(), message.signedBytes(timestamp)),
                        callback,
                        context,
                        Objects.requireNonNullElse(timestamp, ""),
                        Objects.requireNonNullElse(message.header(RawMessage.SIGNATURE), ""));
    }

    /** Returns an id of the body for the transcript, or that of the original exchange. */
    private static @Nullable String id(JsonNode body, String name, @Nullable String original) {
        var id = body.path(name);
        return id.isTextual() || id.isNumber() ? id.asText() : original;
    }

    private RawMessage message(Operator operator, RawMessage original, SimulatorClock clock) {
        var wallet = operator.wallet();
        if (wallet == null) {
            throw new IllegalArgumentException(
                    "Operator '" + operator.id() + "' has no wallet address. Set it with --wallet.");
        }
        if (!target.matches("/[\\x21-\\x7e]*") || target.contains("#") || !target.startsWith(wallet.prefix() + "/")) {
            throw new IllegalArgumentException("'target' must be a path below " + wallet.prefix()
                    + "/ without spaces, such as " + wallet.prefix() + "/debit. Encode other characters with %.");
        }
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "'body' has " + bytes.length + " bytes. Send at most " + MAX_BODY_BYTES + ".");
        }
        var lines = new ArrayList<String>();
        lines.add("Host: " + wallet.authority());
        lines.addAll(headerLines());
        if (bytes.length > 0 || original.method().equals("POST")) {
            lines.add("Content-Length: " + bytes.length);
        }
        return signed(
                new RawMessage(original.method() + " " + target + " HTTP/1.1", lines, bytes), lines, operator, clock);
    }

    private static RawMessage signed(RawMessage message, List<String> lines, Operator operator, SimulatorClock clock) {
        var timestamp = message.header(RawMessage.TIMESTAMP);
        if (timestamp == null) {
            timestamp = Long.toString(clock.systemClock().millis());
            lines.add(RawMessage.TIMESTAMP + ": " + timestamp);
        }
        if (message.header(RawMessage.SIGNATURE) == null) {
            lines.add(RawMessage.SIGNATURE + ": "
                    + new Signer(operator.keys()).sign(message.path(), timestamp, message.data()));
        }
        return message;
    }

    private List<String> headerLines() {
        var lines = headers.lines().filter(line -> !line.isBlank()).toList();
        if (lines.size() > MAX_HEADERS) {
            throw new IllegalArgumentException(
                    "'headers' has " + lines.size() + " lines. Send at most " + MAX_HEADERS + ".");
        }
        lines.forEach(EditedCallback::checkHeader);
        return lines;
    }

    private static void checkHeader(String line) {
        var name = line.split(":", 2)[0];
        if (!line.contains(":") || !name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new IllegalArgumentException(
                    "'headers': '" + abbreviate(line) + "' is not a header. Write each line as Name: value.");
        }
        if (COMPUTED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("'headers': " + name + " is computed. Remove the line.");
        }
        if (line.length() > MAX_HEADER_LENGTH || !line.matches("[\\t\\x20-\\x7e\\xa0-\\xff]*")) {
            throw new IllegalArgumentException("'headers': the value of " + name
                    + " has characters that no header can carry, or more than " + MAX_HEADER_LENGTH + " of them.");
        }
    }

    private static String abbreviate(String line) {
        return line.length() > 40 ? line.substring(0, 40) + "…" : line;
    }

    private static String lower(Header header) {
        return header.name().toLowerCase(Locale.ROOT);
    }

    private static JsonNode ids(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            // No JSON, sent unchanged: the transcript shows it under the ids of its original.
            return MissingNode.getInstance();
        }
    }
}
