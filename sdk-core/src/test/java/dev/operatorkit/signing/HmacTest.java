package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the cloned {@code Mac} with a new one (SIG-1). */
class HmacTest {
    private static final String TIMESTAMP = "1760000000000";

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

    @RepeatedTest(20)
    void the_path_the_timestamp_and_the_data_are_signed() throws GeneralSecurityException {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var key = key(bytes(random, 16 + random.nextInt(300)));
        var path = "/" + Long.toString(random.nextLong(), 36).repeat(random.nextInt(20)) + "/ä€";
        var data = bytes(random, random.nextInt(2000));
        var head = (path + "|" + TIMESTAMP + "|").getBytes(UTF_8);
        var whole = new byte[head.length + data.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(data, 0, whole, head.length, data.length);
        var hmac = new Hmac(key);
        var expected = mac(key, whole);
        assertThat(hmac.compute(path, TIMESTAMP, data)).as("seed %d", seed).isEqualTo(expected);
        assertThat(hmac.compute(path, TIMESTAMP, data))
                .as("again, seed %d", seed)
                .isEqualTo(expected);
    }

    private static SecretKeySpec key(byte[] secret) {
        return new SecretKeySpec(secret, Hmac.ALGORITHM);
    }

    private static byte[] bytes(Random random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mac(SecretKeySpec key, byte[] message) throws GeneralSecurityException {
        var mac = Mac.getInstance(Hmac.ALGORITHM);
        mac.init(key);
        return mac.doFinal(message);
    }
}
