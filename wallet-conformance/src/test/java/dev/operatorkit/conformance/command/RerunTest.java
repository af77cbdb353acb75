package dev.operatorkit.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that cases can be run again into an earlier report. */
@SuppressWarnings("NullAway.Init") // JUnit and the method before each test set the fields
class RerunTest {
    @TempDir
    Path folder;

    private CommandRun command;

    @BeforeEach
    void start() {
        command = new CommandRun(folder);
    }

    @AutoClose
    private final ConfigurableWallet mended = ConfigurableWallet.correct();

    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.with(Defect.APPLIES_DEBITS_AGAIN);

    @Test
    void what_failed_is_run_again_and_the_report_keeps_the_earlier_result() throws IOException {
        assertThat(execute("--quick", "--wallet-version", "1.0", "--report", report()))
                .isEqualTo(1);
        var before = results();
        assertThat(before.path("verdict").asText()).isEqualTo("NOT_CERTIFIED");
        wallet.switchTo(mended);

        assertThat(execute("--rerun", report(), "--wallet-version", "1.0"))
                .as(command.printed())
                .isZero();
        var after = results();
        assertThat(after.path("verdict").asText()).isEqualTo("CERTIFIED");
        assertThat(after.path("started")).isEqualTo(before.path("started"));
        assertThat(after.path("description")).isEqualTo(before.path("description"));
        assertThat(after.path("options")).isEqualTo(before.path("options"));
        for (var i = 0; i < before.path("cases").size(); i++) {
            var was = before.path("cases").get(i);
            var is = after.path("cases").get(i);
            if (was.path("result").asText().equals("FAILED")) {
                assertThat(is.path("result").asText()).isIn("PASSED", "OBSERVED");
                assertThat(is.path("reruns")).hasSize(1);
                var rerun = is.path("reruns").get(0);
                assertThat(rerun.path("at").asText()).startsWith("20");
                assertThat(rerun.path("earlierResult").asText()).isEqualTo("FAILED");
                assertThat(rerun.path("earlierDetail")).isEqualTo(was.path("detail"));
            } else if (!was.path("detail").asText().startsWith("blocked by")) {
                assertThat(is).isEqualTo(was);
            }
        }
        var summary = after.path("reruns").get(0);
        assertThat(summary.path("cases").asInt()).isEqualTo(1);
        assertThat(summary.path("failedBefore").asInt()).isEqualTo(1);
        var sentence = "1 case was run again at " + summary.path("at").asText()
                + " against version 1.0 of the wallet. It had failed before.";
        assertThat(command.printed()).contains(sentence, "CERTIFIED for the plan quick 1");
        assertThat(Files.readString(folder.resolve("report/junit.xml"))).contains(sentence);
        assertThat(verify()).as(command.printed()).isZero();
    }

