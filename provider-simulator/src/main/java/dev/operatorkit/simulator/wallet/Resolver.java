package dev.operatorkit.simulator.wallet;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Turns a host into addresses. */
@FunctionalInterface
public interface Resolver {
    /** The machine's own resolver. */
    Resolver SYSTEM = InetAddress::getAllByName;

    /** The addresses of a host, at least one. */
    InetAddress[] resolve(String host) throws UnknownHostException;
}
