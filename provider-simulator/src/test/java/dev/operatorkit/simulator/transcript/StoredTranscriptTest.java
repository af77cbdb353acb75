package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.database.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredTranscriptTest extends TranscriptTest {
    private final Database database = Database.inMemory();

    @Override
    Transcript transcript(int bound) {
        return Transcript.in(database, bound);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void a_clean_stop_loses_nothing_and_ids_go_on(@TempDir Path folder) {
        try (var first = Database.in(folder);
                var transcript = Transcript.in(first, BOUND)) {
            transcript.add(entry(1));
        }
        try (var second = Database.in(folder);
                var transcript = Transcript.in(second, BOUND)) {
            assertThat(transcript.find(1)).isPresent();
            assertThat(transcript.add(entry(2)).id()).isEqualTo(2);
        }
    }
}
