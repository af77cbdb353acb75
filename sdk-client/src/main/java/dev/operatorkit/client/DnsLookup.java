package dev.operatorkit.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dns;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Looks up host names on a separate thread, since Java cannot interrupt a lookup: a call waits no longer for it than
 * its attempt may take, and all callers that look up the same name share one thread, however long the name server
 * takes.
 */
final class DnsLookup implements Dns, Interceptor {
    private final Dns dns;
    private final Duration longest;
    private final ThreadLocal<Long> attemptEnds = new ThreadLocal<>();
    private final Map<String, FutureTask<List<InetAddress>>> inProgress = new ConcurrentHashMap<>();

    DnsLookup(Dns dns, Duration longest) {
        this.dns = dns;
        this.longest = longest;
    }

    /** Remembers the call, since OkHttp looks names up on the thread of the call and does not pass it. */
    @Override
    public Response intercept(Chain chain) throws IOException {
        attemptEnds.set(System.nanoTime() + chain.call().timeout().timeoutNanos());
        try {
            return chain.proceed(chain.request());
        } finally {
            attemptEnds.remove();
        }
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        try {
            return inProgress.computeIfAbsent(host, this::start).get(remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unknownHost(host, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw unknownHost(host, "the name server did not respond in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unknownHost(host, "interrupted", new InterruptedIOException());
        }
    }

    private long remainingNanos() {
        var ends = attemptEnds.get();
        return ends == null ? longest.toNanos() : Math.min(longest.toNanos(), ends - System.nanoTime());
    }

    private FutureTask<List<InetAddress>> start(String host) {
        var task = new FutureTask<>(() -> dns.lookup(host)) {
            @Override
            protected void done() {
                inProgress.remove(host);
            }
        };
        var thread = new Thread(task, "operatorkit-name-lookup");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static UnknownHostException unknownHost(String host, String why, Exception cause) {
        var failure = new UnknownHostException(host + ": " + why);
        failure.initCause(cause);
        return failure;
    }
}
