package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SecretMatcher;
import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WireBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hides the session tokens and the secret in every report, in each of their {@link SecretMatcher}: they open a player's account, or
 * sign in the service's name. A token that the suite's own texts may hold, since it is short or a word, is hidden only as the value
 * of a field, parameter or header that holds a session: hiding it everywhere would change ids of cases.
 */
public final class TokenMask {
    /** Shorter tokens occur in ids and signatures by chance. */
    private static final int MIN_LENGTH = 7;

    private static final String TOKEN = "$TOKEN";
    private static final Pattern WORDS = Pattern.compile("[\\p{L}\\p{P} ]{1,24}");

    private final List<Hidden> hidden = new ArrayList<>();

    /**
     * Holds a token or the secret.
     *
     * @param name what stands in its place
     * @param everywhere true when no text of the suite can hold it
     */
    private record Hidden(SecretMatcher spellings, String name, boolean everywhere) {
        static Hidden of(String value, String name) {
            return new Hidden(SecretMatcher.of(value), name, isDistinct(value));
        }

        String mask(String text) {
            return everywhere ? spellings.mask(text, name) : spellings.maskNamedValues(text, name);
        }
    }

    /** Creates a mask of these tokens. */
    public TokenMask(List<String> tokens) {
        // The longest first, since one may be the beginning of another.
        tokens.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(token -> Hidden.of(token, TOKEN + (tokens.size() == 1 ? "" : tokens.indexOf(token) + 1)))
                .forEach(hidden::add);
    }

    /** Returns a mask that also hides this secret. */
    public TokenMask and(Secret secret) {
        var both = new TokenMask(List.of());
        secret.read(value -> both.hidden.add(Hidden.of(value, "$SECRET")));
        both.hidden.addAll(hidden);
        return both;
    }

    private static boolean isDistinct(String value) {
        var lower = value.toLowerCase(Locale.ROOT);
        return value.length() >= MIN_LENGTH
                && !WORDS.matcher(value).matches()
                && Stream.concat(
                                Subject.everyCase().flatMap(each -> Stream.of(each.id(), each.title())),
                                Rules.operatorRules().values().stream())
                        .noneMatch(text -> text.toLowerCase(Locale.ROOT).contains(lower));
    }

    /** Returns a sentence for each token that cannot be hidden everywhere. */
    public List<String> warnings() {
        return hidden.stream()
                .filter(each -> !each.everywhere() && each.name().startsWith(TOKEN))
                .map(each -> each.name().substring(1)
                        + " cannot be hidden everywhere in the reports: it is a word, or has"
                        + " fewer than " + MIN_LENGTH
                        + " characters. Where the wallet quotes it in a text it stays readable."
                        + " Tokens are unique and random (LAU-10): use such a token before you share the reports.")
                .toList();
    }

    /** Returns the text without the tokens. */
    public String of(String text) {
        var masked = text;
        for (var each : hidden) {
            masked = each.mask(masked);
        }
        return masked;
    }

    /** Hides the tokens in every text of a tree, and returns it. */
    JsonNode hideIn(JsonNode tree) {
        if (tree instanceof TextNode text) {
            return TextNode.valueOf(of(text.textValue()));
        }
        if (tree instanceof ObjectNode object) {
            object.properties().forEach(entry -> entry.setValue(hideIn(entry.getValue())));
        }
        if (tree instanceof ArrayNode array) {
            for (var i = 0; i < array.size(); i++) {
                array.set(i, hideIn(array.get(i)));
            }
        }
        return tree;
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
        var charset = WireBytes.text(bytes).isPresent() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        return of(new String(bytes, charset)).getBytes(charset);
    }
}