    @Test
    void a_bundle_is_not_signed_again_with_another_key() throws Exception {
        var key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate();
        var file = Files.writeString(
                folder.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(key.getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        execute("--quick", "--report", report(), "--sign-key", file.toString());
        var before = Files.readAllBytes(folder.resolve("report/bundle.zip"));
        wallet.switchTo(mended);

        assertThat(execute("--rerun", report())).isEqualTo(2);
        assertThat(command.printed())
                .contains("The bundle in " + report() + " is signed with the key ", "Give that key with --sign-key");
        assertThat(Files.readAllBytes(folder.resolve("report/bundle.zip"))).isEqualTo(before);
        assertThat(execute("--rerun", report(), "--sign-key", file.toString()))
                .as(command.printed())
                .isZero();
    }

    @Test
    void results_of_two_versions_of_the_wallet_are_no_certificate() throws IOException {
        execute("--quick", "--wallet-version", "1.0", "--report", report());
        wallet.switchTo(mended);
        assertThat(execute("--rerun", report(), "--wallet-version", "1.1"))
                .as(command.printed())
                .isEqualTo(3);
        assertThat(results().path("verdict").asText()).isEqualTo("INCOMPLETE");
        assertThat(results().path("reasons").get(0).asText())
                .isEqualTo("2 builds of the wallet were tested: the results come from the versions 1.0 and 1.1. Run the"
                        + " plan again with one of them.");
        assertThat(verify()).as(command.printed()).isZero();
    }

    @Test
    void a_case_is_run_again_by_its_id_and_each_rerun_is_kept() throws IOException {
        execute("--only", "replayed-*", "--report", report());
        var before = results().path("cases");
        assertThat(before.findValues("movements")).isNotEmpty();
        assertThat(execute("--rerun", report(), "--only", "replayed-debit")).isEqualTo(1);
        wallet.switchTo(mended);
        assertThat(execute("--rerun", report(), "--only", "replayed-debit")).isEqualTo(1);
        var debit = one("replayed-debit");
        assertThat(debit.path("result").asText()).isEqualTo("PASSED");
        assertThat(debit.path("reruns"))
                .hasSize(2)
                .allSatisfy(rerun ->
                        assertThat(rerun.path("earlierResult").asText()).isEqualTo("FAILED"));
        assertThat(one("replayed-zero-stake").path("result").asText()).isEqualTo("FAILED");
        assertThat(before).allSatisfy(was -> {
            if (!was.path("id").asText().equals("replayed-debit")) {
                assertThat(one(was.path("id").asText())).isEqualTo(was);
            }
        });
        assertThat(verify()).as(command.printed()).isZero();
    }

    @Test
    void another_wallet_plan_or_option_is_refused_and_the_report_stays() throws IOException {
        execute("--quick", "--report", report());
        var before = Files.readAllBytes(folder.resolve("report/results.json"));
        assertThat(execute("--rerun", report(), "--wallet", mended.address())).isEqualTo(2);
        assertThat(command.printed())
                .contains("was made with --wallet " + wallet.address() + ", not " + mended.address());
        assertThat(execute("--rerun", report(), "--plan", "full", "--only", "replayed-debit"))
                .isEqualTo(2);
        assertThat(command.printed()).contains("was made with --plan quick");
        assertThat(execute("--rerun", report(), "--pause", "1")).isEqualTo(2);
        assertThat(command.printed()).contains("was made with --pause 0 ms, not 1 ms");
        assertThat(execute(
                        "--rerun",
                        report(),
                        "--leave",
                        folder.resolve("run.json").toString()))
                .isEqualTo(2);
        assertThat(command.printed()).contains("--leave and --resume make two of it. Leave them out.");
        assertThat(folder.resolve("report/results.json")).hasBinaryContent(before);
    }

    @Test
    void a_case_that_judges_a_whole_run_is_not_run_alone() throws IOException {
        wallet.switchTo(mended);
        var atTheEnd = "applied-movements-are-known-at-the-end";
        execute("--only", "replayed-debit", "--only", atTheEnd, "--report", report());
        assertThat(execute("--rerun", report(), "--only", atTheEnd)).isEqualTo(2);
        assertThat(command.printed()).contains(atTheEnd + " judges a whole run");
        assertThat(execute("--rerun", report())).isEqualTo(2);
        assertThat(command.printed()).contains("No case of the report in " + report() + " failed.");
    }

    private String report() {
        return folder.resolve("report").toString();
    }

    private JsonNode results() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("report/results.json").toFile());
    }

    private JsonNode one(String id) throws IOException {
        for (var each : results().path("cases")) {
            if (each.path("id").asText().equals(id)) {
                return each;
            }
        }
        throw new AssertionError(id + " is missing");
    }

    private int verify() {
        return command.execute("verify", folder.resolve("report/bundle.zip").toString());
    }

    private int execute(String... more) throws IOException {
        var usual = "--secret-file " + command.secretFile() + " --token secret-token-1 --token secret-token-2";
        var first = List.of(more).contains("--rerun") ? "" : " --game game --wallet " + wallet.address();
        return command.execute(Stream.concat(Stream.of((usual + first).split(" ")), Stream.of(more))
                .toArray(String[]::new));
    }
}
