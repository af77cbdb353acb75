package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the cloned {@code Mac} with a new one (SIG-1). */
class HmacTest {
    @ParameterizedTest
    @ValueSource(ints = {16, 64, 127, 128, 129, 256, 4096})
    void a_cloned_mac_signs_like_a_new_one_for_every_key_length(int length) throws GeneralSecurityException {
        var key = key("k".repeat(length).getBytes(UTF_8));
        var hmac = new Hmac(key);
        // Lengths around the end of one block and of two.
        for (var size = 0; size < 300; size++) {
            var message = "m".repeat(size).getBytes(UTF_8);
            assertThat(hmac.compute(message)).isEqualTo(mac(key, message));
        }
    }

    private static SecretKeySpec key(byte[] secret) {
        return new SecretKeySpec(secret, Hmac.ALGORITHM);
    }

    private static byte[] mac(SecretKeySpec key, byte[] message) throws GeneralSecurityException {
        var mac = Mac.getInstance(Hmac.ALGORITHM);
        mac.init(key);
        return mac.doFinal(message);
    }
}
