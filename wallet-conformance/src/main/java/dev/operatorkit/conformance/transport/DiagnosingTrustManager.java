package dev.operatorkit.conformance.transport;

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

    /** Signals an untrusted certificate. */
    private static final class UntrustedCertificateException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private final TlsVerdict verdict;

        UntrustedCertificateException(TlsVerdict verdict, CertificateException cause) {
            super(verdict.describe(), cause);
            this.verdict = verdict;
        }
    }

    /** Returns why a handshake failed. */
    static TlsVerdict verdictOn(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificateException untrusted) {
                return untrusted.verdict;
            }
            if (cause instanceof CertificateException) {
                return TlsVerdict.WRONG_HOST;
            }
        }
        return TlsVerdict.NO_HANDSHAKE;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            judge.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            throw new UntrustedCertificateException(verdictOn(chain[0]), e);
        }
    }

    private TlsVerdict verdictOn(X509Certificate leaf) {
        try {
            leaf.checkValidity(Date.from(clock.instant()));
            return leaf.getIssuerX500Principal().equals(leaf.getSubjectX500Principal())
                    ? TlsVerdict.SELF_SIGNED
                    : TlsVerdict.UNKNOWN_AUTHORITY;
        } catch (CertificateExpiredException e) {
            return TlsVerdict.EXPIRED;
        } catch (CertificateNotYetValidException e) {
            return TlsVerdict.NOT_YET_VALID;
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
