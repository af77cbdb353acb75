package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures whole callbacks (verify, parse, decide, respond) on one thread with the in-memory store, and the bare HMAC over the
 * same bytes, both in operations per second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CallbackBenchmark {
    private static final int DEBITS = 20_000;
    private static final String SECRET = "a-secret-for-benchmarks";
    private static final SecretKeys KEYS = SecretKeys.of(SECRET);
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);

    private final CallbackRequest[] debits = new CallbackRequest[DEBITS];
    private final byte[][] signed = new byte[DEBITS][];
    private final Mac mac = mac();
    private WalletCallbacks callbacks = wallet();

    /** Called by JMH. */
    public CallbackBenchmark() {}

    /** Creates debits of a thousand players, and the signed bytes of each. */
    @Setup
    public void sign() {
        for (var i = 0; i < DEBITS; i++) {
            debits[i] = SignedCallback.debit("tx-" + i)
                    .player("player-" + i % 1_000)
                    .stake("1.50")
                    .sign("/wallet", KEYS, CLOCK);
            var received = debits[i].signedRequest();
            var bytes = new ByteArrayOutputStream();
            bytes.writeBytes(
                    (received.rawPath() + '|' + received.timestamps().get(0) + '|').getBytes(StandardCharsets.UTF_8));
            bytes.writeBytes(received.body());
            signed[i] = bytes.toByteArray();
        }
    }

    /** Creates a new wallet for every round of debits, since a debit is applied only once. */
    @Setup(Level.Invocation)
    public void open() {
        callbacks = wallet();
    }

    private static WalletCallbacks wallet() {
        var store = new InMemoryWalletStore();
        for (var i = 0; i < 1_000; i++) {
            store.openAccount("player-" + i, new Money(1_000_000, CurrencyCode.of("EUR")));
        }
        var wallet = TransactionalWallet.builder(store, new InMemoryPlayers(store))
                .clock(CLOCK)
                .build();
        return WalletCallbacks.builder("/wallet", KEYS, SourceAllowlist.any(), wallet)
                .clock(CLOCK)
                .build();
    }

    private static Mac mac() {
        try {
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA512"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Handles whole callbacks, each a new debit. */
    @Benchmark
    @OperationsPerInvocation(DEBITS)
    public int callbacks() {
        var bytes = 0;
        for (var debit : debits) {
            var response = callbacks.handle(debit);
            if (response.status() != 200) {
                throw new IllegalStateException("a debit got status " + response.status() + " instead of 200");
            }
            bytes += response.body().length;
        }
        return bytes;
    }

    /** Computes the minimum: one reused {@code Mac} over the signed bytes. */
    @Benchmark
    @OperationsPerInvocation(DEBITS)
    public int bareHmac() {
        var sum = 0;
        for (var message : signed) {
            sum += mac.doFinal(message)[0];
        }
        return sum;
    }

    /** Runs this benchmark with JMH's own options; {@code -prof gc} reports the bytes that a callback allocates. */
    public static void main(String... options) throws IOException {
        Main.main(Stream.concat(Stream.of(CallbackBenchmark.class.getName()), Stream.of(options))
                .toArray(String[]::new));
    }
}
