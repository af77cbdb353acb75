package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what a program has to send so that it makes the request of an exchange again, with a signature of its own (SIG-1). The
 * secret, the old signature and the credentials of other systems are not part of it.
 *
 * @param comment says in one line what the program does; plain ASCII
 * @param origin the scheme, host and port
 * @param method the method
 * @param target the path and query as sent
 * @param headers the headers to send as they were, without those that the program computes
 * @param body the bytes of the body
 */
record SnippetCall(
        String comment, String origin, String method, String target, List<RawMessage.Field> headers, byte[] body) {
    /** Above it a program no longer fits on a page. */
    private static final int LONGEST_BODY = 64 * 1024;

    private static final Set<String> COMPUTED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "expect",
            "upgrade",
            "http2-settings",
            "x-svc-timestamp",
            "x-svc-signature");
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie");

    /**
     * Returns the call of an exchange, or empty if its bytes are not all known, or cannot be written into a program.
     *
     * @param tls true if the request went over HTTPS
     */
    static Optional<SnippetCall> of(Entry entry, RawMessage sent, boolean tls) {
        var host = sent.header("Host");
        var length = sent.header("Content-Length");
        var isWhole = length == null || length.equals(Integer.toString(sent.body().length));
        if (host == null
                || !isWhole
                || sent.body().length > LONGEST_BODY
                || !sent.method().matches("[A-Z]+")
                || !sent.target().matches("/[\\x21-\\x7e]*")
                || !host.matches("[A-Za-z0-9.:\\[\\]-]+")) {
            return Optional.empty();
        }
        var headers = sent.fields().stream().filter(SnippetCall::isKept).toList();
        return Optional.of(new SnippetCall(
                comment(entry, sent),
                (tls ? "https://" : "http://") + host,
                sent.method(),
                sent.target(),
                headers,
                sent.body()));
    }

    private static boolean isKept(RawMessage.Field header) {
        var name = header.name().toLowerCase(Locale.ROOT);
        return name.matches("[!#$%&'*+.^_`|~0-9a-z-]+")
                && header.value().matches("[\\x20-\\x7e]*")
                && !COMPUTED.contains(name)
                && !CREDENTIALS.contains(name);
    }

    private static String comment(Entry entry, RawMessage sent) {
        var effect = switch (entry.kind()) {
            case "DEBIT", "CREDIT", "ROLLBACK" ->
                "Calls the wallet as the provider does. It moves money unless the wallet" + " knows the transaction.";
            default ->
                entry.direction() == Direction.TO_WALLET
                        ? "Calls the wallet as the provider does. It moves no money."
                        : "Calls the provider as the operator does.";
        };
        var text = sent.target() + new String(sent.body(), StandardCharsets.ISO_8859_1);
        return text.contains("token=") || text.contains("\"token\"")
                ? effect + " It contains a player's session token."
                : effect;
    }

    String url() {
        return origin + target;
    }

    String path() {
        return target.split("\\?", 2)[0];
    }

    /** Returns the query, or nothing. */
    String query() {
        var parts = target.split("\\?", 2);
        return parts.length > 1 ? parts[1] : "";
    }

    boolean hasBody() {
        return body.length > 0;
    }

    boolean isTls() {
        return origin.startsWith("https:");
    }

    String authority() {
        return origin.substring(origin.indexOf("//") + 2);
    }

    boolean hasHeader(String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }

    /** Returns whether {@link java.net.URI} accepts the address without changing it. */
    boolean isUri() {
        try {
            return URI.create(url()).toString().equals(url());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
