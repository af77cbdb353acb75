package dev.operatorkit.simulator.server;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.catalogue.Games;
import dev.operatorkit.simulator.launch.Countries;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.wire.Game;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings of a simulator.
 *
 * @param bind the address to listen on, loopback by default
 * @param port the port, or 0 for any free one
 * @param adminPort the port of console and admin API; null for the same port as everything else
 * @param publicAddress the base of launch and artwork URLs; null for the address it listens on
 * @param data the folder of the database; null keeps everything in memory
 * @param dataKey the file with the key of the data; null for the one in its folder
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
        @Nullable Path dataKey,
        List<Operator> operators,
        List<Game> games,
        Countries countries,
        TargetPolicy targets,
        TrustedCertificates trust,
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
        return builder(operators).build();
    }

    /** Returns a builder that starts from the settings for tests. */
    public static Builder builder(Operator... operators) {
        return new Builder(List.of(operators));
    }

    /** Builds settings from those of {@link #local}. */
    public static final class Builder {
        private final List<Operator> operators;
        private String bind = "127.0.0.1";
        private int port;
        private @Nullable AdminPort adminPort;
        private @Nullable URI publicAddress;
        private @Nullable Path data;
        private @Nullable Path dataKey;
        private List<Game> games = Games.builtIn();
        private Countries countries = Countries.ofDocumentation();
        private TargetPolicy targets = TargetPolicy.LOOPBACK;
        private Clock clock = Clock.systemUTC();
        private TrustedCertificates trust = TrustedCertificates.system(clock);
        private AdminGate gate = AdminGate.ofThisMachine();
        private OutcomeSource chances = OutcomeSource.of(clock.millis());

        private Builder(List<Operator> operators) {
            this.operators = operators;
        }

        /** Sets the address and port to listen on. */
        public Builder port(String newBind, int newPort) {
            bind = newBind;
            port = newPort;
            return this;
        }

        /** Sets a port for console and admin API only; null for the same port as everything else. */
        public Builder adminPort(@Nullable AdminPort newAdminPort) {
            adminPort = newAdminPort;
            return this;
        }

        /** Sets the base of launch and artwork URLs; null for the address it listens on. */
        public Builder publicAddress(@Nullable URI address) {
            publicAddress = address;
            return this;
        }

        /** Sets the folder of the database; null keeps everything in memory. */
        public Builder data(@Nullable Path folder) {
            data = folder;
            return this;
        }

        /** Sets the file with the key of the data; null for the one in its folder. */
        public Builder dataKey(@Nullable Path file) {
            dataKey = file;
            return this;
        }

        /** Sets the game catalogue. */
        public Builder games(List<Game> newGames) {
            games = newGames;
            return this;
        }

        /** Sets the lookup of countries by IP address (LAU-3). */
        public Builder countries(Countries newCountries) {
            countries = newCountries;
            return this;
        }

        /** Sets the policy on wallets it may call and their trusted certificates (GEN-1). */
        public Builder targets(TargetPolicy newTargets, TrustedCertificates newTrust) {
            targets = newTargets;
            trust = newTrust;
            return this;
        }

        /** Sets the protection of console and admin API. */
        public Builder gate(AdminGate newGate) {
            gate = newGate;
            return this;
        }

        /** Sets the source of random outcomes. A seed makes spins repeatable. */
        public Builder chances(OutcomeSource newChances) {
            chances = newChances;
            return this;
        }

        /** Sets the real-time clock. */
        public Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        /** Returns the settings. */
        public SimulatorSettings build() {
            return new SimulatorSettings(
                    bind,
                    port,
                    adminPort,
                    publicAddress,
                    data,
                    dataKey,
                    operators,
                    games,
                    countries,
                    targets,
                    trust,
                    gate,
                    chances,
                    clock);
        }
    }
}
