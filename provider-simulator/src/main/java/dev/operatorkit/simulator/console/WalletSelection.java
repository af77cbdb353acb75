package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;

/** Restricts the wallets that a page may name to those that the simulator may call. */
record WalletSelection(TargetPolicy targets, Clock clock) {
    /** Returns the address unchanged, or throws an IllegalArgumentException that says why it must not be called. */
    String requireAllowed(String address) {
        var wallet = WalletAddress.parse(address);
        try {
            for (var each : InetAddress.getAllByName(wallet.host())) {
                targets.refusal(each).ifPresent(reason -> {
                    throw new IllegalArgumentException(reason);
                });
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("Unknown host '" + wallet.host() + "'. Check the wallet's address.", e);
        }
        return address;
    }
}
