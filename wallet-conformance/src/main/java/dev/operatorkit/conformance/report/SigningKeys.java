package dev.operatorkit.conformance.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * Reads Ed25519 keys in PEM, as OpenSSL writes them: {@code openssl genpkey -algorithm ed25519 -out tester.key} and
 * {@code openssl pkey -in tester.key -pubout -out tester.pub}.
 */
public final class SigningKeys {
    private static final String ALGORITHM = "Ed25519";

    private SigningKeys() {}

    /** Reads a private key. */
    public static PrivateKey privateKey(Path file) throws IOException {
        try {
            var key = factory().generatePrivate(new PKCS8EncodedKeySpec(content(file, "PRIVATE KEY")));
            if (!(key instanceof EdECPrivateKey)) {
                throw new IllegalArgumentException(file + " is not an Ed25519 key");
            }
            return key;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file
                            + " holds no Ed25519 private key in PEM. Make one with: openssl genpkey -algorithm ed25519"
                            + " -out "
                            + file.getFileName(),
                    e);
        }
    }

    /** Reads a public key. */
    public static PublicKey publicKey(Path file) throws IOException {
        try {
            return factory().generatePublic(new X509EncodedKeySpec(content(file, "PUBLIC KEY")));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file + " holds no Ed25519 public key in PEM. Make one with: openssl pkey -in KEY -pubout -out "
                            + file.getFileName(),
                    e);
        }
    }

    private static KeyFactory factory() throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM);
    }

    private static byte[] content(Path file, String kind) throws IOException {
        var text = Files.readString(file, StandardCharsets.US_ASCII);
        var begin = "-----BEGIN " + kind + "-----";
        var from = text.indexOf(begin);
        var to = text.indexOf("-----END " + kind + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no " + begin);
        }
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }
}
