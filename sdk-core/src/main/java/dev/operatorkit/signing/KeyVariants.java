package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Stream;

/** Generates the forms to which a secret is decoded by mistake. */
final class KeyVariants {
    private KeyVariants() {}

    static Stream<byte[]> hexDecoded(byte[] key) {
        try {
            return Stream.of(HexFormat.of().parseHex(new String(key, UTF_8)));
        } catch (IllegalArgumentException notHex) {
            return Stream.empty();
        }
    }

    static Stream<byte[]> base64Decoded(byte[] key) {
        try {
            return Stream.of(Base64.getDecoder()
                    .decode(new String(key, UTF_8).replace('-', '+').replace('_', '/')));
        } catch (IllegalArgumentException notBase64) {
            return Stream.empty();
        }
    }
}
