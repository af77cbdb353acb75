package dev.operatorkit.simulator.server;

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
 * Holds the settings of a simulator. {@link #local} and the {@code with…} methods are the shortest way to build them.
 *
 * @param bind the address to listen on, loopback by default
 * @param port the port, or 0 for any free one
 * @param adminPort the port of console and admin API; null for the same port as everything else
 * @param publicAddress the base of launch and artwork URLs; null for the address it listens on
 * @param data the folder of the database; null keeps everything in memory
 * @param operators the operators
 * @param games the game catalogue
 * @param countries the lookup of countries by IP address (LAU-3)
 * @param targets the policy on wallets it may call
 * @param trust the trusted certificates of wallets (GEN-1)
 * @param gate the protection of console and admin API
 * @param chances the source of random outcomes
 * @param clock the real-time clock
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
    /** Holds a separate address and port for console and admin API. */
    public record AdminPort(String bind, int port) {}

    /** Copies the lists. */
    public SimulatorSettings {
        operators = List.copyOf(operators);
        games = List.copyOf(games);
    }

    /** Returns settings for tests: loopback, any free port, in memory. */
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

    /** Returns a copy with another address and port. */
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

    /** Returns a copy with console and admin API only on a port of their own. */
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

    /** Returns a copy with another admin gate. */
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

    /** Returns a copy with another public address than the one it listens on. */
    public SimulatorSettings withPublicAddress(@Nullable URI address) {
        return new SimulatorSettings(
                bind, port, adminPort, address, data, operators, games, countries, targets, trust, gate, chances,
                clock);
    }

    /** Returns a copy with its database in a folder. */
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

    /** Returns a copy with other games. */
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

    /** Returns a copy with another country lookup. */
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

    /** Returns a copy with another target policy and other trusted certificates. */
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

    /** Returns a copy with another outcome source. A seed makes spins repeatable. */
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

    /** Returns a copy with another clock. */
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
