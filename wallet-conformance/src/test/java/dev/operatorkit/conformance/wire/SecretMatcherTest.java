package dev.operatorkit.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a token is found in every spelling, and that nothing else is. */
public class SecretMatcherTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one\"5b1e77c0aa",
                "two\\88aa01d3bb",
                "Zm9v+mFy/QmF6w3Q/8aP0d==",
                "jeton-é-日本-😀-5b1e77c0",
                "100%2Breal<&'> token",
                "\\\"\\\\\"9f3a61b2",
                "7f3a9b"
            })
    void every_spelling_is_replaced_and_the_text_around_it_stays(String token) {
        var spellings = SecretMatcher.of(token);
        of(token).forEach((name, text) -> {
            assertThat(spellings.mask("a=" + text + ";b", "$TOKEN")).as(name).isEqualTo("a=$TOKEN;b");
            assertThat(spellings.mask(text, "$TOKEN")).as(name).isEqualTo("$TOKEN");
        });
    }

    @Test
    void a_token_within_a_longer_base64_text_is_replaced() {
        for (var before = 0; before < 3; before++) {
            var text = "{\"t\":\"" + "x".repeat(before) + "f3a61b2c-0d77\"}";
            var encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            var masked = SecretMatcher.of("f3a61b2c-0d77").mask(encoded, "*");
            assertThat(masked).contains("*").hasSizeLessThan(encoded.length() - 14);
        }
    }

    @Test
    void a_token_in_another_case_is_another_token() {
        assertThat(SecretMatcher.of("Zm9vYmFyQmF6").mask("zm9vymfyqmf6 ZM9VYMFYQMF6", "$TOKEN"))
                .isEqualTo("$TOKEN_OTHER_CASE $TOKEN_OTHER_CASE");
    }

    @Test
    void the_beginning_of_a_token_before_a_cut_is_replaced() {
        assertThat(SecretMatcher.of("f3a61b2c-0d77").mask("your token f3a61b2…", "$TOKEN"))
                .isEqualTo("your token $TOKEN…");
    }

    @Test
    void named_values_are_replaced_only_as_a_whole() {
        var spellings = SecretMatcher.of("debit");
        assertThat(spellings.maskNamedValues(
                        "POST /debit?token=debit&gameId=debit HTTP/1.1\r\nX-Session: debit\r\n\r\n"
                                + "{\"token\": \"debit\",\"kind\":\"debit\",\"debit\":1} {\\\"token\\\":\\\"debit\\\"}"
                                + " token=debits",
                        "$TOKEN1"))
                .isEqualTo("POST /debit?token=$TOKEN1&gameId=debit HTTP/1.1\r\nX-Session: $TOKEN1\r\n\r\n"
                        + "{\"token\": \"$TOKEN1\",\"kind\":\"debit\",\"debit\":1} {\\\"token\\\":\\\"$TOKEN1\\\"}"
                        + " token=debits");
    }

    @Test
    void a_text_without_the_token_stays() {
        var text = "token f3a61b2c-0d78, f3a61b2c%2D0d7, \\u0066 &amp;&#102; %66%33 \\\\\\\\ " + "\\".repeat(5000);
        assertThat(SecretMatcher.of("f3a61b2c-0d77").mask(text, "*")).isEqualTo(text);
    }

    /** Returns the spellings of a token by their names, as senders and wallets make them. */
    public static Map<String, String> of(String token) {
        var all = new LinkedHashMap<String, String>();
        var bytes = token.getBytes(StandardCharsets.UTF_8);
        var percent = URLEncoder.encode(token, StandardCharsets.UTF_8).replace("+", "%20");
        var json = token.replace("\\", "\\\\").replace("\"", "\\\"");
        all.put("plain", token);
        all.put("percent", percent);
        all.put("percent twice", URLEncoder.encode(percent, StandardCharsets.UTF_8));
        all.put("percent, slash kept", percent.replace("%2F", "/"));
        all.put(
                "percent, all bytes",
                HexFormat.of().withPrefix("%").withUpperCase().formatHex(bytes));
        all.put("percent, lower case", HexFormat.of().withPrefix("%").formatHex(bytes));
        all.put("form", URLEncoder.encode(token, StandardCharsets.UTF_8));
        all.put("JSON", json);
        all.put("JSON, slash escaped", json.replace("/", "\\/"));
        all.put("JSON in JSON", json.replace("\\", "\\\\").replace("\"", "\\\""));
        all.put("JSON, numbers", numbers(token, "\\u%04x", true));
        all.put("JSON, upper-case numbers", numbers(token, "\\u%04X", true));
        all.put("JSON, numbers in JSON", numbers(token, "\\\\u%04x", true));
        all.put("HTML", html(token));
        all.put("HTML twice", html(html(token)));
        all.put("HTML, numbers", numbers(token, "&#%d;", false));
        all.put("HTML, hex numbers", numbers(token, "&#x%X;", false));
        all.put("HTML in JSON", html(token).replace("\\", "\\\\"));
        all.put("hex", HexFormat.of().formatHex(bytes));
        all.put("upper-case hex", HexFormat.of().withUpperCase().formatHex(bytes));
        all.put("Latin-1", new String(bytes, StandardCharsets.ISO_8859_1));
        return all;
    }

    private static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String numbers(String text, String format, boolean units) {
        return (units ? text.chars() : text.codePoints())
                .mapToObj(c -> String.format(format, c))
                .reduce("", String::concat);
    }
}
