package dev.operatorkit.simulator.wallet;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the same certificates as Java and diagnoses why another one is not trusted (GEN-1). */
final class DiagnosingTrustManager extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager judge;
    private final Clock clock;

    DiagnosingTrustManager(X509ExtendedTrustManager judge, Clock clock) {
        this.judge = judge;
        this.clock = clock;
    }

    /** Signals an untrusted certificate. */
    static final class UntrustedCertificateException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private final TlsVerdict verdict;

        UntrustedCertificateException(TlsVerdict verdict, CertificateException cause) {
            super(verdict.describe(), cause);
            this.verdict = verdict;
        }

        TlsVerdict verdict() {
            return verdict;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        try {
            judge.checkServerTrusted(chain, type, socket);
        } catch (CertificateException e) {
            throw new UntrustedCertificateException(verdict(chain, type), e);
        }
    }

    private TlsVerdict verdict(X509Certificate[] chain, String type) {
        var leaf = chain[0];
        try {
            leaf.checkValidity(Date.from(clock.instant()));
            judge.checkServerTrusted(chain, type);
            return TlsVerdict.WRONG_HOST;
        } catch (CertificateExpiredException e) {
            return TlsVerdict.EXPIRED;
        } catch (CertificateNotYetValidException e) {
            return TlsVerdict.NOT_YET_VALID;
        } catch (CertificateException e) {
            return leaf.getIssuerX500Principal().equals(leaf.getSubjectX500Principal())
                    ? TlsVerdict.SELF_SIGNED
                    : TlsVerdict.UNKNOWN_AUTHORITY;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        judge.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        judge.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        judge.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        judge.checkClientTrusted(chain, type, engine);
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
