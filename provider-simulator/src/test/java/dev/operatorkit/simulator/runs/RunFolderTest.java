package dev.operatorkit.simulator.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.runs.Job.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that runs outlive the simulator, that a bad one is reported, and that none is lost but by the bound. */
class RunFolderTest {
    @TempDir
    Path data;

    @Test
    void runs_are_there_after_a_restart_newest_first_and_numbers_go_on() {
        var first = open(10);
        first.end(first.begin(), summary("one"));
        first.end(first.begin(), summary("two"));

        var again = open(10);
        assertThat(again.kept().values())
                .extracting(kept -> kept.subject().label())
                .containsExactly("two", "one");
        assertThat(again.kept().values()).first().isEqualTo(summary("two"));
        assertThat(again.problems()).isEmpty();
        assertThat(again.begin()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "[1]",
                "{\"format\":2}",
                "{\"format\":2,\"run\":{\"label\":\"x\"}}",
                "{\"format\":2,\"run\":{\"subject\":{\"operator\":\"a\",\"target\":\"b\",\"label\":\"c\",\"version\":\"d\"},\"started\":\"x\",\"seconds\":1,"
                    + "\"result\":{\"tone\":\"GOOD\",\"verdict\":\"v\",\"findings\":[],\"figures\":[]}}}",
                "\u0000\u0001"
            })
    void a_run_that_cannot_be_read_is_named_and_left_and_the_others_are_shown(String content) throws IOException {
        var runs = open(10);
        runs.end(runs.begin(), summary("good"));
        var bad = Files.createDirectories(data.resolve("runs/conformance/7"));
        Files.writeString(bad.resolve("run.json"), content);

        var again = open(1);
        assertThat(again.kept()).containsOnlyKeys(1);
        assertThat(again.problems()).singleElement().asString().contains(bad.toString(), "Nothing was deleted");
        assertThat(again.begin()).isEqualTo(8);
        again.end(8, summary("next"));
        assertThat(bad.resolve("run.json")).hasContent(content);
    }

    @Test
    void a_run_of_another_version_is_left_unchanged_and_fields_that_are_unknown_are_ignored() throws IOException {
        var runs = open(10);
        runs.end(runs.begin(), summary("good"));
        var file = data.resolve("runs/conformance/1/run.json");
        var content = Files.readString(file);
        Files.writeString(file, content.replace("{\"subject\"", "{\"more\":1,\"subject\""));
        assertThat(open(10).kept()).hasSize(1);

        Files.writeString(file, content.replace("\"format\":2", "\"format\":3"));
        var again = open(10);
        assertThat(again.kept()).isEmpty();
        assertThat(again.problems()).singleElement().asString().contains("another version");
        assertThat(file).exists();
    }

    @Test
    void a_run_that_did_not_end_is_reported_as_cut_off() {
        open(10).begin();

        assertThat(open(10).problems()).containsExactly("Run 1 was cut off when the simulator ended. Start it again.");
    }

    @Test
    void the_oldest_runs_above_the_bound_are_deleted() {
        var runs = open(2);
        for (var label : List.of("one", "two", "three")) {
            runs.end(runs.begin(), summary(label));
        }

        assertThat(open(2).kept()).containsOnlyKeys(3, 2);
        assertThat(data.resolve("runs/conformance/1")).doesNotExist();
    }

    private RunFolder open(int most) {
        return RunFolder.open(data, "conformance", most);
    }

    private static Summary summary(String label) {
        return new Summary(
                new Job.Subject("demo", "http://127.0.0.1:1/wallet", label, "1.2"),
                "2026-03-01T12:00:00Z",
                1.5,
                new Job.Result(Job.Tone.GOOD, "CERTIFIED", List.of("why"), List.of(new Job.Figure("Passed", "3"))));
    }
}
