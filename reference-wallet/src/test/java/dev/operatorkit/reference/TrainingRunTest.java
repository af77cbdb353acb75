package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that every callback of the training run is accepted: a rejected one would train the wrong code. */
class TrainingRunTest {
    @Test
    @Tag("slow")
    void every_callback_of_the_training_run_is_accepted() {
        assertThatCode(() -> TrainingRun.run(4)).doesNotThrowAnyException();
    }
}
