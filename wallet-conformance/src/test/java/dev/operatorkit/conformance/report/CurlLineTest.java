package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurlLineTest {
    @ParameterizedTest
    @CsvSource({
        "curl http://localhost/, To repeat it:",
        "sign --secret-file secret.txt, 'To repeat it, put the secret into secret.txt:'",
        "curl \"$TOKEN\", 'To repeat it, put the session token into the variable TOKEN:'",
        "sign secret.txt \"$TOKEN2\" \"$TOKEN2\", 'To repeat it, put the secret into secret.txt and the session token"
                + " into the variable TOKEN2:'"
    })
    void the_preparation_names_only_what_the_lines_use(String lines, String preparation) {
        assertThat(CurlLine.preparation(lines)).isEqualTo(preparation);
    }
}
