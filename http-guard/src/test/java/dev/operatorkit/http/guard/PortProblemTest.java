package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortProblemTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"})
    void a_loopback_host_is_for_this_machine_only(String host) {
        assertThat(PortProblem.isLoopback(host)).isTrue();
    }

    /** Includes the other spellings of "all addresses". */
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0", "::", "[::]", "::ffff:0.0.0.0", "10.1.2.3", "192.0.2.1"})
    void any_other_host_is_for_other_machines_too(String host) {
        assertThat(PortProblem.isLoopback(host)).isFalse();
    }
}
