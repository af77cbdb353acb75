package dev.operatorkit.benchmarks.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.signing.Verifier;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Compares signing and verifying with the minimum: one reused {@code Mac} over the same bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SigningBenchmark {
    private static final String SECRET = "a-secret-for-the-benchmarks";
    private static final String PATH = "/wallet/debit";
    private static final String TIMESTAMP = "1760000000000";

    /** Sets the size of the body in bytes. */
    @Param({"300", "65536"})
    public int size;

    private byte[] body = {};
    private byte[] signed = {};
    private final Signer signer = new Signer(SecretKeys.of(SECRET));
    private final Verifier verifier =
            new Verifier(SecretKeys.of(SECRET), Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC));
    private final Mac mac = mac();
    private ReceivedRequest request = new ReceivedRequest("GET", PATH, null, List.of(), List.of(), body);

    /** Creates the body, the signed string, and a request with a valid signature. */
    @Setup
    public void prepare() {
        body = "x".repeat(size).getBytes(UTF_8);
        signed = (PATH + '|' + TIMESTAMP + '|' + "x".repeat(size)).getBytes(UTF_8);
        var signature = signer.sign(PATH, TIMESTAMP, body);
        request = new ReceivedRequest("POST", PATH, null, List.of(TIMESTAMP), List.of(signature), body);
        if (!(verifier.verify(request) instanceof Verification.Accepted)) {
            throw new IllegalStateException("the signature of the benchmark's request is not valid");
        }
    }

    /** Computes the bare HMAC, the minimum. */
    @Benchmark
    public byte[] bareMac() {
        return mac.doFinal(signed);
    }

    /** Signs path, timestamp and body. */
    @Benchmark
    public String sign() {
        return signer.sign(PATH, TIMESTAMP, body);
    }

    /** Verifies the whole request. */
    @Benchmark
    public Verification verify() {
        return verifier.verify(request);
    }

    /** Runs this benchmark with JMH's own options, such as {@code -f 1 -i 3 -prof gc}. */
    public static void main(String... options) throws IOException {
        Main.main(Stream.concat(Stream.of(SigningBenchmark.class.getName()), Stream.of(options))
                .toArray(String[]::new));
    }

    private static Mac mac() {
        try {
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA512"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
