package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the signatures and the check of a release on a small folder, with two temporary keys. {@code
 * .ci/reproducible} makes real releases, which takes minutes.
 */
@Tag("thorough")
class ReleaseTest {
    private static final String ARTIFACT = "repository/dev/example/sdk/1.0.0/sdk-1.0.0";
    private static final Pattern FINGERPRINT = Pattern.compile("fpr:+([0-9A-F]{40}):");

    @TempDir
    Path folder;

    // Not in the folder of the test, whose path is too long for the socket of gpg.
    private Path keyring = Path.of("");

    private ShellCommand gpg(String... words) throws IOException, InterruptedException {
        return ShellCommand.run(Tree.ROOT, Map.of("GNUPGHOME", keyring.toString()), words);
    }

    @BeforeEach
    void makeKeys() throws Exception {
        assumeThat(ShellCommand.run(Tree.ROOT, Map.of(), "sh", "-c", "command -v gpg && command -v unzip")
                        .exit())
                .as("gpg and unzip check a release; install them to run this test")
                .isZero();
        keyring = Files.createTempDirectory(Path.of("/tmp"), "gpg");
        for (var name : List.of("release", "other")) {
            gpg("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", name, "ed25519", "sign", "never");
        }
    }

    @AfterEach
    void deleteKeys() throws Exception {
        if (keyring.isAbsolute()) {
            gpg("gpgconf", "--kill", "all");
            gpg("rm", "-rf", keyring.toString());
        }
    }

    private String fingerprint(String name) throws Exception {
        var listed = FINGERPRINT.matcher(
                gpg("gpg", "--batch", "--with-colons", "--list-keys", name).output());
        assertThat(listed.find()).isTrue();
        return listed.group(1);
    }

    private Path file(String end) {
        return folder.resolve(ARTIFACT + end);
    }

    private void sign(String key) throws Exception {
        var signed = gpg(Tree.ROOT.resolve(".ci/sign-release").toString(), folder.toString(), fingerprint(key));
        assertThat(signed.exit()).as(signed.output()).isZero();
    }

    private String check() throws Exception {
        return gpg(Tree.ROOT.resolve(".ci/check-release").toString(), folder.toString(), fingerprint("release"))
                .output();
    }

    @Test
    void a_changed_added_missing_or_unsigned_file_of_a_release_is_detected() throws Exception {
        Files.createDirectories(file("").getParent());
        Files.writeString(file(".pom"), "<project/>");
        Files.writeString(file("-cyclonedx.json"), "{}");
        Files.writeString(file(".jar.sha256"), "0");
        for (var end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
            try (var jar = new ZipOutputStream(Files.newOutputStream(file(end)))) {
                jar.putNextEntry(new ZipEntry("META-INF/LICENSE"));
                jar.putNextEntry(new ZipEntry("META-INF/NOTICE"));
            }
        }
        sign("release");
        assertThat(check()).endsWith("complete, unchanged, signed by " + fingerprint("release") + "\n");

        Files.writeString(file(".pom"), "<project></project>");
        assertThat(check()).contains("FAILED: a file is missing or was changed");
        Files.writeString(folder.resolve("more.txt"), "");
        assertThat(check()).contains("FAILED: ./more.txt is not in SHA256SUMS");
        Files.delete(folder.resolve("more.txt"));
        sign("other");
        assertThat(check()).contains("FAILED: ./SHA256SUMS has no signature by");
        sign("release");
        Files.delete(file(".pom.asc"));
        assertThat(check()).contains("sdk-1.0.0.pom has no signature by");
        Files.delete(file("-cyclonedx.json"));
        assertThat(check()).contains("FAILED: a file is missing or was changed");
    }
}
