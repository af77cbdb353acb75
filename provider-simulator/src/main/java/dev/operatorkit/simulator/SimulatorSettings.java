package dev.operatorkit.simulator;

import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.catalogue.Games;
import dev.operatorkit.simulator.launch.Countries;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.Trust;
import dev.operatorkit.wire.Game;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a simulator is started with; {@link #local} and the {@code with…} methods say it shortest.
 *
 * @param bind the address to listen on; loopback unless somebody decides otherwise
 * @param port the port, 0 for any free one
 * @param adminPort where console and admin API listen instead; null for the same port as everything else
 * @param publicAddress what launch and artwork URLs begin with; null for the address it listens on
 * @param data the folder of the database; null keeps everything in memory
 * @param operators whom it serves
 * @param games what it offers
 * @param countries tells the country of a player's address (LAU-3)
 * @param targets which wallets it may call
 * @param trust whose certificates it believes (GEN-1)
 * @param gate who may see and change what
 * @param chances how spins end when nobody forces them
 * @param clock real time
 */
public record SimulatorSettings(
        String bind,
        int port,
        @Nullable AdminPort adminPort,
        @Nullable URI publicAddress,
        @Nullable Path data,
        List<Operator> operators,
        List<Game> games,
        Countries countries,
        TargetPolicy targets,
        Trust trust,
        AdminGate gate,
        OutcomeSource chances,
        Clock clock) {
    /** A port of its own for console and admin API, on an address of its own. */
    public record AdminPort(String bind, int port) {}

    /** Copies both lists. */
    public SimulatorSettings {
        operators = List.copyOf(operators);
        games = List.copyOf(games);
    }

    /** Loopback, any free port, in memory: what a test wants. */
    public static SimulatorSettings local(Operator... operators) {
        var clock = Clock.systemUTC();
        return new SimulatorSettings(
                "127.0.0.1",
                0,
                null,
                null,
                null,
                List.of(operators),
                Games.builtIn(),
                Countries.ofDocumentation(),
                TargetPolicy.LOOPBACK,
                Trust.system(clock),
                AdminGate.ofThisMachine(),
                OutcomeSource.of(clock.millis()),
                clock);
    }

    /** The same on another address and port. */
    public SimulatorSettings withPort(String newBind, int newPort) {
        return new SimulatorSettings(
                newBind,
                newPort,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                countries,
                targets,
                trust,
                gate,
                chances,
                clock);
    }

    /** The same with console and admin API on a port of their own, and nothing of them on the other. */
    public SimulatorSettings withAdminPort(String adminBind, int newAdminPort) {
        return new SimulatorSettings(
                bind,
                port,
                new AdminPort(adminBind, newAdminPort),
                publicAddress,
                data,
                operators,
                games,
                countries,
                targets,
                trust,
                gate,
                chances,
                clock);
    }

    /** The same behind another gate. */
    public SimulatorSettings withGate(AdminGate newGate) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                countries,
                targets,
                trust,
                newGate,
                chances,
                clock);
    }

    /** The same, reached under another address than the one it listens on. */
    public SimulatorSettings withPublicAddress(@Nullable URI address) {
        return new SimulatorSettings(
                bind, port, adminPort, address, data, operators, games, countries, targets, trust, gate, chances,
                clock);
    }

    /** The same with its database in that folder. */
    public SimulatorSettings withData(@Nullable Path newData) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                newData,
                operators,
                games,
                countries,
                targets,
                trust,
                gate,
                chances,
                clock);
    }

    /** The same with other games. */
    public SimulatorSettings withGames(List<Game> newGames) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                newGames,
                countries,
                targets,
                trust,
                gate,
                chances,
                clock);
    }

    /** The same with another knowledge of countries. */
    public SimulatorSettings withCountries(Countries newCountries) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                newCountries,
                targets,
                trust,
                gate,
                chances,
                clock);
    }

    /** The same with other rules about the wallets it may call and the certificates it believes. */
    public SimulatorSettings withTargets(TargetPolicy newTargets, Trust newTrust) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                countries,
                newTargets,
                newTrust,
                gate,
                chances,
                clock);
    }

    /** The same with other chances: a seed makes its spins repeatable. */
    public SimulatorSettings withChances(OutcomeSource newChances) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                countries,
                targets,
                trust,
                gate,
                newChances,
                clock);
    }

    /** The same by another clock. */
    public SimulatorSettings withClock(Clock newClock) {
        return new SimulatorSettings(
                bind,
                port,
                adminPort,
                publicAddress,
                data,
                operators,
                games,
                countries,
                targets,
                trust,
                gate,
                chances,
                newClock);
    }
}
