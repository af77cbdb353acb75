package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Searches the output and the exceptions of all tests for secrets, tokens and signatures (SIG-17). It looks for the secrets and
 * tokens in the sources of the tests, for every string that contains {@code canary-}, for anything that looks like a signature,
 * and for any value in the place of a token.
 */
class SecretsTest {
    private static final Pattern GIVEN_AS_SECRET = Pattern.compile("SecretKeys\\s*\\.of\\(([^;]*?)\\)");
    private static final Pattern NAMED_SECRET = Pattern.compile("(?:SECRET|secret)\\w* =\\s*\"([^\"]{12,})\"");
    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\]{12,})\"");
    private static final Pattern MARKED = Pattern.compile("\"([^\"\\\\]*canary-[^\"\\\\]*)\"");
    private static final Pattern NAMED_TOKEN = Pattern.compile("\"((?:[a-z]+-)?token-[0-9]+)\"");
    /** Matches a token of any name in a URL or in JSON, also when XML-escaped; a masked value does not match. */
    private static final Pattern SHOWN_TOKEN = Pattern.compile(
            "(?:[?&;]token=|(?:\"|&quot;)token(?:\"|&quot;)\\s*:\\s*(?:\"|&quot;))((?![*\\[])[^&;\\s\"<]{4,})");

    private static final Pattern SIGNATURE = Pattern.compile("(?<![0-9a-fA-F])[0-9a-fA-F]{128}(?![0-9a-fA-F])");

    @Test
    void no_output_or_exception_of_the_tests_contains_a_secret() {
        var canaries = canaries();

        assertThat(reports()
                        .flatMap(report -> leaks(withoutFrames(Tree.read(report)), canaries)
                                .map(leak -> Tree.relative(report) + ": " + leak)))
                .isEmpty();
    }

    @Test
    void every_module_with_secrets_is_searched_for_them() {
        for (var module : List.of(
                "sdk-core",
                "sdk-client",
                "sdk-wallet-server",
                "operatorkit-spring-boot-starter",
                "wallet-conformance",
                "provider-simulator",
                "reference-wallet")) {
            assertThat(canariesOf(module)).as(module).isNotEmpty();
        }
    }

    @Test
    void a_leak_is_detected() {
        assertThat(leaks("WARN bad key a-planted-canary in use", Set.of("a-planted-canary")))
                .containsExactly("a-pl…");
        assertThat(leaks("X-Svc-Signature: " + "0f".repeat(64), Set.of())).hasSize(1);
        assertThat(leaks("GET /player?gameId=a&token=abcdef HTTP/1.1", Set.of()))
                .containsExactly("abcd…");
        assertThat(leaks("{&quot;token&quot;: &quot;abcdef&quot;}", Set.of())).hasSize(1);
        assertThat(leaks("{\"token\":\"abcdef\"}", Set.of())).hasSize(1);
        assertThat(leaks("/player?token=*** and \"token\":\"***\" and ?token=[token]", Set.of()))
                .isEmpty();
        assertThat(leaks("sha256 " + "0f".repeat(32), Set.of())).isEmpty();
    }

    @Test
    void the_secrets_of_a_test_are_found_in_its_source() {
        assertThat(canariesIn("var keys = SecretKeys.of(\"first-secret-of-a-test\", \"second-secret-of-a-test\");"))
                .containsExactly("first-secret-of-a-test", "second-secret-of-a-test");
        assertThat(canariesIn("static final String SECRET = \"third-secret-of-a-test\";"))
                .containsExactly("third-secret-of-a-test");
        assertThat(canariesIn("seat(\"token-7\", \"secret-token-8\", \"tokens-9\")"))
                .containsExactly("secret-token-8", "token-7");
        assertThat(canariesIn("wallet.open(\"canary-token-17\")")).containsExactly("canary-token-17");
    }

    /** Returns the leaks in a report, shortened so that the message leaks nothing again. */
    private static Stream<String> leaks(String report, Set<String> canaries) {
        return Stream.of(
                        canaries.stream().filter(report::contains),
                        SIGNATURE.matcher(report).results().map(signature -> signature.group()),
                        SHOWN_TOKEN.matcher(report).results().map(token -> token.group(1)))
                .flatMap(found -> found)
                .map(leak -> leak.substring(0, 4) + "…");
    }

    /** Leaves out the frames of stack traces: they are most of the text, and name only classes and methods. */
    private static String withoutFrames(String report) {
        return report.lines().filter(line -> !line.startsWith("\tat ")).collect(Collectors.joining("\n"));
    }

    private static Set<String> canaries() {
        return Modules.ALL.stream()
                .flatMap(module -> canariesOf(module).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> canariesOf(String module) {
        var canaries = new TreeSet<String>();
        Tree.javaFiles().stream()
                .filter(file -> file.startsWith(Modules.folder(module).resolve("src/test")))
                .forEach(file -> canaries.addAll(canariesIn(Tree.read(file))));
        return canaries;
    }

    private static Set<String> canariesIn(String source) {
        var canaries = new TreeSet<String>();
        GIVEN_AS_SECRET
                .matcher(source)
                .results()
                .flatMap(given -> LITERAL.matcher(given.group(1)).results())
                .forEach(secret -> canaries.add(secret.group(1)));
        Stream.of(NAMED_SECRET, NAMED_TOKEN, MARKED)
                .flatMap(pattern -> pattern.matcher(source).results())
                .forEach(secret -> canaries.add(secret.group(1)));
        return canaries;
    }

    private static Stream<Path> reports() {
        return Modules.ALL.stream()
                .flatMap(module -> Stream.of("surefire-reports", "surefire-reports-jdk17")
                        .map(folder -> Modules.folder(module).resolve("target").resolve(folder)))
                .filter(Files::isDirectory)
                .flatMap(folder -> files(folder).stream());
    }

    private static List<Path> files(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> Tree.name(file).matches(".*\\.(xml|txt)"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
