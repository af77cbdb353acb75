package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.transcript.Entry;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hides in an exported exchange what opens an account or signs in somebody's name: session tokens, signatures, and the credentials
 * of other systems. A token is hidden wherever it occurs in its exchange, since a wallet may repeat it in a message.
 */
final class ExchangeMask {
    static final String TOKEN = "$TOKEN";
    static final String SIGNATURE = "$SIGNATURE";
    static final String CREDENTIALS = "$CREDENTIALS";

    /** Matches a token where its name stands before it: in a query, or in a JSON object. */
    private static final Pattern NAMED =
            Pattern.compile("([?&]token=|\"token\"\\s*:\\s*\")((?:[^&\\s\"\\\\]++|\\\\.)++)");
    /** Shorter tokens occur in ids and amounts by chance. */
    private static final int SHORTEST = 7;

    private static final Set<String> CREDENTIAL_HEADERS =
            Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");
    private static final Set<String> SIGNATURE_HEADERS = Set.of("x-svc-signature");

    private final List<String> tokens;

    ExchangeMask(Entry entry) {
        var found = new LinkedHashSet<String>();
        if (entry.kind().equals(CallbackKind.PLAYER.name()) && entry.player() != null) {
            add(found, entry.player());
        }
        // Latin-1 keeps every byte, so that a token beside bytes that are no UTF-8 is found too.
        for (var message : List.of(entry.request(), entry.response())) {
            var text = new String(message, StandardCharsets.ISO_8859_1);
            NAMED.matcher(text).results().forEach(match -> add(found, utf8(match.group(2))));
        }
        tokens = found.stream()
                .filter(token -> token.length() >= SHORTEST)
                .sorted((one, other) -> other.length() - one.length())
                .toList();
    }

    private static void add(Set<String> tokens, String token) {
        tokens.add(token);
        tokens.add(FormData.encode(token));
        try {
            tokens.add(URLDecoder.decode(token, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // A percent sign that escapes nothing: the token has one spelling.
        }
    }

    private static String utf8(String latin1) {
        return new String(latin1.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns the value of a parameter of a query, as one with this name. */
    String parameter(String name, String value) {
        return name.equals("token") ? TOKEN : of(value);
    }

    /** Returns the player of an exchange: the player callback names only the token. */
    static @Nullable String player(Entry entry) {
        return entry.kind().equals(CallbackKind.PLAYER.name()) && entry.player() != null ? TOKEN : entry.player();
    }

    /** Returns a text without the tokens of its exchange. */
    String of(String text) {
        var masked = text;
        for (var token : tokens) {
            masked = masked.replace(token, TOKEN);
        }
        return NAMED.matcher(masked).replaceAll("$1" + Matcher.quoteReplacement(TOKEN));
    }

    /** Returns bytes without the tokens of their exchange. */
    byte[] of(byte[] bytes) {
        var masked = new String(bytes, StandardCharsets.ISO_8859_1);
        for (var token : tokens) {
            masked = masked.replace(
                    new String(token.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1), TOKEN);
        }
        return NAMED.matcher(masked)
                .replaceAll("$1" + Matcher.quoteReplacement(TOKEN))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the value of a header without what is secret in it. */
    String header(String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        return CREDENTIAL_HEADERS.contains(lower)
                ? CREDENTIALS
                : SIGNATURE_HEADERS.contains(lower) ? SIGNATURE : of(value);
    }
}
