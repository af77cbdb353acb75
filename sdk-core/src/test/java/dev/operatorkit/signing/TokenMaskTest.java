package dev.operatorkit.signing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenMaskTest {
    /** Quadratic time would take minutes, and recursion would overflow the stack. */
    @ParameterizedTest
    @Timeout(20)
    @ValueSource(
            strings = {"token", "token\0", "token:", "\"token\":\"", "'token':'a',", "token:[", "token:{\"", "token=&"})
    void masking_takes_linear_time(String part) {
        var data = part.repeat((1 << 20) / part.length());
        assertThat(TokenMask.maskBody(data)).contains("***");
        assertThat(TokenMask.maskQuery(data)).contains("***");
    }
}
