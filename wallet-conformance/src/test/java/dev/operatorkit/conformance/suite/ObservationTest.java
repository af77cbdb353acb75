package dev.operatorkit.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks how the title of a case becomes the subject of an observation. */
class ObservationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A body that ends in the middle, validly signed, is refused and moves nothing | a body that ends in"
                        + " the middle, validly signed",
                "Ids of null are refused or take nothing | ids of null are refused or take nothing",
                "DELETE /credit | DELETE /credit",
                "APPLICATION/JSON | APPLICATION/JSON",
                "Content-Type without a value | Content-Type without a value",
                "another gameId | another gameId"
            })
    void a_title_is_the_subject_of_a_line(String title, String subject) {
        assertThat(Observation.subject(title)).isEqualTo(subject);
    }
}
