package dev.operatorkit.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Rejected;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests signing and verifying against files generated with openssl: only the code under test computes signatures here.
 */
class VectorsTest {
    private static final String SECOND_KEY = "key-set-second.txt";

    static Stream<Vector> accepted() {
        return Vector.accepted();
    }

    static Stream<Vector> rejected() {
        return Vector.rejected();
    }

    @Test
    void there_are_at_least_60_accepted_and_30_rejected_vectors() {
        assertThat(Vector.accepted()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(Vector.rejected()).hasSizeGreaterThanOrEqualTo(30);
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void the_verifier_accepts_every_accepted_vector(Vector vector) {
        var verification = new Verifier(vector.keys(), vector.clock()).verify(vector.request());
        assertThat(verification).isEqualTo(new Accepted(vector.name().equals(SECOND_KEY) ? 1 : 0));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void the_signer_reproduces_every_accepted_vector(Vector vector) {
        var request = vector.request();
        var keys = vector.keys();
        var signer = new Signer(vector.name().equals(SECOND_KEY) ? second(keys) : keys);
        var data = SignedData.of(request.rawQuery(), request.body());
        assertThat(signer.sign(request.rawPath(), vector.one("timestamp"), data))
                .isEqualTo(vector.one("signature"));
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void the_verifier_rejects_every_rejected_vector_with_its_reason(Vector vector) {
        var verification = new Verifier(vector.keys(), vector.clock()).verify(vector.request());
        assertThat(verification).isInstanceOf(Rejected.class);
        assertThat(((Rejected) verification).reason().name()).isEqualTo(vector.one("reason"));
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void a_rejected_vector_is_diagnosed_without_revealing_the_signature(Vector vector) {
        var request = vector.request();
        var diagnosis = Diagnosis.of(vector.keys(), vector.clock(), request);
        assertThat(diagnosis.hypothesis()).isNotEqualTo("none");
        var due = new Signer(vector.keys())
                .sign(
                        request.rawPath(),
                        request.timestamps().isEmpty()
                                ? ""
                                : request.timestamps().get(0),
                        SignedData.of(request.rawQuery(), request.body()));
        assertThat(diagnosis.toString()).doesNotContain(due.substring(0, 16)).doesNotContain("vector-secret");
    }

    private static SecretKeys second(SecretKeys keySet) {
        return SecretKeys.of(keySet.specs().get(1).getEncoded());
    }
}
