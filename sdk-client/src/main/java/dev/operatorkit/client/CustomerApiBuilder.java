package dev.operatorkit.client;

import dev.operatorkit.signing.SecretKeys;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link CustomerApi}; each has a default that serves. */
public final class CustomerApiBuilder {
    private final HttpUrl base;
    private final String operator;
    private final SecretKeys keys;
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration attemptTimeout = Duration.ofSeconds(5);
    private Duration callTimeout = Duration.ofSeconds(10);
    private int attempts = 4;
    private int largestAnswer = 32 * 1024 * 1024;
    private boolean plainHttp;
    private Clock clock = Clock.systemUTC();
    private RandomGenerator random = new SecureRandom();
    private Transport.Pauses pauses = duration -> Thread.sleep(duration.toMillis());
    private @Nullable OkHttpClient okHttp;
    private @Nullable CallListener listener;

    CustomerApiBuilder(URI base, String operator, SecretKeys keys) {
        this.base = ArgumentChecks.requireBaseUrl(base);
        this.operator = ArgumentChecks.requireHeaderValue("operator", operator);
        this.keys = keys;
    }

    /** How long a name lookup may take, and opening a connection; 2 s each (D-34). */
    public CustomerApiBuilder connectTimeout(Duration timeout) {
        connectTimeout = ArgumentChecks.requireTimeout("connectTimeout", timeout);
        return this;
    }

    /** How long one attempt may take, from the first packet to the answer's last byte; 5 s. */
    public CustomerApiBuilder attemptTimeout(Duration timeout) {
        attemptTimeout = ArgumentChecks.requireTimeout("attemptTimeout", timeout);
        return this;
    }

    /** How long a call may take, with all its attempts and the pauses between them; 10 s (D-34). */
    public CustomerApiBuilder callTimeout(Duration timeout) {
        callTimeout = ArgumentChecks.requireTimeout("callTimeout", timeout);
        return this;
    }

    /** How often a call may be attempted in all; 4. */
    public CustomerApiBuilder maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1");
        }
        this.attempts = attempts;
        return this;
    }

    /** How many bytes an answer may have once it is unpacked; 32 MiB. */
    public CustomerApiBuilder maxResponseBytes(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("largestAnswer must be at least 1");
        }
        largestAnswer = bytes;
        return this;
    }

    /** Allows {@code http} to a host that is not this machine, which the specification does not (GEN-1): for tests alone. */
    public CustomerApiBuilder allowPlainHttp() {
        plainHttp = true;
        return this;
    }

    /** Where the time of the signatures comes from. */
    public CustomerApiBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Builds on a client of the operator's own: its trust, proxies, connections and interceptors. Its cache, its redirects,
     * its resending and its time-outs are not used. Signing comes after all its interceptors.
     */
    public CustomerApiBuilder okHttp(OkHttpClient client) {
        okHttp = client;
        return this;
    }

    /** Told of every attempt, for metrics and traces. */
    public CustomerApiBuilder listener(CallListener listener) {
        this.listener = listener;
        return this;
    }

    CustomerApiBuilder random(RandomGenerator random) {
        this.random = random;
        return this;
    }

    CustomerApiBuilder pauses(Transport.Pauses pauses) {
        this.pauses = pauses;
        return this;
    }

    Clock clock() {
        return clock;
    }

    RandomGenerator random() {
        return random;
    }

    CatalogueFile catalogueFile(Path path, HttpUrl url) {
        return new CatalogueFile(path, url.toString(), operator, largestAnswer);
    }

    /** The client; IllegalArgumentException when the address is neither HTTPS nor this machine's own (GEN-1). */
    public CustomerApi build() {
        if (!base.isHttps()
                && !plainHttp
                && !List.of("localhost", "127.0.0.1", "::1").contains(base.host())) {
            throw new IllegalArgumentException("base must be https (GEN-1); see allowPlainHttp()");
        }
        var pool = okHttp == null ? new ConnectionPool() : okHttp.connectionPool();
        return new CustomerApi(this, transport(pool), base, okHttp == null ? pool::evictAll : () -> {});
    }

    Transport transport(ConnectionPool pool) {
        var limits = new Transport.CallLimits(attemptTimeout, callTimeout, largestAnswer);
        return new Transport(http(pool), limits, new RetryPolicy(attempts, random), clock, pauses, listener);
    }

    private OkHttpClient http(ConnectionPool pool) {
        var builder = okHttp == null ? new OkHttpClient.Builder() : okHttp.newBuilder();
        var names = new DnsLookup(okHttp == null ? Dns.SYSTEM : okHttp.dns(), connectTimeout);
        return builder.connectionPool(pool)
                .dns(names)
                .addInterceptor(names)
                // A launch answer says that it may be kept, and must not be (D-13); the catalogue keeps itself.
                .cache(null)
                // A redirect would carry a signed request to a place of somebody else's choice.
                .followRedirects(false)
                .followSslRedirects(false)
                .authenticator(Authenticator.NONE)
                // What is sent again, and when, is decided in one place: Retries.
                .retryOnConnectionFailure(false)
                .connectTimeout(connectTimeout)
                .readTimeout(attemptTimeout)
                .writeTimeout(attemptTimeout)
                .callTimeout(attemptTimeout)
                .addNetworkInterceptor(new SigningInterceptor(operator, keys, clock))
                .build();
    }

    /** Never a secret. */
    @Override
    public String toString() {
        return "CustomerApi of " + operator + " at " + base;
    }
}
