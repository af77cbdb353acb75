package dev.operatorkit.reference.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/**
 * Looks up addresses by name, and never names by address: the JDK finds it as a service.
 *
 * <p>For each connection over TLS Helidon asks for the name of its caller before the handshake, which no deadline can end and
 * which holds a thread of the machine: whoever has slow name servers for its own addresses would stop the wallet with as many
 * connections as there are cores.
 */
public final class NumericAddresses extends InetAddressResolverProvider {
    @Override
    public InetAddressResolver get(Configuration configuration) {
        var usual = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                return usual.lookupByName(host, policy);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                throw new UnknownHostException("names of addresses are not looked up");
            }
        };
    }

    @Override
    public String name() {
        return "numeric addresses";
    }
}
