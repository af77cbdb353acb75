package dev.operatorkit.client;

import dev.operatorkit.signing.SecretSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link CustomerApi}. Every setting has a default. An invalid value is rejected with an
 * IllegalArgumentException that names the setting. Not thread-safe.
 */
public final class CustomerApiBuilder {
    private final HttpUrl base;
    private final String operator;
    private final SecretSource keys;
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration attemptTimeout = Duration.ofSeconds(5);
    private Duration callTimeout = Duration.ofSeconds(10);
    private int attempts = 4;
    private int maxResponseBytes = 32 * 1024 * 1024;
    private boolean plainHttp;
    private Clock clock = Clock.systemUTC();
    private RandomGenerator random = new SecureRandom();
    private RetryPolicy.@Nullable Pauses pauses;
    private @Nullable OkHttpClient okHttp;
    private String userAgent =
            "OperatorKit/" + version() + " (Java " + Runtime.version().feature() + ")";
    private Supplier<? extends @Nullable String> traceparent = () -> null;
    private final List<CallListener> listeners = new ArrayList<>();

    CustomerApiBuilder(URI base, String operator, SecretSource keys) {
        this.base = ArgumentChecks.requireBaseUrl(base);
        this.operator = ArgumentChecks.requireHeaderValue("operator", operator);
        this.keys = keys;
    }

    /** Sets the timeout of the DNS lookup and, separately, that of connecting. The default is 2 s each (D-34). */
    public CustomerApiBuilder connectTimeout(Duration timeout) {
        connectTimeout = ArgumentChecks.requireTimeout("connectTimeout", timeout);
        return this;
    }

    /** Sets the timeout of one attempt, from connecting to the last byte of the response. The default is 5 s. */
    public CustomerApiBuilder attemptTimeout(Duration timeout) {
        attemptTimeout = ArgumentChecks.requireTimeout("attemptTimeout", timeout);
        return this;
    }

    /**
     * Sets the timeout of a call, including all its attempts and the pauses between them. The default is 10 s (D-34);
     * {@link CallOptions#withTimeout} sets another one for single calls.
     */
    public CustomerApiBuilder callTimeout(Duration timeout) {
        callTimeout = ArgumentChecks.requireTimeout("callTimeout", timeout);
        return this;
    }

