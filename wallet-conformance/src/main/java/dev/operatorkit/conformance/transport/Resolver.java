package dev.operatorkit.conformance.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Resolves a host to addresses. */
@FunctionalInterface
public interface Resolver {
    /** Uses the resolver of the operating system. */
    Resolver SYSTEM = InetAddress::getAllByName;

    /** Returns the addresses of a host, at least one. */
    InetAddress[] resolve(String host) throws UnknownHostException;
}
