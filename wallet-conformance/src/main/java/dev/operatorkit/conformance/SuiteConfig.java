package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/**
 * Configures a run: the wallet, the players and the cases.
 *
 * @param tokens session tokens of one or two players with some balance
 * @param catalogue every case of the suite, in order
 * @param cases those of the catalogue that are run
 * @param game the game that the callbacks name
 * @param timeout the time limit of each call
 * @param pause the pause before each call
 * @param tls creates TLS sockets that trust the right certificate authorities
 */
public record SuiteConfig(
        WalletAddress wallet,
        Secret secret,
        List<String> tokens,
        String game,
        List<Case> catalogue,
        List<Case> cases,
        long seed,
        Duration timeout,
        Duration pause,
        SSLSocketFactory tls,
        Clock clock) {
    /** The game that callbacks name by default, one of the simulator's catalogue. */
    public static final String USUAL_GAME = "cherry-rush";

    /** Creates the default configuration: every case, ten seconds per call, no pauses, the public certificate authorities. */
    public static SuiteConfig of(String wallet, String secret, List<String> tokens, List<Case> catalogue) {
        return of(WalletAddress.parse(wallet), Secret.of(secret), tokens, catalogue);
    }

    /** Creates the default configuration from an address and a secret that were read before. */
    public static SuiteConfig of(WalletAddress wallet, Secret secret, List<String> tokens, List<Case> catalogue) {
        try {
            return new SuiteConfig(
                    wallet,
                    secret,
                    List.copyOf(tokens),
                    USUAL_GAME,
                    List.copyOf(catalogue),
                    List.copyOf(catalogue),
                    1,
                    Duration.ofSeconds(10),
                    Duration.ZERO,
                    TrustedCertificates.in(null),
                    Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a copy that runs these cases: ids or globs. */
    public SuiteConfig only(List<String> ids) {
        var chosen = cases.stream()
                .filter(c -> ids.stream().anyMatch(id -> ExpectedFailures.matches(id, c.id())))
                .toList();
        return new SuiteConfig(wallet, secret, tokens, game, catalogue, chosen, seed, timeout, pause, tls, clock);
    }

    /** Returns a copy that runs these cases with this seed. */
    public SuiteConfig withCases(List<Case> chosen, long newSeed) {
        return new SuiteConfig(
                wallet, secret, tokens, game, catalogue, List.copyOf(chosen), newSeed, timeout, pause, tls, clock);
    }

    /** Returns a copy whose callbacks name this game. */
    public SuiteConfig withGame(String slug) {
        return new SuiteConfig(wallet, secret, tokens, slug, catalogue, cases, seed, timeout, pause, tls, clock);
    }

    /** Returns a copy that trusts this certificate authority. */
    public SuiteConfig withCertificateAuthority(Path pem) {
        try {
            return withTrust(TrustedCertificates.in(pem));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a copy that connects with these TLS sockets. */
    public SuiteConfig withTrust(SSLSocketFactory sockets) {
        return new SuiteConfig(wallet, secret, tokens, game, catalogue, cases, seed, timeout, pause, sockets, clock);
    }
}
