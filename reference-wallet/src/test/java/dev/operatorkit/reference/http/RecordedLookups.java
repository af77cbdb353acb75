package dev.operatorkit.reference.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Records for which addresses a name was looked up in this JVM, which finds this class as a service. */
public final class RecordedLookups extends InetAddressResolverProvider {
    private static final Set<String> ADDRESSES = ConcurrentHashMap.newKeySet();

    static Set<String> addresses() {
        return ADDRESSES;
    }

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
                ADDRESSES.add(InetAddress.getByAddress(address).getHostAddress());
                return usual.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "recorded lookups";
    }
}
