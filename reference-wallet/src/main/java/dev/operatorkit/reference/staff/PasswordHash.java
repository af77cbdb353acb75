package dev.operatorkit.reference.staff;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Hashes passwords slowly with PBKDF2, one at a time, so that guesses leave the other processors to the callbacks. */
public final class PasswordHash {
    /** Defines the minimum length of a password. */
    public static final int MIN_LENGTH = 12;

    /** Defines the maximum length of a password. */
    public static final int MAX_LENGTH = 200;

    private static final int ITERATIONS = 210_000;
    private static final int ITERATIONS_OF_GENERATED =
            1_000; // 144 random bits cannot be guessed, however fast the hash is
    private static final int BITS = 512;
    private static final int SALT_BYTES = 16;
    private static final int GENERATED_BYTES = 18;
    private static final Pattern REPEATED = Pattern.compile("(.{1,6})\\1+.{0,5}");
    private static final List<String> SEQUENCES = List.of(
            "0123456789012345678901234567890",
            "abcdefghijklmnopqrstuvwxyz",
            "qwertyuiopasdfghjklzxcvbnm",
            "1q2w3e4r5t6y7u8i9o0p");
    private static final Pattern COMMON = Pattern.compile(
            "(?:password|passwort|passw|pwd|admin|administrator|welcome|letmein|changeme"
                + "|qwerty|qwertz|iloveyou|monkey|dragon|secret|login|master|casino|operator|operatorkit|wallet|backoffice){0,2}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock(true);

    /** Takes as long to check as a stored hash, for names that do not exist. */
    static final String OF_NOBODY = "pbkdf2-sha512$" + ITERATIONS + "$" + encode(new byte[SALT_BYTES]) + "$"
            + encode(new byte[BITS / Byte.SIZE]);

    private PasswordHash() {}

    /** Generates a password that cannot be guessed. */
    public static String generatePassword() {
        return encode(random(GENERATED_BYTES));
    }

    /** Returns the hash of a generated password to store. */
    static String ofGenerated(String password) {
        return of(password, ITERATIONS_OF_GENERATED);
    }

    /** Returns the hash of a password that a person has chosen, to store. */
    static String of(String name, String password) {
        if (password.length() < MIN_LENGTH || password.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("The password has " + password.length() + " characters. Use "
                    + MIN_LENGTH + " to " + MAX_LENGTH + ".");
        }
        if (isCommon(password.toLowerCase(Locale.ROOT), name)) {
            throw new IllegalArgumentException("The password is easily guessed: it repeats something, follows the keys"
                    + " or the alphabet, or consists of a common word or the name and digits. Use several words.");
        }
        return of(password, ITERATIONS);
    }

    private static String of(String password, int iterations) {
        var salt = random(SALT_BYTES);
        return "pbkdf2-sha512$" + iterations + "$" + encode(salt) + "$" + encode(derive(password, salt, iterations));
    }

    private static boolean isCommon(String password, String name) {
        var word = password.replaceAll("[^\\p{L}]", "");
        return REPEATED.matcher(password).matches()
                || SEQUENCES.stream().anyMatch(sequence -> sequence.contains(password))
                || word.equals(name)
                || COMMON.matcher(word).matches();
    }

    /** Returns true when the password is that of the stored hash. */
    static boolean matches(String stored, String password) {
        var parts = stored.split("\\$", -1);
        var expected = Base64.getUrlDecoder().decode(parts[3]);
        if (password.length() > MAX_LENGTH) {
            return false;
        }
        var salt = Base64.getUrlDecoder().decode(parts[2]);
        var iterations = Integer.parseInt(parts[1]);
        var isEqual = MessageDigest.isEqual(derive(password, salt, iterations), expected);
        if (!isEqual && iterations < ITERATIONS) {
            // The time of a wrong one must not tell that the person has a generated password.
            derive(password, salt, ITERATIONS - iterations);
        }
        return isEqual;
    }

    /** Normalizes first: two keyboards may write one letter with different characters. */
    private static byte[] derive(String password, byte[] salt, int iterations) {
        var text = Normalizer.normalize(password, Normalizer.Form.NFC).toCharArray();
        ONE_AT_A_TIME.lock();
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(new PBEKeySpec(text, salt, iterations, BITS))
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM lacks PBKDF2WithHmacSHA512, which every JDK has", e);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    private static byte[] random(int bytes) {
        var value = new byte[bytes];
        RANDOM.nextBytes(value);
        return value;
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
