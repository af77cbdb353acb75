package dev.operatorkit.conformance.transport;

import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts the same certificates as another trust manager and diagnoses why another one is not trusted (GEN-1). Java itself then
 * compares the name of the host.
 */
record DiagnosingTrustManager(X509TrustManager judge, Clock clock) implements X509TrustManager {

    /** Signals an untrusted certificate; the message says why. */
    private static final class UntrustedCertificateException extends CertificateException {
        private static final long serialVersionUID = 1L;

        UntrustedCertificateException(String why, CertificateException cause) {
            super(why, cause);
        }
    }

    /** Returns why a handshake failed. */
    static String explain(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificateException untrusted) {
                return String.valueOf(untrusted.getMessage());
            }
            if (cause instanceof CertificateException) {
                return "the certificate belongs to another host";
            }
        }
        // The alert tells versions and missing certificates apart.
        return "the TLS handshake failed: " + failure.getMessage();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            judge.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            throw new UntrustedCertificateException(explain(chain[0]), e);
        }
    }

    private String explain(X509Certificate leaf) {
        try {
            leaf.checkValidity(Date.from(clock.instant()));
            return leaf.getIssuerX500Principal().equals(leaf.getSubjectX500Principal())
                    ? "the certificate is self-signed"
                    : "the certificate's authority is not trusted; trust it with --ca-cert";
        } catch (CertificateExpiredException e) {
            return "the certificate has expired";
        } catch (CertificateNotYetValidException e) {
            return "the certificate is not valid yet";
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        judge.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
