package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback that a person has edited: its target below the wallet's prefix, its headers and its body. Host and length are
 * always the right ones, and it goes to no other host than the operator's wallet. A timestamp or signature that is given is sent as
 * it is, so that a wallet can be tried with a wrong one.
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
    private static final JsonFactory JSON = new JsonFactory();

    /** Returns the fields of the form for an exchange as it was sent. */
    static EditedCallback of(RawMessage sent) {
        return new EditedCallback(
                sent.target(),
                sent.fields().stream()
                        .filter(header -> !COMPUTED.contains(lower(header)) && !SIGNED.contains(lower(header)))
                        .map(header -> header.name() + ": " + header.value())
                        .collect(Collectors.joining("\n")),
                Objects.requireNonNullElse(RawMessage.utf8(sent.body()), ""));
    }

    /** Reads a form that was sent for an exchange. */
    static EditedCallback of(FormData form, RawMessage original) {
        return new EditedCallback(
                form.exact("target").strip(),
                form.exact("headers").replace("\r\n", "\n"),
                received(form.exact("body"), original.body()));
    }

    /** Returns why a form would change these bytes by itself, or null if it would not. */
    static @Nullable String obstacle(byte[] body) {
        var text = RawMessage.utf8(body);
        if (text == null) {
            return "The body is not UTF-8, so a form cannot carry it.";
        }
        if (text.codePoints()
                .anyMatch(c ->
                        c == BYTE_ORDER_MARK || (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t'))) {
            return "The body has control characters or a byte order mark, so a form cannot carry it.";
        }
        var withoutPairs = text.replace("\r\n", "");
        if (withoutPairs.indexOf('\r') >= 0 || (text.contains("\r\n") && withoutPairs.indexOf('\n') >= 0)) {
            return "The body mixes kinds of line breaks, which a form would make equal.";
        }
        return null;
    }

    /** Returns the body that a form sent, with the line breaks of the original: browsers send every break as CR LF. */
    static String received(String sent, byte[] original) {
        var text = sent.replace("\r\n", "\n").replace('\r', '\n');
        var before = RawMessage.utf8(original);
        return before != null && before.contains("\r\n") ? text.replace("\n", "\r\n") : text;
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
                either(ids.get("playerId"), original.player()),
                either(ids.get("gameRoundId"), original.round()),
                either(ids.get("transactionId"), original.transaction()));
        var timestamp = message.header(RawMessage.TIMESTAMP);
        return wallets.sender()
                .repeat(
                        original.withBytes(message.bytes(), message.signedBytes(timestamp)),
                        callback,
                        context,
                        Objects.requireNonNullElse(timestamp, ""),
                        Objects.requireNonNullElse(message.header(RawMessage.SIGNATURE), ""));
    }

    private static @Nullable String either(@Nullable String first, @Nullable String otherwise) {
        return first == null ? otherwise : first;
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
        lines.add("Host: " + wallet.hostHeader());
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

    private static String lower(RawMessage.Field header) {
        return header.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the texts and numbers of the outer fields of a body, for the transcript. */
    private static Map<String, String> ids(byte[] body) {
        var ids = new HashMap<String, String>();
        try (var json = JSON.createParser(body)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                var value = json.nextToken();
                if (value == JsonToken.VALUE_STRING || value.isNumeric()) {
                    ids.put(name, json.getText());
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException e) {
            // No JSON, sent as it is: the transcript shows it under the ids of its original.
            return Map.of();
        }
        return ids;
    }
}
