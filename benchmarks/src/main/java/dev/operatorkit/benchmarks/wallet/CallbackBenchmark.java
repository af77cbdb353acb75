package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
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

/** Verify, parse, decide and answer on one thread with the in-memory store, beside the bare HMAC over the same bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 40)
@Measurement(iterations = 20)
@Fork(1)
public class CallbackBenchmark {
    private static final int DEBITS = 20_000;
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-benchmarks");
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);

    private final CallbackRequest[] debits = new CallbackRequest[DEBITS];
    private final Signer signer = new Signer(KEYS);
    private WalletCallbacks callbacks = wallet();

    /** Called by JMH. */
    public CallbackBenchmark() {}

    /** A fresh wallet for every round of debits. */
    @Setup(Level.Iteration)
    public void open() {
        callbacks = wallet();
        for (var i = 0; i < DEBITS && debits[i] == null; i++) {
            debits[i] = SignedCallback.debit("tx-" + i)
                    .player("player-" + i % 1_000)
                    .stake("1.50")
                    .signed("/wallet", KEYS, CLOCK);
        }
    }

    private static WalletCallbacks wallet() {
        var store = new InMemoryWalletStore();
        for (var i = 0; i < 1_000; i++) {
            store.open("player-" + i, new Money(1_000_000, CurrencyCode.of("EUR")));
        }
        var wallet = new TransactionalWallet(store, new InMemoryPlayers(store), CLOCK);
        return new WalletCallbacks("/wallet", KEYS, CLOCK, wallet);
    }

    /** Whole callbacks, each a new debit. */
    @Benchmark
    @OperationsPerInvocation(DEBITS)
    public int callbacks() {
        var bytes = 0;
        for (var debit : debits) {
            var response = callbacks.handle(debit);
            if (response.status() != 200) {
                throw new IllegalStateException("a debit was answered " + response.status());
            }
            bytes += response.body().length;
        }
        return bytes;
    }

    /** The signature alone. */
    @Benchmark
    @OperationsPerInvocation(DEBITS)
    public int bareHmac() {
        var sum = 0;
        for (var debit : debits) {
            var received = debit.received();
            sum += signer.sign(received.rawPath(), received.timestamps().get(0), received.body())
                    .length();
        }
        return sum;
    }
}
