package dev.operatorkit.reference.staff;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final Pattern REPEATED = Pattern.compile(".{0,5}?(.{3,15})(?:.{0,5}\\1){1,20}.{0,5}");
    private static final Pattern SKIPPED = Pattern.compile("[\\p{Z}\\p{M}\\p{C}._-]|(?:19|20)\\d\\d");
    private static final String LOOKALIKES = "013457@$!|l";
    private static final String LOOK_LIKE = "oieastasiii";
    private static final Pattern NAME_PARTS = Pattern.compile("[^a-z]+");
    private static final int MIN_RUN = 4;
    private static final int MIN_REST = 10;
    private static final int MIN_DIFFERENT = 6;

    private static final String RUNS = Stream.of(
                    "01234567890123456789",
                    "abcdefghijklmnopqrstuvwxyz",
                    "qwertyuiopasdfghjklzxcvbnm",
                    "azertyuiopqsdfghjklmwxcvbn",
                    "qwertzuiopasdfghjklyxcvbnm",
                    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
                    "qazwsxedcrfvtgbyhnujmikolp",
                    "zaq12wsxcde34rfvbgt56yhn",
                    "147258369",
                    "!@#$%^&*()_+",
                    "йцукенгшщзхъфывапролджэячсмитьбю")
            .map(PasswordHash::simplify)
            .flatMap(run -> Stream.of(run, reverse(run)))
            .collect(Collectors.joining(" "));

    private static final List<Locale> LANGUAGES = Stream.of("en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "tr")
            .map(Locale::of)
            .toList();

    /** Holds what is guessed first, and what months and days are called. */
    private static final List<String> COMMON = Stream.of(
                    Stream.of(
                            ("correct horse battery staple operatorkit administrator gameprovider backoffice reference"
                                + " password passwort changeme iloveyou operator welcome willkommen bienvenue"
                                + " bienvenido letmein trustno secret geheim master monkey dragon princess superman"
                                + " batman pokemon starwars theforce football fussball casino blackjack roulette"
                                + " jackpot poker bonus lasvegas wallet admin login passw 123 abc qwe asd zxc parola"
                                + " contrasena motdepasse wachtwoord heslo senha summer sommer winter spring fruhling"
                                + " fruehling herbst autumn ferien weihnacht christmas liverpool manchester chelsea"
                                + " arsenal barcelona realmadrid bayern schalke michael thomas maria")
                                    .split(" ")),
                    LANGUAGES.stream()
                            .flatMap(language -> Stream.concat(
                                    Stream.of(Month.values())
                                            .map(month -> month.getDisplayName(TextStyle.FULL, language)),
                                    Stream.of(DayOfWeek.values())
                                            .map(day -> day.getDisplayName(TextStyle.FULL, language)))))
            .flatMap(words -> words)
            .toList();

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
        if (isCommon(password, name)) {
            throw new IllegalArgumentException("The password is easily guessed: it repeats something, follows the keys"
                    + " or the alphabet, or consists of common words, dates or the name, and little else. Use four"
                    + " words that have nothing to do with each other.");
        }
        return of(password, ITERATIONS);
    }

    private static String of(String password, int iterations) {
        var salt = random(SALT_BYTES);
        return "pbkdf2-sha512$" + iterations + "$" + encode(salt) + "$" + encode(derive(password, salt, iterations));
    }

    /**
     * Returns true when little is left without what is guessed first: common words, dates, the name, runs of keys, repetitions.
     * Digits and signs between such words add little, too.
     */
    private static boolean isCommon(String password, String name) {
        var text = simplify(password);
        var everySecond = text.replaceAll("(.).?", "$1") + text.replaceAll(".(.?)", "$1");
        var letters = simplify(password.replaceAll("[^\\p{L}\\p{M}]", ""));
        var words = Stream.of(COMMON.stream(), Stream.of(name), NAME_PARTS.splitAsStream(name))
                .flatMap(word -> word)
                .map(PasswordHash::simplify)
                .filter(word -> word.length() >= 3)
                .flatMap(word -> Stream.of(word, reverse(word)))
                .sorted(Comparator.comparingInt(String::length).reversed()) // a short one may be a part of a long one
                .toList();
        var rest = rest(letters, words);
        return password.codePoints().noneMatch(Character::isLetter)
                || isShort(rest(text, words))
                || isShort(rest(everySecond, words))
                || (rest.length() < letters.length() - MIN_RUN && isShort(rest));
    }

    /** Writes what is one thing to a guesser in one way: letters of any width, case or accent, digits that look like them, doubled ones. */
    private static String simplify(String text) {
        var plain = SKIPPED.matcher(
                        Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT))
                .replaceAll("");
        var letters = new StringBuilder();
        plain.chars().forEach(character -> {
            var found = LOOKALIKES.indexOf(character);
            letters.append(found < 0 ? (char) character : LOOK_LIKE.charAt(found));
        });
        return letters.toString().replaceAll("(.)\\1+", "$1");
    }

    private static String rest(String text, List<String> words) {
        var rest = new StringBuilder();
        for (var begin = 0; begin < text.length(); ) {
            var end = begin;
            while (end < text.length() && RUNS.contains(text.substring(begin, end + 1))) {
                end++;
            }
            if (end - begin < MIN_RUN) {
                end = begin + 1;
                rest.append(text, begin, end);
            }
            begin = end;
        }
        var left = rest.toString();
        for (var word : words) {
            left = left.replace(word, "");
        }
        return left;
    }

    private static boolean isShort(String rest) {
        return rest.length() < MIN_REST
                || rest.chars().distinct().count() < MIN_DIFFERENT
                || REPEATED.matcher(rest).matches();
    }

    private static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
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
