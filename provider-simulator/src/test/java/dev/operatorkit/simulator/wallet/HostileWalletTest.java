package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Bet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends two debits to wallets that respond in every way that HTTP/1.1 allows or forbids, over the transport of deliveries and of the
 * suite. Every third of the wallets is tried, and all with {@code -Dthorough}.
 */
class HostileWalletTest {
    private static final int STEP = Boolean.getBoolean("thorough") ? 1 : 3;
    private static final String SECRET = "a-secret-for-these-tests";
    /** Lists the time limits that are tried, until one gives the expected outcome: a busy machine needs more time. */
    private static final List<Duration> LIMITS = List.of(Duration.ofSeconds(10), Duration.ofSeconds(40));

    /** Lists those for a wallet that lets the caller wait for the limit. */
    private static final List<Duration> LIMITS_OF_STALLS =
            List.of(Duration.ofMillis(500), Duration.ofSeconds(3), Duration.ofSeconds(12));

    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final int LARGE = 5_000_000;
    private static final HeldCertificate CERTIFICATE =
            new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

    private static final SSLContext SERVER = new HandshakeCertificates.Builder()
            .heldCertificate(CERTIFICATE)
            .build()
            .sslContext();

    @TempDir
    Path folder;

    @Test
    void each_hostile_wallet_has_the_expected_outcome() throws Exception {
        var authority = Files.writeString(folder.resolve("authority.pem"), CERTIFICATE.certificatePem());
        var wallets = HostileBehaviour.all();
        var chosen = IntStream.range(0, wallets.size())
                .filter(i -> i % STEP == 0)
                .mapToObj(wallets::get)
                .toList();
        try (var threads = Executors.newFixedThreadPool(8)) {
            var outcomes = chosen.stream()
                    .map(row -> threads.submit(() -> outcome(row, authority)))
                    .toList();
            for (var i = 0; i < chosen.size(); i++) {
                assertThat(outcomes.get(i).get())
                        .as(chosen.get(i).name())
                        .isEqualTo(chosen.get(i).outcome());
            }
        }
    }

    private static String outcome(HostileBehaviour row, Path authority) throws Exception {
        var actual = "";
        for (var limit : row.has("stalls") ? LIMITS_OF_STALLS : LIMITS) {
            actual = outcome(row, authority, limit);
            if (actual.equals(row.outcome())) {
                break;
            }
        }
        return actual;
    }

    private static String outcome(HostileBehaviour row, Path authority, Duration limit) throws Exception {
        var clock = Clock.systemUTC();
        try (var wallet = new HostileWallet(row, SERVER);
                var caller = new WalletCaller(
                        WalletAddress.parse(wallet.url()),
                        SecretKeys.of(SECRET),
                        clock,
                        CallLimits.DEFAULT.withCall(limit),
                        TargetPolicy.LOOPBACK,
                        TrustedCertificates.systemAnd(authority, clock))) {
            var first = bounded(limit, () -> call(caller, row.has("large")));
            if (!first.equals("hangs")) {
                wallet.awaitFirstPlayed();
            }
            var second = bounded(limit, () -> call(caller, false));
            wallet.awaitRequests(Integer.parseInt(row.outcome().replaceAll(".*; | received", "")));
            return first + "; " + second + "; " + wallet.requests() + " received";
        }
    }

    private static String bounded(Duration limit, Callable<String> call)
            throws InterruptedException, ExecutionException {
        var task = new FutureTask<>(call);
        Thread.startVirtualThread(task);
        try {
            return task.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return "hangs";
        }
    }

    private static String call(WalletCaller caller, boolean large) {
        var exchange = caller.call(debit(large ? "t".repeat(LARGE) : "token-1"));
        var sentAgain = exchange.resends() > 0 ? ", sent again" : "";
        return switch (exchange.result()) {
            case Answered answered ->
                answered.status() + " " + new String(answered.body(), StandardCharsets.UTF_8) + sentAgain;
            case NoResponse none -> none.cause() + sentAgain;
        };
    }

    private static Callback debit(String token) {
        var stake = new Money(150, CurrencyCode.of("EUR"));
        return CallbackWriter.complete().debit(new Bet("tx-1", "round-1", "player-1", "game", token, stake, null));
    }
}
