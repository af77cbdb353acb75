package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the launchers keep class data archives for faster starts, and that no archive breaks a start. What starts at the same
 * time, is killed or has no folder is tried with {@code -Dthorough} only: each start is a process of a second.
 */
class StartArchiveTest {
    private static final int SEED = 20_261_122;

    private static final boolean THOROUGH = Boolean.getBoolean("thorough");
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int AT_ONCE = LONG ? 16 : 4;
    private static final int ROUNDS = LONG ? 10 : 1;

    @AutoClose
    private final ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    Path home;

    private Path folder;

    @BeforeEach
    void choose() {
        folder = home.resolve(".cache/operatorkit");
    }

    private static ShellCommand version(Map<String, String> environment) throws IOException, InterruptedException {
        return ShellCommand.run(
                Tree.ROOT, environment, Tree.ROOT.resolve("bin/simulator").toString(), "--version");
    }

    private ShellCommand version() throws IOException, InterruptedException {
        return version(Map.of("HOME", home.toString(), "XDG_CACHE_HOME", ""));
    }

    private void assertStarts(String why) throws IOException, InterruptedException {
        var started = version();
        assertThat(started.exit()).as(why).isZero();
        assertThat(started.output().lines()).as(why).singleElement().asString().startsWith("OperatorKit simulator ");
    }

    private List<Path> archives() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** With {@code -Dthorough}, tries an archive that is none and a folder in its place too. */
    @Test
    @Tag("thorough")
    void the_first_start_makes_a_private_archive_and_a_broken_one_is_made_again() throws Exception {
        assertStarts("the first start");
        assertStarts("the second start, which renames what the first has made");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        var archive = archives().getFirst();
        assertThat(archives()).hasSize(1);
        var good = Files.readAllBytes(archive);

        var wrong = withWrongBytes(good);
        for (var broken : THOROUGH ? List.of(garbage(), wrong) : List.of(wrong)) {
            Files.delete(archive);
            Files.write(archive, broken);
            assertStarts("an archive of " + broken.length + " bytes");
            assertStarts("the start after it, which renames what that one has made");
            assertThat(archive).as("made again").hasSize(good.length);
        }
        if (THOROUGH) {
            Files.delete(archive);
            Files.createDirectory(archive);
            assertStarts("a folder in place of the archive");
        }
    }

    private static byte[] garbage() {
        var bytes = new byte[100_000];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    /** Returns an archive on which the JVM crashes when it does not check the bytes. */
    private static byte[] withWrongBytes(byte[] archive) {
        var wrong = archive.clone();
        for (var i = wrong.length / 3; i < wrong.length / 3 * 2; i += 4096) {
            wrong[i] ^= (byte) 0xff;
        }
        return wrong;
    }

    @Tag("thorough")
    @Test
    void starts_at_the_same_time_make_one_archive_and_none_reads_it_before_it_is_complete() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var outputs = new HashSet<String>();
            Stream.generate(() -> CompletableFuture.supplyAsync(this::versionOrFail, starts))
                    .limit(AT_ONCE)
                    .toList()
                    .forEach(start -> outputs.add(start.join()));
            assertThat(outputs).singleElement().asString().startsWith("OperatorKit simulator ");
            assertStarts("the start after round " + round);
            var archive = archives().getFirst();
            assertThat(archives()).as("round %s", round).containsExactly(archive);
            assertThat(archive.getFileName().toString()).endsWith(".jsa");
            Files.delete(archive);
        }
    }

    @Tag("thorough")
    @Test
    void what_a_start_that_was_killed_has_begun_is_removed() throws Exception {
        assertStarts("the first start");
        assertStarts("the second start");
        var archive = archives().getFirst();
        var good = Files.readAllBytes(archive);
        Files.delete(archive);
        // No process has this id.
        var begun = archive.resolveSibling(archive.getFileName() + ".99999999");
        Files.write(begun, Arrays.copyOfRange(garbage(), 0, 1000));
        assertStarts("what is no archive");
        assertThat(begun).doesNotExist();
        archives().forEach(StartArchiveTest::deleteFile);
        Files.write(begun, good);
        assertStarts("a complete one");
        assertThat(archives()).containsExactly(archive);
        assertThat(archive).hasSize(good.length);
    }

    private static void deleteFile(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String versionOrFail() {
        try {
            return version().output();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_folder_that_others_can_write_is_not_used() throws Exception {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertStarts("with a public folder");
        assertThat(archives()).isEmpty();
    }

    @Tag("thorough")
    @Test
    void without_a_usable_folder_a_command_starts_without_an_archive() throws Exception {
        for (var place : List.of("/proc/no-such-folder", "off")) {
            var started = version(Map.of("OPERATORKIT_CACHE", place));
            assertThat(started.exit()).as(place).isZero();
            assertThat(started.output().lines())
                    .as(place)
                    .singleElement()
                    .asString()
                    .startsWith("OperatorKit simulator ");
        }
    }
}
