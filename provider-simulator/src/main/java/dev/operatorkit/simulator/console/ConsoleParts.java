package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.Guard;
import dev.operatorkit.simulator.launch.FreeRounds;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.scenario.Service;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists the parts of a simulator that its pages show.
 *
 * @param changes the settings changed in the console
 * @param typed what was typed into forms before
 * @param targets the wallets that may be called from a page
 * @param trust the certificates that are trusted (GEN-1)
 * @param gate decides who may use the console
 * @param trustedProxies the proxies whose forwarding headers count (LAU-8)
 * @param adminToken the token that forms carry
 * @param address the address of the simulator, known once it listens
 * @param services starts the services of client conformance
 * @param data the folder in which runs are kept; null keeps them until the simulator stops
 * @param onePort true when the console answers on the port of everything else
 */
public record ConsoleParts(
        Operators operators,
        OperatorChanges changes,
        TypedValues typed,
        Catalogue catalogue,
        Campaigns campaigns,
        BonusCodes bonusCodes,
        CallbackEngine callbackEngine,
        GameSessions sessions,
        FreeRounds freeRounds,
        SimulatorClock clock,
        TargetPolicy targets,
        TrustedCertificates trust,
        Guard gate,
        TrustedProxies trustedProxies,
        String adminToken,
        Supplier<URI> address,
        Service.Starter services,
        @Nullable Path data,
        boolean onePort) {}
