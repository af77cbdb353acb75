package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.scenario.Service;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists the parts of a simulator that its pages show.
 *
 * @param settings the operators and what was typed for them
 * @param offer the games and free rounds
 * @param play the rounds in progress
 * @param outgoing limits the calls that pages make
 * @param access decides who may use the console
 * @param host the simulator around the console
 */
public record ConsoleParts(Settings settings, Offer offer, Play play, Outgoing outgoing, Access access, Host host) {
    /**
     * Holds the operators.
     *
     * @param changes the settings changed in the console
     * @param typed what was typed into forms before
     */
    public record Settings(Operators operators, OperatorChanges changes, TypedValues typed) {}

    /** Holds what operators offer to their players. */
    public record Offer(Catalogue catalogue, Campaigns campaigns, BonusCodes bonusCodes) {}

    /** Holds what happens now. */
    public record Play(CallbackEngine engine, GameSessions sessions, SimulatorClock clock) {}

    /**
     * Limits the calls that pages make.
     *
     * @param targets the wallets that may be called from a page
     * @param trust the certificates that are trusted (GEN-1)
     */
    public record Outgoing(TargetPolicy targets, TrustedCertificates trust) {
        /** Returns the address unchanged, or throws an IllegalArgumentException that says why it must not be called. */
        String requireAllowed(String address) {
            var wallet = WalletAddress.parse(address).requireWebPort();
            try {
                for (var each : InetAddress.getAllByName(wallet.host())) {
                    targets.refusal(each).ifPresent(reason -> {
                        throw new IllegalArgumentException(reason);
                    });
                }
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(
                        "Unknown host '" + wallet.host() + "'. Check the wallet's address.", e);
            }
            return address;
        }
    }

    /**
     * Decides who may use the console.
     *
     * @param onePort true when the console answers on the port of everything else
     */
    public record Access(AdminGate gate, boolean onePort) {}

    /**
     * Holds what the console needs of the simulator.
     *
     * @param address the address of the simulator, known once it listens
     * @param services starts the services of client conformance
     * @param data the folder in which runs are kept; null keeps them until the simulator stops
     */
    public record Host(
            Supplier<URI> address,
            Service.Starter services,
            @Nullable Path data) {}

    Operators operators() {
        return settings.operators();
    }

    TypedValues typed() {
        return settings.typed();
    }

    Catalogue catalogue() {
        return offer.catalogue();
    }

    CallbackEngine engine() {
        return play.engine();
    }

    SimulatorClock clock() {
        return play.clock();
    }

    /** Returns real time, which signs and dates runs. */
    Clock systemClock() {
        return play.clock().systemClock();
    }
}
