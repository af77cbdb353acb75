package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    private static Path complete;

    // Not in the folder of the tests, whose path is too long for the socket of gpg.
    private static Path keyring = Path.of("");

    @TempDir
    Path folder;

    @BeforeAll
    static void makeKeysAndSign() throws Exception {
        assumeThat(ShellCommand.run(Tree.ROOT, Map.of(), "sh", "-c", "command -v gpg && command -v unzip")
                        .exit())
                .as("gpg and unzip check a release; install them to run this test")
                .isZero();
        keyring = Files.createTempDirectory(Path.of("/tmp"), "gpg");
        for (var name : new String[] {"release", "other"}) {
            gpg("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", name, "ed25519", "sign", "never");
        }
        makeCompleteRelease();
    }

    @AfterAll
    static void deleteKeys() throws Exception {
        if (keyring.isAbsolute()) {
            gpg("gpgconf", "--kill", "all");
            gpg("rm", "-rf", keyring.toString());
        }
    }

    private static ShellCommand gpg(String... words) throws IOException, InterruptedException {
        return ShellCommand.run(Tree.ROOT, Map.of("GNUPGHOME", keyring.toString()), words);
    }

    private static String fingerprint(String name) throws Exception {
        var listed = FINGERPRINT.matcher(
                gpg("gpg", "--batch", "--with-colons", "--list-keys", name).output());
        assertThat(listed.find()).isTrue();
        return listed.group(1);
    }

    private static void makeCompleteRelease() throws Exception {
        var artifact = complete.resolve(ARTIFACT);
        Files.createDirectories(artifact.getParent());
        Files.writeString(file(artifact, ".pom"), "<project/>");
        Files.writeString(file(artifact, "-cyclonedx.json"), "{}");
        Files.writeString(file(artifact, ".jar.sha256"), "0");
        for (var jar : new String[] {".jar", "-sources.jar", "-javadoc.jar"}) {
            writeJar(file(artifact, jar), "META-INF/LICENSE", "META-INF/NOTICE");
        }
        assertThat(sign("release", complete).exit()).isZero();
    }

    @BeforeEach
    void copyTheCompleteRelease() throws Exception {
        var copy = ShellCommand.run(Tree.ROOT, Map.of(), "cp", "-a", complete + "/.", folder.toString());
        assertThat(copy.exit()).as(copy.output()).isZero();
    }

    private Path file(String end) {
        return file(folder.resolve(ARTIFACT), end);
    }

    private static Path file(Path artifact, String end) {
        return artifact.resolveSibling(Tree.name(artifact) + end);
    }

    private static void writeJar(Path jar, String... entries) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (var entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private ShellCommand sign(String key) throws Exception {
        return sign(key, folder);
    }

    private static ShellCommand sign(String key, Path folder) throws Exception {
        return gpg(Tree.ROOT.resolve(".ci/sign-release").toString(), folder.toString(), fingerprint(key));
    }

    private void assertRejected(String... messages) throws Exception {
        var check = check();
        assertThat(check.exit()).as(check.output()).isEqualTo(1);
        assertThat(check.output()).contains("[release] FAILED: ").contains(messages);
    }

    private ShellCommand check() throws Exception {
        return gpg(Tree.ROOT.resolve(".ci/check-release").toString(), folder.toString(), fingerprint("release"));
    }

    @Test
    void a_complete_and_signed_release_is_accepted() throws Exception {
        assertThat(check())
                .isEqualTo(new ShellCommand(
                        0, "[release] 6 files: complete, unchanged, signed by " + fingerprint("release") + "\n"));
        assertThat(file(".jar.asc")).exists();
        assertThat(file(".jar.sha256.asc")).doesNotExist();
        assertThat(folder.resolve("SHA256SUMS.asc")).exists();
    }

    @Test
    void a_changed_missing_or_added_file_is_detected() throws Exception {
        Files.writeString(file(".pom"), "<project></project>");
        assertRejected("a file is missing or was changed");
        sign("release");
        Files.writeString(folder.resolve("more.txt"), "");
        assertRejected("./more.txt is not in SHA256SUMS");
        Files.delete(folder.resolve("more.txt"));
        Files.delete(file("-cyclonedx.json"));
        assertRejected("a file is missing or was changed");
    }

    @Test
    void a_file_without_a_signature_by_the_key_of_the_release_is_detected() throws Exception {
        Files.delete(file(".pom.asc"));
        assertRejected("sdk-1.0.0.pom has no signature by");
        sign("other");
        assertRejected("./SHA256SUMS has no signature by");
    }

    @Test
    void a_release_is_not_begun_without_what_it_needs() throws Exception {
        assertThat(ShellCommand.script(".ci/release", "1.0", folder + "/out").output())
                .contains("'1.0' is not a version such as 1.2.3");
        assertThat(ShellCommand.script(".ci/release", "1.0.0-SNAPSHOT", folder + "/out")
                        .output())
                .contains("is not a version");
        assertThat(ShellCommand.script(".ci/release", "1.0.0", folder.toString())
                        .output())
                .contains(folder + " exists");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
