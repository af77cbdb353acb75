package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks where a run leaves its file, before it moves any money. */
class CheckpointDraftTest {
    private static final Checkpoint CHECKPOINT = new Checkpoint(
            "http://127.0.0.1/wallet",
            "12345678",
            "quick 1",
            "hash",
            Certificate.Conclusion.CERTIFIED,
            Instant.EPOCH,
            Instant.EPOCH,
            List.of(),
            List.of(),
            List.of());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void only_an_earlier_checkpoint_or_an_empty_file_is_replaced() throws IOException {
        var file = folder.resolve("run.json");
        write(file);
        assertThat(CheckpointFile.read(file)).isEqualTo(CHECKPOINT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        write(Files.createFile(folder.resolve("empty.json")));
        var precious = Files.writeString(folder.resolve("precious.json"), "{\"precious\":1}");
        requireRefused(precious, "holds something other");
        assertThat(precious).hasContent("{\"precious\":1}");
        requireRefused(folder, "is not a regular file");
        requireRefused(Path.of("/dev/null"), "is not a regular file");
        requireRefused(folder.resolve("no/such/run.json"), "the folder does not exist");
        requireOnly("run.json", "empty.json", "precious.json");
    }

    @Test
    void a_symbolic_link_stays_and_its_target_is_written() throws IOException {
        var target = folder.resolve("target.json");
        var link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of("target.json"));
        write(link);
        assertThat(link).isSymbolicLink();
        assertThat(CheckpointFile.read(target)).isEqualTo(CHECKPOINT);
        requireOnly("target.json", "link.json");
        var elsewhere = Files.createSymbolicLink(folder.resolve("elsewhere.json"), Path.of("no/such/file.json"));
        requireRefused(elsewhere, "the folder does not exist");
    }

    @Test
    void two_runs_do_not_leave_the_same_file() throws IOException {
        var file = folder.resolve("run.json");
        try (var draft = CheckpointDraft.open(file)) {
            requireRefused(file, "another run leaves its rounds there");
            draft.write(CHECKPOINT);
        }
        try (var lock = CheckpointFile.lock(file)) {
            assertThat(lock.isOpen()).isTrue();
            assertThatThrownBy(() -> CheckpointFile.lock(file)).hasMessageContaining("another run resumes it");
        }
        CheckpointFile.lock(file).close();
    }

    @Test
    void a_run_that_leaves_nothing_keeps_the_earlier_file_and_removes_its_draft() throws IOException {
        var file = folder.resolve("run.json");
        write(file);
        CheckpointDraft.open(file).close();
        assertThat(CheckpointFile.read(file)).isEqualTo(CHECKPOINT);
        Files.createFile(folder.resolve("run.json.part"));
        CheckpointDraft.open(file).close(); // a run that was killed leaves its draft behind
        requireOnly("run.json");
    }

    private static void write(Path file) throws IOException {
        try (var draft = CheckpointDraft.open(file)) {
            draft.write(CHECKPOINT);
        }
    }

    private static void requireRefused(Path file, String why) {
        assertThatThrownBy(() -> CheckpointDraft.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(why);
    }

    private void requireOnly(String... names) throws IOException {
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(names);
        }
    }
}
