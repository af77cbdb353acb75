package dev.operatorkit.simulator.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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

    @Test
    void a_reopened_database_contains_the_committed_data() {
        try (var database = Database.in(folder)) {
            new State(database).write("a", "1");
        }
        try (var database = Database.in(folder)) {
            assertThat(new State(database).read("a")).hasValue("1");
        }
        assertThat(folder.resolve("simulator.mv.db")).exists();
        assertThat(folder.resolve("simulator.trace.db"))
                .as("a complaint about the stop")
                .doesNotExist();
    }
}
