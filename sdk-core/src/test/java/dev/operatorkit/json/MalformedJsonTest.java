package dev.operatorkit.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Debit;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rows J of the fault matrix that concern the JSON configuration. */
class MalformedJsonTest {
    private static final String DEBIT =
            "{\"transactionId\":\"tx-1\",\"gameRoundId\":\"r-1\",\"stake\":{\"amount\":1.50}}";

    private static Debit debit(String json) {
        return Json.read(json.getBytes(UTF_8), Debit.class);
    }

    private static void assertRefused(String json, String message) {
        assertRefused(json.getBytes(UTF_8), message);
    }

    private static void assertRefused(byte[] json, String message) {
        assertThatThrownBy(() -> Json.read(json, Debit.class))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message)
                .hasNoCause();
    }

    private static String staking(String amount) {
        return DEBIT.replace("1.50", amount);
    }

    @Test
    void j1_a_duplicate_key_is_refused_even_if_it_is_escaped() {
        assertRefused(staking("1,\"amount\":1000"), "stake.amount appears twice");
        assertRefused(staking("1,\"\\u0061mount\":1000"), "stake.amount appears twice");
        assertRefused("{\"a\":1,\"b\":2,\"c\":3,\"a\":4}", "a appears twice");
        assertRefused("{\"x\":{\"y\":[{\"z\":1,\"z\":1}]}}", "x.y.0.z appears twice");
    }

    @Test
    void j2_nesting_deeper_than_16_levels_is_refused() {
        assertThat(debit(DEBIT.replace("{\"tr", "{\"x\":" + "[".repeat(15) + "]".repeat(15) + ",\"tr")))
                .isNotNull();
        var deep = "{\"x\":" + "[".repeat(16) + "]".repeat(16) + "}";
        assertThatThrownBy(() -> debit(deep))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageEndingWith("Document nesting depth (17) exceeds the maximum allowed (16)");
        assertThatThrownBy(() -> debit("{\"x\":" + "[".repeat(60_000))).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> debit("{\"x\":".repeat(10_000))).isInstanceOf(MalformedJsonException.class);
    }

    /** An unknown field refuses nothing, however long its number or its name is (D-54). */
    @Test
    void j2_numbers_and_texts_that_are_too_long_are_refused_where_they_are_read() {
        for (var unknown : List.of("x\":" + "1".repeat(5_000), "k".repeat(5_000) + "\":1")) {
            assertThat(debit(DEBIT.replace("{\"tr", "{\"" + unknown + ",\"tr"))).isNotNull();
        }
        assertThatThrownBy(() -> debit(staking("1." + "0".repeat(60))))
                .hasMessage("stake.amount has 62 characters, a number may have 60");
        assertThatThrownBy(() -> debit("{\"reason\":\"" + "x".repeat(70_000) + "\"}"))
                .hasMessageStartingWith("reason: String value length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000000000", "1e-100000000", "9e999", "1E-311"})
    void j3_an_exponent_bomb_is_refused(String amount) {
        assertRefused(staking(amount), "stake.amount has an exponent that is too large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "0x10", "1e", "-", "1 2", "1f"})
    void j4_a_text_that_is_not_a_json_number_is_refused(String amount) {
        assertThatThrownBy(() -> debit(staking(amount)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("stake")
                .hasMessageContaining("is not JSON at byte ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"1.50\"|stake.amount must be a number",
                "true|stake.amount must be a number",
                "[1]|stake.amount must be a number",
                "{}|stake.amount must be a number",
                "null|stake.amount is missing"
            })
    void j5_an_amount_that_is_not_a_number_is_refused_and_named(String amount, String message) {
        assertRefused(staking(amount), message);
    }

    @Test
    void j5_the_error_names_a_field_that_is_missing_or_has_the_wrong_type() {
        assertRefused("{\"transactionId\":\"t\",\"gameRoundId\":\"r\"}", "stake is missing");
        assertRefused("{\"transactionId\":\"t\",\"gameRoundId\":\"r\",\"stake\":null}", "stake is missing");
        assertRefused("{\"transactionId\":\"t\",\"gameRoundId\":\"r\",\"stake\":{}}", "stake.amount is missing");
        assertRefused("{\"transactionId\":\"t\",\"gameRoundId\":\"r\",\"stake\":1}", "stake must be an object");
        assertRefused(DEBIT.replace("\"tx-1\"", "7"), "transactionId must be a string");
        assertRefused(DEBIT.replace("\"tx-1\"", "null"), "transactionId is missing");
        assertRefused("[" + DEBIT + "]", "the body must be an object");
        assertRefused("null", "the body must be an object");
        assertRefused("\"x\"", "the body must be an object");
        assertRefused("", "the body is empty");
        assertRefused("  \n", "the body is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " x", "]", "}", ",", "\u0001", "//", "/**/", "1", "null"})
    void j6_content_after_the_object_is_refused(String rest) {
        assertThatThrownBy(() -> debit(DEBIT + rest)).isInstanceOf(MalformedJsonException.class);
        assertThat(debit("\t\r\n " + DEBIT + " \r\n\t")).isEqualTo(debit(DEBIT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'a':1}", "{a:1}", "{\"a\":1,}", "{/*c*/\"a\":1}", "{\"a\":tru}", "{\"a\":\"\\x\"}", "{\"a"})
    void j6_a_body_that_is_not_json_is_refused(String json) {
        assertThatThrownBy(() -> debit(json)).isInstanceOf(MalformedJsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"})
    void j7_other_encodings_are_refused(String charset) {
        var bytes = DEBIT.getBytes(Charset.forName(charset));
        assertThatThrownBy(() -> Json.read(bytes, Debit.class)).isInstanceOf(MalformedJsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c0af", "eda080", "f4908080", "80", "c3", "e28", "ff", "feff", "c328", "00"})
    void j7_invalid_utf_8_is_refused_at_any_position(String hex) {
        var bytes = HexFormat.of().parseHex(hex.length() % 2 == 1 ? hex + "0" : hex.replace(" ", ""));
        var broken = concat("{\"reason\":\"".getBytes(UTF_8), bytes, ("\"," + DEBIT.substring(1)).getBytes(UTF_8));
        assertThatThrownBy(() -> Json.read(broken, Debit.class)).isInstanceOf(MalformedJsonException.class);
        var inKey = concat("{\"".getBytes(UTF_8), bytes, ("\":1," + DEBIT.substring(1)).getBytes(UTF_8));
        assertThatThrownBy(() -> Json.read(inKey, Debit.class)).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> Json.read(concat(DEBIT.getBytes(UTF_8), bytes), Debit.class))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void j7_a_byte_order_mark_is_refused() {
        assertRefused("\uFEFF" + DEBIT, "the body does not begin like JSON in UTF-8");
        assertRefused(" \uFEFF" + DEBIT, "the body is not JSON at byte 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\uD83C\\uD83C", "\\uDFB2\\uD83C", "\\\\\\ud800"})
    void j7_d_18_half_a_character_is_refused_in_an_id_and_nowhere_else(String escaped) {
        assertRefused(DEBIT.replace("tx-1", escaped), "transactionId contains half of a surrogate pair");
        var read = debit(DEBIT.replaceFirst("\\{", Matcher.quoteReplacement("{\"unknown\":\"" + escaped + "\",")));
        assertThat(read.transactionId()).isEqualTo("tx-1");
    }

    @Test
    void j7_a_surrogate_pair_and_an_escaped_backslash_are_read() {
        var read = debit(DEBIT.replace("tx-1", "\\uD83C\\uDFB2 \\\\ud800 \\u00e9 é \\\" \uD83C\uDFB2"));
        assertThat(read.transactionId()).isEqualTo("\uD83C\uDFB2 \\ud800 é é \" \uD83C\uDFB2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\n", "\\r", "\\t", "\\u007f", "\\u0085", "a\\u0001b"})
    void j7_j12_control_characters_in_ids_are_refused(String id) {
        assertRefused(DEBIT.replace("tx-1", id), "transactionId must not contain control characters");
        assertRefused(DEBIT.replace("r-1", id), "gameRoundId must not contain control characters");
    }

    @Test
    void j8_ids_have_1_to_255_characters_and_are_never_changed() {
        assertRefused(DEBIT.replace("tx-1", ""), "transactionId must have 1 to 255 characters");
        assertRefused(DEBIT.replace("tx-1", "x".repeat(256)), "transactionId must have 1 to 255 characters");
        assertRefused(DEBIT.replace("tx-1", "\uD83C\uDFB2".repeat(256)), "transactionId must have 1 to 255 characters");
        for (var id : List.of(
                "x".repeat(255), "\uD83C\uDFB2".repeat(255), " a ", "é", "e\u0301", "A", "a", "'; drop--", "0")) {
            assertThat(debit(DEBIT.replace("tx-1", id)).transactionId()).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-31T12:00:00+00:00", "2026-01-31T12:00:00.000+00:00", "2026-01-31T12:00:00Z"})
    void times_with_z_or_a_zero_offset_are_read(String time) {
        assertThat(search("\"" + time + "\"").from()).isEqualTo("2026-01-31T12:00:00.000Z"); // D-10
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31T12:00:00+02:00",
                "2026-01-31T12:00:00-00:00",
                "2026-01-31T12:00:00",
                "2026-01-31 12:00:00Z",
                "10000-01-01T00:00:00Z",
                "2026-01-31T12:00:00,5Z",
                "",
                "٢٠٢٦-01-31T12:00:00Z"
            })
    void j10_a_time_that_is_not_in_the_utc_format_is_refused(String time) {
        assertThatThrownBy(() -> search("\"" + time + "\""))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("from must be a time in UTC such as 2026-01-31T12:00:00.000Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-12-31T23:59:60Z", "2026-02-29T00:00:00Z", "2026-01-31T24:00:00Z"})
    void j10_a_time_that_does_not_exist_is_refused(String time) {
        assertThatThrownBy(() -> search("\"" + time + "\"")).hasMessage("from is a time that does not exist");
    }

    @Test
    void j10_times_are_read_to_the_nanosecond_and_written_in_milliseconds() {
        for (var time : List.of("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5Z", "0000-01-01T00:00:00.000000001Z")) {
            assertThat(search("\"" + time + "\"").from()).isEqualTo(time);
        }
        assertThat(new String(Json.write(search("\"2024-02-29T23:59:59.987654321Z\"")), UTF_8))
                .isEqualTo("{\"from\":\"2024-02-29T23:59:59.987Z\"}");
        assertThat(new String(Json.write(search("\"0007-01-02T03:04:05.006Z\"")), UTF_8))
                .isEqualTo("{\"from\":\"0007-01-02T03:04:05.006Z\"}");
        assertThatThrownBy(() -> UtcTime.format(Instant.parse("+10000-01-01T00:00:00Z")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UtcTime.format(Instant.parse("-0001-01-01T00:00:00Z")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> search("7")).hasMessage("from must be a string");
    }

    private static CampaignSearch search(String from) {
        return Json.read(("{\"from\":" + from + "}").getBytes(UTF_8), CampaignSearch.class);
    }

    @Test
    void no_error_message_quotes_a_received_value() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var canary = "canary-token-of-json-test";
        var json = ("{\"transactionId\":\"tx-1\",\"gameRoundId\":\"r-1\",\"token\":\"" + canary
                        + "\",\"stake\":{\"amount\":1.50,\"currency\":\"EUR\"},\"reason\":\"bet\"}")
                .getBytes(UTF_8);
        assertThat(Json.read(json, Debit.class).toString()).doesNotContain(canary);
        for (var i = 0; i < 5_000; i++) {
            var broken = json.clone();
            for (var changes = 1 + random.nextInt(3); changes > 0; changes--) {
                broken[random.nextInt(broken.length)] =
                        (byte) "{}[],:\"\\u0d89e-.x\0\n\u00e9\u00ff".charAt(random.nextInt(20));
            }
            var thrown = catchThrowable(() -> Json.read(broken, Debit.class));
            if (thrown != null) {
                assertThat(thrown).as("seed %d", seed).isInstanceOf(MalformedJsonException.class);
                assertThat(printed(thrown)).as("seed %d", seed).doesNotContain("canary", "token-of");
            }
        }
    }

    private static String printed(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static byte[] concat(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