    /** Sets the maximum number of attempts of a call, including the first. The default is 4. */
    public CustomerApiBuilder maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be at least 1, not " + attempts);
        }
        this.attempts = attempts;
        return this;
    }

    /**
     * Sets the maximum size of a response body in bytes, after decompression. A larger one causes an {@link
     * UnexpectedResponseException}. The default is 32 MiB.
     */
    public CustomerApiBuilder maxResponseBytes(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("maxResponseBytes must be at least 1, not " + bytes);
        }
        maxResponseBytes = bytes;
        return this;
    }

    /**
     * Allows plain HTTP to hosts other than localhost. The specification forbids it (GEN-1): use it only in tests.
     */
    public CustomerApiBuilder allowPlainHttp() {
        plainHttp = true;
        return this;
    }

    /** Sets the clock for the timestamps of signatures. The default is the system clock. */
    public CustomerApiBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Uses your OkHttpClient: its TLS configuration, proxy and interceptors. Its connection pool and its settings for
     * caching, redirects, retries and timeouts are ignored. Requests are signed after all its interceptors, including network
     * interceptors, have run. A module that calls this method requires {@code okhttp3}.
     */
    @SuppressWarnings("exports") // nothing else in this API is of OkHttp, which could be replaced
    public CustomerApiBuilder okHttp(OkHttpClient client) {
        okHttp = client;
        return this;
    }

    /** Adds a listener that receives every attempt and every call, for metrics and traces. */
    public CustomerApiBuilder listener(CallListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Sets the source of the {@code traceparent} header (W3C Trace Context), with which the provider can continue your
     * trace. It is asked once for each call, on the thread of the caller, and may return null. A value that does not
     * have the form of a {@code traceparent} is not sent.
     */
    public CustomerApiBuilder traceparent(Supplier<? extends @Nullable String> current) {
        traceparent = current;
        return this;
    }

    /**
     * Appends your application to the {@code User-Agent} header, such as {@code Casino/2.1}, so that the provider's support can find its
     * requests.
     */
    public CustomerApiBuilder appInfo(String application) {
        userAgent += " " + ArgumentChecks.requireHeaderValue("appInfo", application);
        return this;
    }

    /** Returns the version of this library; that of the class path is in the manifest, that of the module path in the descriptor. */
    private static String version() {
        var module = CustomerApi.class.getModule();
        return module.isNamed()
                ? module.getDescriptor().rawVersion().orElse("unknown")
                : Objects.requireNonNullElse(CustomerApi.class.getPackage().getImplementationVersion(), "unknown");
    }

    CustomerApiBuilder random(RandomGenerator random) {
        this.random = random;
        return this;
    }

    CustomerApiBuilder pauses(RetryPolicy.Pauses pauses) {
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
        return new CatalogueFile(path, url, operator, maxResponseBytes);
    }

    /**
     * Builds the client.
     *
     * @throws IllegalArgumentException if the base URL is plain HTTP to a host other than localhost and {@link
     *     #allowPlainHttp} was not called (GEN-1)
     */
    public CustomerApi build() {
        if (!base.isHttps()
                && !plainHttp
                && !List.of("localhost", "127.0.0.1", "::1").contains(base.host())) {
            throw new IllegalArgumentException(
                    "base must begin with https:// (GEN-1). For tests only, call allowPlainHttp()");
        }
        var pool = new ConnectionPool();
        var scope = new CallScope("the client was closed");
        var state = new ClientState(() -> {
            scope.end();
            pool.evictAll();
        });
        return new CustomerApi(this, transport(pool, scope), base, state);
    }

    Transport transport(ConnectionPool pool, CallScope scope) {
        var headers = Headers.of("User-Agent", userAgent);
        var settings = new Transport.CallSettings(attemptTimeout, callTimeout, maxResponseBytes, headers, null);
        var retries = new RetryPolicy(attempts, random, pauses);
        return new Transport(http(pool), settings, retries, new Telemetry(traceparent, listeners), clock, scope);
    }

    /**
     * Lets no call over HTTP/1.1 use the connection of another one, which says nothing about the call that a response belongs to: where a
     * provider or a proxy has sent one too many, each later call would get the response of the one before it, such as another player's launch
     * link. A stream of HTTP/2 has a number, so its connections are shared.
     */
    private static Response useOwnConnection(Interceptor.Chain chain) throws IOException {
        var connection = chain.connection();
        var request = chain.request();
        return chain.proceed(
                connection != null && connection.protocol() != Protocol.HTTP_1_1
                        ? request
                        : request.newBuilder().header("Connection", "close").build());
    }

    private OkHttpClient http(ConnectionPool pool) {
        var builder = okHttp == null ? new OkHttpClient.Builder() : okHttp.newBuilder();
        var names = new DnsLookup(okHttp == null ? Dns.SYSTEM : okHttp.dns(), connectTimeout);
        // Not the pool of the given client: what it sent may have left bytes on a connection.
        return builder.connectionPool(pool)
                .dns(names)
                .addInterceptor(names)
                // A launch response may be cached by its headers and must not be (D-13); the catalogue has its own
                // cache.
                .cache(null)
                // A redirect would send a signed request to another address.
                .followRedirects(false)
                .followSslRedirects(false)
                .authenticator(Authenticator.NONE)
                // RetryPolicy decides what is retried, and when.
                .retryOnConnectionFailure(false)
                .connectTimeout(connectTimeout)
                .readTimeout(attemptTimeout)
                .writeTimeout(attemptTimeout)
                .callTimeout(attemptTimeout)
                .addNetworkInterceptor(CustomerApiBuilder::useOwnConnection)
                .addNetworkInterceptor(new SigningInterceptor(operator, keys, clock))
                .build();
    }

    /** Returns a string representation without secrets. */
    @Override
    public String toString() {
        return "CustomerApi of " + operator + " at " + base;
    }
}
