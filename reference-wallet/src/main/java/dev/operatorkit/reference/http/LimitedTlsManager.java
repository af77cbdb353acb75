package dev.operatorkit.reference.http;

import io.helidon.common.tls.ConfiguredTlsManager;
import io.helidon.common.tls.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Applies protocols, suites and the demand for a client certificate to each socket that a server accepts. Helidon does so only for
 * its other kind of sockets (useNio), so that without this class the configuration would have no effect.
 */
final class LimitedTlsManager extends ConfiguredTlsManager {
    private @Nullable SSLContext limited;

    LimitedTlsManager() {
        super("limited", "limited-tls-manager");
    }

    @Override
    public void init(TlsConfig config) {
        super.init(config);
        var context = super.sslContext();
        var limits = new Limits(context, config.sslParameters().orElseThrow());
        limited = new SSLContext(limits, context.getProvider(), context.getProtocol()) {};
    }

    @Override
    public SSLContext sslContext() {
        return Objects.requireNonNull(limited, "Helidon initialises a manager before it uses it");
    }

    private static final class Limits extends SSLContextSpi {
        private final SSLContext context;
        private final SSLParameters parameters;

        Limits(SSLContext context, SSLParameters parameters) {
            this.context = context;
            this.parameters = parameters;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("the context is initialised already");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return new LimitedSockets(context.getSocketFactory(), parameters);
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return limit(context.createSSLEngine());
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return limit(context.createSSLEngine(host, port));
        }

        private SSLEngine limit(SSLEngine engine) {
            engine.setSSLParameters(parameters);
            return engine;
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }
    }

    /** Makes the TLS sockets of connections that were accepted, and no others. */
    private static final class LimitedSockets extends SSLSocketFactory {
        private final SSLSocketFactory sockets;
        private final SSLParameters parameters;

        LimitedSockets(SSLSocketFactory sockets, SSLParameters parameters) {
            this.sockets = sockets;
            this.parameters = parameters;
        }

        @Override
        public Socket createSocket(Socket accepted, @Nullable InputStream consumed, boolean autoClose)
                throws IOException {
            var socket = (SSLSocket) sockets.createSocket(accepted, consumed, autoClose);
            socket.setSSLParameters(parameters);
            return socket;
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return parameters.getCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return parameters.getCipherSuites();
        }

        @Override
        public Socket createSocket(Socket connected, String host, int port, boolean autoClose) {
            throw noClient();
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw noClient();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw noClient();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw noClient();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw noClient();
        }

        private static UnsupportedOperationException noClient() {
            return new UnsupportedOperationException("a server makes no connections");
        }
    }
}
