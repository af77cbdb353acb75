package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the attestation and its keys against the formats that other tools read: in-toto, DSSE and PEM. */
class AttestationTest {
    private static final String RESULTS = """
        {"suite": "s 1", "verdict": "NOT_CERTIFIED", "wallet": "http://localhost/wallet",
         "description": {"walletVersion": "1.2.3"}, "started": "2026-01-01T00:00:00Z", "specification": "1.0.0",
         "plan": {"name": "quick", "version": "1", "cases": 3, "sha256": "aa"}, "options": {"game": "g"},
         "cases": [{"id": "a", "result": "PASSED"}, {"id": "b", "result": "FAILED"},
                   {"id": "c", "result": "OBSERVED"}, {"id": "d", "result": "SKIPPED"}]}\
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    /** The example of the DSSE specification, and one whose lengths are counted by hand. */
    @Test
    void what_is_signed_is_the_pre_authentication_encoding() {
        assertThat(encode("http://example.com/HelloWorld", "hello world"))
                .isEqualTo("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
        assertThat(encode(Attestation.PAYLOAD_TYPE, "{\"é\":1}"))
                .isEqualTo("DSSEv1 28 application/vnd.in-toto+json 8 {\"é\":1}");
    }

    private static String encode(String type, String payload) {
        return new String(Attestation.encode(type, payload.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @Test
    void the_statement_is_a_test_result_about_the_files() throws IOException {
        var key = SigningKey.ofUser(folder);
        var envelope = attest(key);
        var statement = Attestation.verify(envelope, SigningKey.publicKey(folder.resolve("conformance.pub")));
        assertThat(statement).isEqualTo(new ObjectMapper().readTree("""
            {"_type": "https://in-toto.io/Statement/v1",
             "subject": [{"name": "f.txt", "digest": {"sha256":
                "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}}],
             "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
             "predicate": {"result": "FAILED",
                "configuration": [{"name": "quick 1", "digest": {"sha256": "aa"}, "annotations": {"game": "g"}}],
                "failedTests": ["b"], "warnedTests": ["d"], "passedTests": ["a", "c"],
                "suite": "s 1", "specification": "1.0.0", "verdict": "NOT_CERTIFIED",
                "wallet": "http://localhost/wallet", "description": {"walletVersion": "1.2.3"},
                "started": "2026-01-01T00:00:00Z"}}\
            """));
        var other = SigningKey.ofUser(folder.resolve("other"));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Attestation.verify(envelope, SigningKey.publicKey(folder.resolve("other/conformance.pub"))))
                .withMessageContaining("was not signed with the key " + other.id());
    }

    private static byte[] attest(SigningKey key) {
        var files = new TreeMap<String, byte[]>();
        files.put("f.txt", new byte[] {'x'});
        return Attestation.of(ReportJson.read("results", RESULTS.getBytes(StandardCharsets.UTF_8)), files, key);
    }

    @Test
    void the_key_of_a_user_is_made_once_and_only_its_owner_may_read_it() throws IOException {
        var home = folder.resolve("operatorkit");
        var made = SigningKey.ofUser(home);
        assertThat(made.note()).contains("Made the key " + home.resolve("conformance.key"), "conformance.pub");
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("conformance.key"))))
                    .isEqualTo("rw-------");
        }
        var again = SigningKey.ofUser(home);
        assertThat(again.note()).isEmpty();
        assertThat(again.id()).isEqualTo(made.id());
        assertThat(again.publicPem()).isEqualTo(Files.readAllBytes(home.resolve("conformance.pub")));
    }

    @Test
    void a_key_that_cannot_be_kept_is_for_one_run() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThat(SigningKey.ofUser(file.resolve("operatorkit")).note())
                .contains("for this run only", "Give one with --sign-key");
    }

    @Test
    void openssl_makes_keys_that_sign_and_verifies_what_they_sign() throws Exception {
        assumeTrue(openssl("genpkey", "-algorithm", "ed25519", "-out", "tester.key"), "no openssl");
        assertThat(openssl("pkey", "-in", "tester.key", "-pubout", "-out", "tester.pub"))
                .isTrue();
        var key = SigningKey.in(folder.resolve("tester.key"));
        assertThat(key.publicPem()).asString().isEqualTo(Files.readString(folder.resolve("tester.pub")));

        var envelope = new ObjectMapper().readTree(attest(key));
        var signature = envelope.path("signatures").get(0).path("sig").asText();
        var payload = Base64.getDecoder().decode(envelope.path("payload").asText());
        Files.write(folder.resolve("signed"), Attestation.encode(Attestation.PAYLOAD_TYPE, payload));
        Files.write(folder.resolve("signature"), Base64.getDecoder().decode(signature));
        var verify = "pkeyutl -verify -pubin -inkey tester.pub -rawin -in signed -sigfile signature".split(" ");
        assertThat(openssl(verify)).isTrue();
        Files.writeString(folder.resolve("signed"), "another text");
        assertThat(openssl(verify)).isFalse();
    }

    /** Runs openssl in the folder; returns false when it fails or is not installed. */
    private boolean openssl(String... arguments) throws InterruptedException {
        var command = new ArrayList<>(List.of(arguments));
        command.addFirst("openssl");
        try {
            return new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("openssl.log").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
