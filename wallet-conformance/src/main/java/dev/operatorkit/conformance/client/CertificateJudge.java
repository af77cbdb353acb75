package dev.operatorkit.conformance.client;

/** Judges calls to a service with an untrusted certificate: only handshakes may arrive (GEN-1). */
final class CertificateJudge {
    private CertificateJudge() {}

    static void judge(Evidence evidence, Findings findings) {
        evidence.calls().stream()
                .filter(call -> call.exchange().sent().length > 0)
                .findFirst()
                .ifPresent(call -> findings.fail(
                        "GEN-1",
                        "no call to a service with a self-signed certificate",
                        call.exchange().note().isEmpty()
                                ? call.describe() + " was sent in spite of the certificate"
                                : call.describe() + " was sent over plain HTTP to an https address",
                        "Leave the checks of certificate and host name on, and keep the scheme of the base address.",
                        call));
    }
}
