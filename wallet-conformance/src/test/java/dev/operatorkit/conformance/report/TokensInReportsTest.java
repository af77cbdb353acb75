package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.command.CommandRun;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wire.SecretMatcherTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches every file of a run for its session tokens and the secret, in every spelling. */
@SuppressWarnings("NullAway.Init") // JUnit and the method before each test set the fields
class TokensInReportsTest {
    @TempDir
    Path folder;

    private CommandRun command;

    @BeforeEach
    void start() {
        command = new CommandRun(folder);
    }

    @Test
    void no_file_holds_a_hostile_token_or_the_secret_in_any_spelling() throws IOException {
        requireHidden("one\"5b\\1e/77+c0<&'>", "Zm9v+mFy/QmF6w3Q/8aP0d==");
    }

    @Test
    void no_file_holds_a_token_of_other_letters() throws IOException {
        requireHidden("jeton-é-日本-5b1e77c0", "100%2B real \\\" 88aa01d3");
    }

    private void requireHidden(String first, String second) throws IOException {
        var needles = new LinkedHashMap<String, String>();
        for (var value : List.of(first, second, ConfigurableWallet.SECRET)) {
            SecretMatcherTest.of(value).forEach((name, text) -> needles.put(value + ", " + name, text));
        }
        try (var wallet = ConfigurableWallet.with(Defect.APPLIES_DEBITS_AGAIN)) {
            wallet.issue(first, second);
            wallet.echo(needles.values().stream()
                    .filter(text -> text.matches("[ -~]+"))
                    .toList());
            assertThat(run(wallet, first, second)).as(command.printed()).isEqualTo(1);
        }
        assertThat(files())
                .hasSizeGreaterThan(15)
                .allSatisfy((file, text) -> needles.forEach((name, needle) -> {
                    var at = text.indexOf(needle);
                    assertThat(at < 0 ? "" : text.substring(Math.max(0, at - 60), at + needle.length()))
                            .as(file + " holds " + name)
                            .isEmpty();
                }));
        assertThat(verify()).as(command.printed()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"debit, credit", "e, FAILED", "replayed-debit, http"})
    void words_as_tokens_change_no_text_of_the_suite_and_the_terminal_says_that_they_stay_readable(
            String first, String second) throws IOException {
        try (var wallet = ConfigurableWallet.with(Defect.APPLIES_DEBITS_AGAIN)) {
            wallet.issue(first, second);
            assertThat(run(wallet, first, second)).as(command.printed()).isEqualTo(1);
        }
        assertThat(command.printed())
                .contains("TOKEN1 cannot be hidden everywhere in the reports", "TOKEN2 cannot be hidden everywhere")
                .contains("1 case failed: replayed-debit.");
        var results = new ObjectMapper()
                .readTree(folder.resolve("report/results.json").toFile());
        assertThat(results.path("cases").findValuesAsText("id"))
                .hasSize(10)
                .contains("replayed-debit")
                .noneMatch(id -> id.contains("$"));
        assertThat(results.path("reasons").get(0).asText()).isEqualTo("1 case failed: replayed-debit.");
        assertThat(files())
                .allSatisfy((file, text) -> assertThat(text)
                        .as(file)
                        .doesNotContain("&token=" + first + "\"", "?token=" + first + "&")
                        .doesNotContain("\\\"token\\\":\\\"" + first + "\\\""));
        assertThat(verify()).as(command.printed()).isZero();
    }

    private Map<String, String> files() throws IOException {
        var texts = new LinkedHashMap<String, String>();
        texts.put("the terminal", command.printed());
        try (Stream<Path> files = Files.list(folder.resolve("report"))) {
            for (var file : files.filter(each -> !each.endsWith("bundle.zip")).toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        ZipFiles.files(Files.readAllBytes(folder.resolve("report/bundle.zip")))
                .forEach((name, bytes) -> texts.put("bundle.zip, " + name, new String(bytes, StandardCharsets.UTF_8)));
        return texts;
    }

    private int run(ConfigurableWallet wallet, String... tokens) throws IOException {
        var options = "--quick --game game --report " + folder + "/report";
        return command.testWith(List.of(tokens), wallet.address(), options.split(" "));
    }

    private int verify() {
        return command.execute("verify", folder.resolve("report/bundle.zip").toString());
    }
}
