package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.util.regex.Pattern;

/** Judges whether a wallet accepts a connection, and its certificate (GEN-1). */
final class ConnectionFindings {
    private static final Pattern OLD_TLS =
            Pattern.compile("protocol_version|protocol version|appropriate protocol", Pattern.CASE_INSENSITIVE);
    private static final Pattern CLIENT_CERTIFICATE = Pattern.compile(
            "certificate_required|bad_certificate|No required SSL certificate was sent", Pattern.CASE_INSENSITIVE);

    /** Names the mistake when what answers is not HTTP. */
    static final String NO_HTTP = "not an HTTP server";

    static final String CORRECT_PORT =
            "Another program listens at this address. In the settings, correct the port, or enter https:// if the"
                    + " wallet uses TLS.";

    private ConnectionFindings() {}

    /** Returns the check of a connection at which something other than HTTP answered, so that nothing else can be tried. */
    static Check notHttp(WalletAddress address, NoResponse answer) {
        return ProbeFindings.unanswered(
                Subject.CONNECTION,
                "Connected to " + address + ", but no HTTP server answers: " + answer.detail() + ".",
                NO_HTTP,
                CORRECT_PORT);
    }

    /** Returns a skipped check, since nothing that was never configured is a failure. */
    static Check noAddress() {
        return new Check(
                Subject.CONNECTION,
                State.SKIPPED,
                "No wallet address yet.",
                "no wallet address",
                "In the settings, enter the wallet's address.");
    }

    static Check notConnected(String problem, WalletCaller caller) {
        var finding = problem.endsWith(".") ? problem : problem + ".";
        return switch (caller.tlsVerdict()) {
            case SELF_SIGNED ->
                ProbeFindings.failed(
                        Subject.CONNECTION,
                        finding,
                        "self-signed certificate",
                        "Install a certificate of a public authority (GEN-1). For tests, save this certificate as PEM"
                                + " and start the simulator with `--ca-cert /path/to/wallet.pem`.");
            case UNKNOWN_AUTHORITY ->
                ProbeFindings.failed(
                        Subject.CONNECTION,
                        finding,
                        "unknown certificate authority",
                        "Start the simulator with the certificate of your authority, `--ca-cert"
                                + " /path/to/authority.pem`, or install one of a public authority (GEN-1).");
            case EXPIRED, NOT_YET_VALID ->
                ProbeFindings.failed(
                        Subject.CONNECTION,
                        finding,
                        "certificate out of date",
                        "Renew the certificate, and check the clock of this machine.");
            case WRONG_HOST ->
                ProbeFindings.failed(
                        Subject.CONNECTION,
                        finding,
                        "certificate of another host",
                        "In the settings, call the wallet by a name in its certificate, or install a certificate for "
                                + caller.address().host() + ".");
            case NO_HANDSHAKE -> noHandshake(finding);
            case VALID, PLAIN_HTTP, UNREACHABLE ->
                ProbeFindings.failed(
                        Subject.CONNECTION,
                        finding,
                        "wallet not reachable",
                        "Start the wallet, or correct its address in the settings.");
        };
    }

    private static Check noHandshake(String finding) {
        if (OLD_TLS.matcher(finding).find()) {
            return ProbeFindings.failed(
                    Subject.CONNECTION,
                    finding,
                    "old TLS version",
                    "Let the wallet, or the proxy in front of it, offer TLS 1.2 or 1.3 (GEN-1). Callbacks use no older"
                            + " version.");
        }
        return isClientCertificateMissing(finding)
                ? clientCertificateMissing(Subject.CONNECTION, finding)
                : ProbeFindings.failed(
                                Subject.CONNECTION,
                                finding,
                                "no TLS at this port",
                                "In the settings, enter http:// if the wallet serves plain HTTP, or correct the port.")
                        .butPerhaps(
                                "If the port serves TLS, see the log of the wallet or of the proxy in front of it.");
    }

    /** Recognises the alerts of TLS 1.2 and 1.3, and the page of a proxy. */
    static boolean isClientCertificateMissing(String text) {
        return CLIENT_CERTIFICATE.matcher(text).find();
    }

    static Check clientCertificateMissing(Subject subject, String finding) {
        return ProbeFindings.failed(
                subject,
                finding,
                "client certificate demanded",
                "Start the simulator with `--client-cert` and `--client-key`, or let the wallet accept callbacks"
                        + " without a client certificate.");
    }

    static Check connected(WalletCaller caller) {
        var tls = caller.tlsVerdict() == TlsVerdict.PLAIN_HTTP
                ? "Plain HTTP is fine on one machine and fails in production (GEN-1)."
                : "The certificate is valid (GEN-1).";
        return Check.passed(Subject.CONNECTION, "Connected to " + caller.address() + ". " + tls);
    }
}
