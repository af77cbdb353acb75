package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.WalletVariants;
import dev.operatorkit.conformance.wire.SecretMatcherTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Searches every file of a run for its session tokens and the secret, in every spelling. */
class TokensInReportsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final StringWriter out = new StringWriter();

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
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            wallet.issue(first, second);
            wallet.echo(needles.values().stream()
                    .filter(text -> text.matches("[ -~]+"))
                    .toList());
            assertThat(run(wallet, first, second)).as(out.toString()).isEqualTo(1);
        }
        assertThat(files())
                .hasSizeGreaterThan(15)
                .allSatisfy((file, text) -> needles.forEach((name, needle) -> {
                    var at = text.indexOf(needle);
                    assertThat(at < 0 ? "" : text.substring(Math.max(0, at - 60), at + needle.length()))
                            .as(file + " holds " + name)
                            .isEmpty();
                }));
        assertThat(verify()).as(out.toString()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"debit, credit", "e, FAILED", "replayed-debit, http"})
    void words_as_tokens_change_no_text_of_the_suite_and_the_terminal_says_that_they_stay_readable(
            String first, String second) throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.APPLIES_DEBITS_AGAIN)) {
            wallet.issue(first, second);
            assertThat(run(wallet, first, second)).as(out.toString()).isEqualTo(1);
        }
        assertThat(out.toString())
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
        assertThat(verify()).as(out.toString()).isZero();
    }

    private Map<String, String> files() throws IOException {
        var texts = new LinkedHashMap<String, String>();
        texts.put("the terminal", out.toString());
        texts.put("wire.log", Files.readString(folder.resolve("wire.log")));
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
        var arguments = new ArrayList<>(List.of("--quick", "--game", "game", "--wallet", wallet.address()));
        arguments.addAll(List.of(
                "--secret-file",
                Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET)
                        .toString()));
        arguments.addAll(List.of("--report", folder.resolve("report").toString()));
        arguments.addAll(List.of("--wire-log", folder.resolve("wire.log").toString()));
        for (var token : tokens) {
            arguments.addAll(List.of("--token", token));
        }
        return execute(arguments);
    }

    private int verify() {
        return execute(List.of("verify", folder.resolve("report/bundle.zip").toString()));
    }

    private int execute(List<String> arguments) {
        var writer = new PrintWriter(out, true);
        return new CommandLine(new ConformanceCommand())
                .setOut(writer)
                .setErr(writer)
                .execute(arguments.toArray(String[]::new));
    }
}
