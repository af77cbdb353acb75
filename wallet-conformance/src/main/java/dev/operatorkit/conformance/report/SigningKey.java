package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * Holds the Ed25519 key that signs bundles. It is read from a file in PEM, as {@code openssl genpkey -algorithm ed25519} writes it,
 * or it is the key of this user, which is made at its first use.
 */
public final class SigningKey {
    private static final String ALGORITHM = "Ed25519";
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String PUBLIC = "PUBLIC KEY";
    private static final int MAX_KEY_BYTES = 10_000;

    private final KeyPair keys;
    private final String file;
    private final String note;

    private SigningKey(KeyPair keys, String file, String note) {
        this.keys = keys;
        this.file = file;
        this.note = note;
    }

    /** Reads a private key. */
    public static SigningKey in(Path file) throws IOException {
        try {
            var encoded = decode(Files.readString(file, StandardCharsets.ISO_8859_1), PRIVATE);
            var key = KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            return new SigningKey(pairOf((EdECPrivateKey) key), file.toString(), "");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file + " contains no Ed25519 private key in PEM. Make one with: openssl genpkey -algorithm ed25519"
                            + " -out " + file.getFileName(),
                    e);
        }
    }

    /**
     * Returns the key of this user. When there is none, it is made and written, with its public key next to it; where no file can be
     * written, as in a container, the key is for this run only.
     */
    public static SigningKey ofUser() throws IOException {
        var configuration = System.getenv("XDG_CONFIG_HOME");
        var folder = configuration == null || configuration.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(configuration);
        return ofUser(folder.resolve("operatorkit"));
    }

    static SigningKey ofUser(Path folder) throws IOException {
        var file = folder.resolve("conformance.key");
        if (Files.exists(file)) {
            return in(file);
        }
        var keys = generate();
        try {
            Files.createDirectories(folder);
            // A temporary file is readable by its owner only, and another process never sees half a key.
            var written = Files.createTempFile(folder, "conformance", ".tmp");
            try {
                Files.writeString(written, encode(keys.getPrivate(), PRIVATE));
                Files.move(written, file);
            } finally {
                Files.deleteIfExists(written);
            }
            var publicFile = Files.writeString(folder.resolve("conformance.pub"), encode(keys.getPublic(), PUBLIC));
            return new SigningKey(
                    keys,
                    file.toString(),
                    "Made the key " + file + ", which signs your bundles. Give " + publicFile
                            + " to everyone who verifies them.");
        } catch (IOException e) {
            if (Files.exists(file)) {
                return in(file); // another process was faster
            }
            return new SigningKey(
                    keys,
                    "made for this run",
                    "The key that signs the bundle is for this run only, because it cannot be kept: "
                            + FileProblem.describe(e) + " Give one with --sign-key.");
        }
    }

    private static KeyPair generate() {
        try {
            return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has Ed25519", e);
        }
    }

    /** Reads a public key. */
    public static PublicKey publicKey(Path file) throws IOException {
        try {
            if (!Files.isRegularFile(file)) {
                throw new IOException(file + " is not a file");
            }
            try (var in = Files.newInputStream(file)) {
                return publicKey(new String(in.readNBytes(MAX_KEY_BYTES), StandardCharsets.ISO_8859_1));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file
                            + " contains no Ed25519 public key in PEM. Make one with: openssl pkey -in KEY -pubout"
                            + " -out PUBLIC",
                    e);
        }
    }

    static PublicKey publicKey(String pem) {
        try {
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(decode(pem, PUBLIC)));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an Ed25519 public key", e);
        }
    }

    /**
     * Returns the private key with its public key. Java cannot compute the one from the other, but its generator computes both from
     * random bytes, which are the private key.
     */
    private static KeyPair pairOf(EdECPrivateKey key) throws GeneralSecurityException {
        var bytes = key.getBytes().orElseThrow(() -> new GeneralSecurityException("the key cannot be read"));
        var generator = KeyPairGenerator.getInstance(ALGORITHM);
        generator.initialize(NamedParameterSpec.ED25519, new SecureRandom() {
            @Override
            public void nextBytes(byte[] random) {
                System.arraycopy(bytes, 0, random, 0, random.length);
            }
        });
        return new KeyPair(generator.generateKeyPair().getPublic(), key);
    }

    /** Returns the SHA-256 of a public key in DER, which identifies it. */
    public static String idOf(PublicKey key) {
        return Plan.sha256(key.getEncoded());
    }

    /** Returns the id of the public key. */
    public String id() {
        return idOf(keys.getPublic());
    }

    /** Returns a sentence about where the key is when it was made just now; empty when it was there. */
    public String note() {
        return note;
    }

    /** Returns the public key in PEM. */
    byte[] publicPem() {
        return encode(keys.getPublic(), PUBLIC).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the id and the file. */
    @Override
    public String toString() {
        return id() + " (" + file + ")";
    }

    byte[] sign(byte[] message) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initSign(keys.getPrivate());
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an Ed25519 key signs every message", e);
        }
    }

    static boolean verify(PublicKey key, byte[] message, byte[] signed) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false; // not a signature at all
        }
    }

    private static String encode(Key key, String kind) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    private static byte[] decode(String text, String kind) {
        var begin = "-----BEGIN " + kind + "-----";
        var from = text.indexOf(begin);
        var to = text.indexOf("-----END " + kind + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no " + begin);
        }
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }
}
