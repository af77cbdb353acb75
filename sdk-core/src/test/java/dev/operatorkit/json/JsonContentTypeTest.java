package dev.operatorkit.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests GEN-2 and D-37, for callbacks and for the Customer API. */
class JsonContentTypeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json ; ; v=1",
                "application/json; charset=utf-8",
                "application/json;CHARSET=\"UTF-8\"; v=1",
                "application/json; v=\"a; charset=utf-16\"",
                "application/json; v=\"\\\"; charset=utf-16\""
            })
    void json_with_any_parameter_is_accepted(String contentType) {
        assertThat(JsonContentType.isJson(contentType)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/jsonx",
                "application/json, application/json",
                "application/json x",
                "application/json; v",
                "application/json; =1",
                "application/json; charset=",
                "application/json; charset=utf8",
                "application/json; charset=utf-16",
                "application/json; charset=utf-8; charset=utf-16",
                "application/json; charset=\"utf-8",
                "text/json"
            })
    void another_type_or_charset_or_a_malformed_parameter_is_refused(String contentType) {
        assertThat(JsonContentType.isJson(contentType)).isFalse();
    }
}
