package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;

/** Which wallets a page may name: those that the simulator itself may call. */
record WalletSelection(TargetPolicy targets, Clock clock) {
    /** The address again; IllegalArgumentException says why it must not be called. */
    String requireAllowed(String address) {
        var wallet = WalletAddress.parse(address);
        try {
            for (var each : InetAddress.getAllByName(wallet.host())) {
                targets.refusal(each).ifPresent(why -> {
                    throw new IllegalArgumentException(why);
                });
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the wallet's host '" + wallet.host() + "' is not known", e);
        }
        return address;
    }
}
