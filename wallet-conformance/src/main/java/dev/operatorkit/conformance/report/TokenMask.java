package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.Player;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hides the session tokens in every report: they open a player's account. */
public final class TokenMask {
    private final Map<String, String> words = new LinkedHashMap<>();
    private final @Nullable Secret secret;

    /** Creates a mask of these tokens, as they are and percent-encoded. */
    public TokenMask(List<String> tokens) {
        this.secret = null;
        var longestFirst = tokens.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        for (var token : longestFirst) {
            var name = "$TOKEN" + (tokens.size() == 1 ? "" : tokens.indexOf(token) + 1);
            words.put(token, name);
            words.put(Player.encoded(token), name);
            words.put(escaped(token), name);
        }
    }

    private TokenMask(Map<String, String> words, Secret secret) {
        this.words.putAll(words);
        this.secret = secret;
    }

    /** Returns a mask that also hides this secret. */
    TokenMask and(Secret hidden) {
        return new TokenMask(words, hidden);
    }

    /** Returns the text without the tokens. */
    public String of(String text) {
        var masked = secret == null ? text : secret.mask(text, "$SECRET");
        for (var word : words.entrySet()) {
            masked = masked.replace(word.getKey(), word.getValue());
        }
        return masked;
    }

    /** Returns an exchange without the tokens, in which the request is what its bytes then say. */
    Exchange of(Exchange exchange) {
        var request = exchange.request();
        // The sizes of chunks count the bytes of a token, and a token may begin in one chunk and end in the next.
        var sent = of(request.chunked() ? request.withBody(of(request.body())).bytes() : exchange.sent());
        return new Exchange(
                exchange.at(),
                SignedRequest.parse(
                        sent, request.offset(), request.literal(), request.genuine(), request.misstatesLength()),
                sent,
                of(exchange.received()),
                exchange.micros(),
                of(exchange.note()));
    }

    private byte[] of(byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return of(text.toString()).getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            return of(new String(bytes, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static String escaped(String token) {
        var out = new StringBuilder();
        for (var b : token.getBytes(StandardCharsets.UTF_8)) {
            out.append(String.format("%%%02X", b & 0xff));
        }
        return out.toString();
    }
}
