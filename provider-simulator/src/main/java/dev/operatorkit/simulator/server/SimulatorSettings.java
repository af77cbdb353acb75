package dev.operatorkit.simulator.server;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.catalogue.Games;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.wire.Game;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a simulator, which by default serves on loopback, on any free port, with its data in memory. */
public final class SimulatorSettings {
    final List<Operator> operators;
    String bind = "127.0.0.1";
    int port;

    @Nullable
    AdminPort adminPort;

    @Nullable
    URI publicAddress;

    @Nullable
    Path data;

    @Nullable
    Path dataKey;

    List<Game> games = Games.builtIn();
    TargetPolicy targets = TargetPolicy.LOOPBACK;
    Clock clock = Clock.systemUTC();
    TrustedCertificates trust = TrustedCertificates.system(clock);
    AdminGate gate = AdminGate.ofThisMachine();
    OutcomeSource chances = OutcomeSource.of(clock.millis());

    private SimulatorSettings(List<Operator> operators) {
        this.operators = operators;
    }

    /** Holds a separate address and port for console and admin API. */
    public record AdminPort(String bind, int port) {}

    /** Returns the default settings, which tests use. */
    public static SimulatorSettings local(Operator... operators) {
        return new SimulatorSettings(List.of(operators));
    }

    /** Sets the address and port to listen on. */
    public SimulatorSettings port(String newBind, int newPort) {
        bind = newBind;
        port = newPort;
        return this;
    }

    /** Sets a port for console and admin API only; null for the same port as everything else. */
    public SimulatorSettings adminPort(@Nullable AdminPort newAdminPort) {
        adminPort = newAdminPort;
        return this;
    }

    /** Sets the base of launch and artwork URLs; null for the address it listens on. */
    public SimulatorSettings publicAddress(@Nullable URI address) {
        publicAddress = address;
        return this;
    }

    /** Sets the folder of the database; null keeps everything in memory. */
    public SimulatorSettings data(@Nullable Path folder) {
        data = folder;
        return this;
    }

    /** Sets the file with the key of the data; null for the one in its folder. */
    public SimulatorSettings dataKey(@Nullable Path file) {
        dataKey = file;
        return this;
    }

    public SimulatorSettings games(List<Game> newGames) {
        games = newGames;
        return this;
    }

    /** Sets the policy on wallets it may call and their trusted certificates (GEN-1). */
    public SimulatorSettings targets(TargetPolicy newTargets, TrustedCertificates newTrust) {
        targets = newTargets;
        trust = newTrust;
        return this;
    }

    /** Sets the protection of console and admin API. */
    public SimulatorSettings gate(AdminGate newGate) {
        gate = newGate;
        return this;
    }

    /** Sets the source of random outcomes. */
    public SimulatorSettings chances(OutcomeSource newChances) {
        chances = newChances;
        return this;
    }

    /** Sets the real-time clock. */
    public SimulatorSettings clock(Clock newClock) {
        clock = newClock;
        return this;
    }
}
