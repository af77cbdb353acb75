package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretKeysTest {
    private static final String SECRET = "canary-secret-of-the-keys-test";

    @TempDir
    Path folder;

    @Test
    void text_bytes_file_and_environment_give_the_same_secret() throws IOException {
        var text = SecretKeys.of(SECRET);
        assertThat(SecretKeys.of(SECRET.getBytes(UTF_8))).isEqualTo(text).hasSameHashCodeAs(text);
        assertThat(SecretKeys.fromFile(file(SECRET))).isEqualTo(text);
        assertThat(SecretKeys.fromEnvironment(Map.of("OPERATORKIT_SECRET", SECRET)))
                .isEqualTo(text);
    }

    @Test
    void only_one_trailing_newline_of_a_file_is_removed() throws IOException {
        var plain = SecretKeys.of(SECRET);
        assertThat(SecretKeys.fromFile(file(SECRET + "\n"))).isEqualTo(plain);
        assertThat(SecretKeys.fromFile(file(SECRET + "\r\n"))).isEqualTo(plain);
        assertThat(SecretKeys.fromFile(file(SECRET + "\n\n"))).isEqualTo(SecretKeys.of(SECRET + "\n"));
        assertThat(SecretKeys.fromFile(file(SECRET + " "))).isEqualTo(SecretKeys.of(SECRET + " "));
        assertThat(SecretKeys.fromFile(file(SECRET + "\r"))).isEqualTo(SecretKeys.of(SECRET + "\r"));
        assertThat(SecretKeys.fromFile(file("\n" + SECRET))).isEqualTo(SecretKeys.of("\n" + SECRET));
    }

    @Test
    void a_secret_that_is_too_long_is_refused() throws IOException {
        var file = file("x".repeat(5000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.fromFile(file))
                .withMessageEndingWith("a secret must have 16 to 4096 bytes, this one has more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n", "canary-short", "canary-15-bytes"})
    void a_secret_that_is_empty_or_too_short_is_refused_without_showing_it(String secret) throws IOException {
        var file = file(secret);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.of(secret))
                .withMessage(
                        secret.isEmpty()
                                ? "the secret is empty"
                                : "a secret must have 16 to 4096 bytes, this one has " + secret.length());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.fromFile(file))
                .withMessageStartingWith("the secret file " + file + " has no valid secret: ");
        assertThat(printed(catchThrowable(() -> SecretKeys.fromFile(file)))).doesNotContain("canary");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.fromEnvironment(Map.of("OPERATORKIT_SECRET", secret)));
    }

    @Test
    void a_secret_of_16_to_4096_bytes_is_accepted() throws IOException {
        assertThat(SecretKeys.of("canary-16-bytes!").size()).isEqualTo(1);
        assertThat(SecretKeys.of(new byte[4096]).size()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> SecretKeys.of(new byte[4097]));
        assertThat(SecretKeys.fromFile(file("x".repeat(4096) + "\r\n")).size()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> SecretKeys.fromFile(file("x".repeat(100_000))));
    }

    @Test
    void the_error_names_the_missing_file_or_variable() {
        var missing = folder.resolve("missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.fromFile(missing))
                .withMessage("the secret file " + missing + " does not exist");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretKeys.fromEnvironment(Map.of()))
                .withMessage("the environment variable OPERATORKIT_SECRET is not set");
        assertThatIllegalArgumentException().isThrownBy(SecretKeys::fromEnvironment);
    }

    @Test
    void key_sets_are_equal_if_they_contain_the_same_secrets_in_the_same_order() {
        var keySet = SecretKeys.of(SECRET, "canary-second-secret");
        assertThat(keySet)
                .isEqualTo(SecretKeys.of(SECRET).withPrevious(SecretKeys.of("canary-second-secret")))
                .isNotEqualTo(SecretKeys.of("canary-second-secret", SECRET))
                .isNotEqualTo(SecretKeys.of(SECRET, "canary-second-secreT"))
                .isNotEqualTo(SecretKeys.of("canary-first-secret!", "canary-second-secret"))
                .isNotEqualTo(SecretKeys.of(SECRET))
                .isNotEqualTo(SECRET);
        assertThat(keySet.size()).isEqualTo(2);
        assertThat(keySet.hashCode()).isEqualTo(2);
    }

    @Test
    void the_given_bytes_may_be_overwritten_afterwards() {
        var bytes = SECRET.getBytes(UTF_8);
        var keys = SecretKeys.of(bytes);
        Arrays.fill(bytes, (byte) 0);
        assertThat(keys).isEqualTo(SecretKeys.of(SECRET));
    }

    @Test
    void a_secret_cannot_be_read_printed_or_serialised() {
        assertThat(SecretKeys.of(SECRET)).hasToString("SecretKeys[hidden]");
        assertThat(SecretKeys.of(SECRET)).isNotInstanceOf(Serializable.class);
        assertThat(Arrays.stream(SecretKeys.class.getMethods())
                        .filter(method -> method.getDeclaringClass() == SecretKeys.class)
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .map(java.lang.reflect.Method::getName))
                .containsExactlyInAnyOrder("withPrevious", "keys", "size", "equals", "hashCode", "toString");
        assertThat(SecretKeys.class.getFields())
                .singleElement()
                .extracting("name")
                .isEqualTo("ENVIRONMENT_VARIABLE");
    }

    @Test
    void d_42_a_changed_file_is_read_again_after_a_second_and_an_invalid_one_changes_nothing() throws IOException {
        var current = file("canary-secret-of-yesterday");
        var previous = file("canary-secret-before-that");
        var now = new AtomicLong(Long.MAX_VALUE - 7); // it may overflow
        var source = new WatchedSecrets(now::get, current, previous);
        var first = source.keys();
        var signer = new Signer(source);
        var verifier = new Verifier(source, Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC));
        var callback = signed(signer);

        move("canary-secret-of-yesterday", previous);
        move("canary-secret-of-today", current);
        now.addAndGet(999_999_999);
        assertThat(source.keys()).isSameAs(first);
        now.addAndGet(1);
        assertThat(source.keys()).isEqualTo(SecretKeys.of("canary-secret-of-today", "canary-secret-of-yesterday"));
        assertThat(verifier.verify(callback)).isEqualTo(new Verification.Accepted(1));
        assertThat(verifier.verify(signed(signer))).isEqualTo(new Verification.Accepted(0));

        var second = source.keys();
        for (var unusable : List.of("", "short")) {
            move(unusable, current);
            now.addAndGet(1_000_000_000);
            assertThat(source.keys()).isSameAs(second);
        }
        Files.delete(current);
        now.addAndGet(1_000_000_000);
        assertThat(source.keys()).isSameAs(second);
        move("canary-secret-of-tomorrow", current);
        now.addAndGet(1_000_000_000);
        assertThat(source.keys()).isEqualTo(SecretKeys.of("canary-secret-of-tomorrow", "canary-secret-of-yesterday"));
        assertThat(source.toString()).doesNotContain("canary-");
        assertThatIllegalArgumentException().isThrownBy(() -> SecretSource.watching(folder.resolve("missing")));
    }

    private static ReceivedRequest signed(Signer signer) {
        var stamp = "1760000000000";
        return Vector.received("GET /", List.of(stamp), List.of(signer.sign("/", stamp, new byte[0])), new byte[0]);
    }

    private void move(String content, Path target) throws IOException {
        Files.move(file(content), target, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "secret", ""), content, UTF_8);
    }

    private static String printed(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
