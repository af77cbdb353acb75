package dev.operatorkit.simulator.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
    @TempDir
    Path folder;

    @Test
    void a_reader_sees_committed_data_and_cannot_write() {
        try (var database = Database.inMemory()) {
            var state = new State(database);
            state.write("a", "1");
            assertThat(state.read("a")).hasValue("1");
            assertThatThrownBy(() -> database.reading().execute("delete from simulator_state"))
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("rights");
            assertThat(state.read("a")).hasValue("1");
        }
    }

    private static final String CANARY = "canary-token-7f3a-canary-token-7f3a-canary-token-7f3a";

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Returns the files below the folder whose bytes contain the canary. */
    private List<Path> filesWithTheCanary() throws IOException {
        try (var files = Files.walk(folder)) {
            var found = new ArrayList<Path>();
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(CANARY)) {
                    found.add(file);
                }
            }
            return found;
        }
    }

    private void writeTheCanary() {
        try (var database = Database.open(folder, null)) {
            new State(database).write("token", CANARY);
        }
    }

    @Test
    void what_is_stored_is_not_in_the_files_as_text_and_only_their_user_can_read_them() throws IOException {
        var data = folder.resolve("data");
        try (var database = Database.open(data, null)) {
            new State(database).write("token", CANARY);
            assertThat(permissions(data)).isEqualTo("rwx------");
            try (var files = Files.list(data)) {
                assertThat(files)
                        .hasSize(2)
                        .allSatisfy(file -> assertThat(permissions(file))
                                .as(file.toString())
                                .isEqualTo("rw-------"));
            }
            assertThat(filesWithTheCanary()).isEmpty();
        }
        assertThat(filesWithTheCanary()).isEmpty();
        assertThat(data.resolve("simulator.trace.db"))
                .as("a complaint about the stop")
                .doesNotExist();
        try (var database = Database.open(data, null)) {
            assertThat(new State(database).read("token")).hasValue(CANARY);
        }
    }

    @Test
    void a_missing_or_wrong_key_is_refused_and_nothing_is_changed() throws IOException {
        writeTheCanary();
        var file = folder.resolve("simulator.mv.db");
        var key = folder.resolve("simulator.key");
        var before = Files.readAllBytes(file);
        var right = Files.readString(key);
        Files.delete(key);
        assertThatThrownBy(() -> Database.open(folder, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its key " + key + " is missing");
        assertThat(key).doesNotExist();
        Files.writeString(key, "");
        assertThatThrownBy(() -> Database.open(folder, null)).hasMessageContaining("32 to 255 visible characters");
        Files.writeString(key, "0".repeat(64));
        assertThatThrownBy(() -> Database.open(folder, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another key than that in " + key);
        Files.write(key, new byte[] {(byte) 0xc3, 0x28, 1});
        assertThatThrownBy(() -> Database.open(folder, null)).hasMessageContaining("32 to 255 visible characters");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        Files.writeString(key, right);
        try (var database = Database.open(folder, null)) {
            assertThat(new State(database).read("token")).hasValue(CANARY);
        }
    }

    @Test
    void a_damaged_file_is_reported_in_one_sentence() throws IOException {
        writeTheCanary();
        var file = folder.resolve("simulator.mv.db");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 5000));
        assertThatThrownBy(() -> Database.open(folder, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The data folder " + folder
                        + " cannot be read: its file or the disk is damaged. Restore a backup, or use another --data.");
    }

    @Test
    void the_key_may_lie_elsewhere() throws IOException {
        var key = folder.resolve("keys").resolve("data.key");
        var data = folder.resolve("data");
        try (var database = Database.open(data, key)) {
            new State(database).write("token", CANARY);
        }
        assertThat(permissions(key)).isEqualTo("rw-------");
        assertThat(data.resolve("simulator.key")).doesNotExist();
        try (var database = Database.open(data, key)) {
            assertThat(new State(database).read("token")).hasValue(CANARY);
        }
    }
}
