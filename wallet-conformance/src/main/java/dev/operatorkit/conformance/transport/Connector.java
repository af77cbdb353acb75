package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.Connection.TcpSocket;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to one server. Resolves the name once, checks each address after resolution, and connects only to the
 * checked addresses, which prevents DNS rebinding.
 */
final class Connector {
    private final Endpoint endpoint;
    private final CallLimits limits;
    private final TrustedCertificates trust;
    private final Function<InetAddress, Optional<String>> refusal;
    private final Resolver resolver;
    private volatile @Nullable List<InetAddress> pinned;

    Connector(
            Endpoint endpoint,
            CallLimits limits,
            TrustedCertificates trust,
            Function<InetAddress, Optional<String>> refusal,
            Resolver resolver) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.trust = trust;
        this.refusal = refusal;
        this.resolver = resolver;
    }

    Connection connect(Deadline deadline) throws CallException {
        CallException last = null;
        for (var target : targets()) {
            var tcp = new TcpSocket(deadline);
            try {
                tcp.setTcpNoDelay(true);
                tcp.connect(
                        new InetSocketAddress(target, endpoint.port()),
                        Math.min((int) limits.connect().toMillis(), deadline.millisLeft()));
            } catch (IOException e) {
                tcp.close();
                last = new CallException(Cause.NO_CONNECTION, describe(target, e), e);
                continue;
            }
            return endpoint.tls() ? handshake(tcp) : new Connection(tcp, tcp);
        }
        // The server may have moved, so the next call resolves and checks its address again.
        pinned = null;
        throw last == null
                ? new CallException(Cause.NO_CONNECTION, "The host " + endpoint.host() + " has no address")
                : last;
    }

    private String describe(InetAddress target, IOException e) {
        var ip = target.getHostAddress();
        var where = (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + endpoint.port();
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
            var judged = List.of(resolver.resolve(endpoint.host()));
            for (var target : judged) {
                var why = refusal.apply(target);
                if (why.isPresent()) {
                    throw new CallException(Cause.TARGET_REFUSED, why.get());
                }
            }
            pinned = judged;
            return judged;
        } catch (UnknownHostException e) {
            throw new CallException(Cause.NO_CONNECTION, "Unknown host " + endpoint.host(), e);
        }
    }

    private Connection handshake(TcpSocket tcp) throws CallException {
        try {
            var socket = trust.over(tcp, endpoint);
            socket.startHandshake();
            return new Connection(tcp, socket);
        } catch (IOException e) {
            tcp.close();
            throw new CallException(e);
        }
    }
}
