package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.DiagnosingTrustManager.UntrustedCertificateException;
import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to one wallet. Resolves the name once, checks each address after resolution, and connects only to the
 * checked addresses, which prevents DNS rebinding.
 */
final class Connector {
    private final WalletAddress address;
    private final TargetPolicy policy;
    private final Trust trust;
    private final Resolver resolver;
    private final CallLimits limits;
    private volatile @Nullable List<InetAddress> pinned;

    Connector(WalletAddress address, TargetPolicy policy, Trust trust, Resolver resolver, CallLimits limits) {
        this.address = address;
        this.policy = policy;
        this.trust = trust;
        this.resolver = resolver;
        this.limits = limits;
    }

    Connection connect(Deadline deadline) throws IOException {
        var plain = plainSocket(deadline);
        try {
            plain.setTcpNoDelay(true);
            return address.tls() ? handshake(plain, deadline) : new Connection(plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private Socket plainSocket(Deadline deadline) throws IOException {
        CallException last = null;
        for (var target : targets()) {
            var socket = new Socket();
            try {
                socket.connect(
                        new InetSocketAddress(target, address.port()),
                        Math.min((int) limits.connect().toMillis(), deadline.millisLeft()));
                return socket;
            } catch (IOException e) {
                socket.close();
                last = new CallException(Cause.NO_CONNECTION, describe(target, e));
            }
        }
        // The wallet may have moved, so the next call resolves and checks its address again.
        pinned = null;
        throw last == null
                ? new CallException(Cause.NO_CONNECTION, "The host " + address.host() + " has no address")
                : last;
    }

    private String describe(InetAddress target, IOException e) {
        var ip = target.getHostAddress();
        var where = (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + address.port();
        if (e instanceof SocketTimeoutException) {
            return "Connection to " + where + " timed out";
        }
        return "Connection refused".equals(e.getMessage())
                ? "Connection refused by " + where
                : "Connection to " + where + " failed: " + e.getMessage();
    }

    private List<InetAddress> targets() throws CallException {
        var known = pinned;
        if (known != null) {
            return known;
        }
        try {
            var judged = List.of(resolver.resolve(address.host()));
            for (var target : judged) {
                var refusal = policy.refusal(target);
                if (refusal.isPresent()) {
                    throw new CallException(Cause.TARGET_REFUSED, refusal.get());
                }
            }
            pinned = judged;
            return judged;
        } catch (UnknownHostException e) {
            throw new CallException(Cause.NO_CONNECTION, "Unknown host " + address.host());
        }
    }

    private Connection handshake(Socket plain, Deadline deadline) throws IOException {
        try {
            var socket = trust.over(plain, address.host(), address.port());
            socket.setSoTimeout(deadline.millisLeft());
            socket.startHandshake();
            return new Connection(socket);
        } catch (IOException e) {
            var verdict = findUntrustedCertificate(e);
            throw new TlsException(
                    verdict.orElse(TlsVerdict.NO_HANDSHAKE),
                    verdict.map(TlsVerdict::describe)
                            .orElseGet(() -> TlsVerdict.NO_HANDSHAKE.describe() + ": " + e.getMessage()));
        }
    }

    private static Optional<TlsVerdict> findUntrustedCertificate(Throwable e) {
        for (var cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificateException disbelieved) {
                return Optional.of(disbelieved.verdict());
            }
        }
        return Optional.empty();
    }

    /** Signals a failed handshake. */
    static final class TlsException extends IOException {
        private static final long serialVersionUID = 1L;

        private final TlsVerdict verdict;

        TlsException(TlsVerdict verdict, String message) {
            super(message);
            this.verdict = verdict;
        }

        TlsVerdict verdict() {
            return verdict;
        }
    }
}
