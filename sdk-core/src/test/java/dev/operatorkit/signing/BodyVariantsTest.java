package dev.operatorkit.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyVariantsTest {
    private static byte[] nested(int depth) {
        return ("{\"a\":".repeat(depth) + "1" + "}".repeat(depth)).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void d_38_json_nested_deeper_than_a_callback_may_be_has_no_variants() {
        assertThat(BodyVariants.written(nested(16), style -> true)).hasSize(96);
        assertThat(BodyVariants.written(nested(17), style -> true)).isEmpty();
    }
}
