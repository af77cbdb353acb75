package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests one client with many threads against a server that drops, stalls, sends garbage and half-closes at random. Runs
 * for two seconds, or for 30 with {@code -Dtests.long}.
 */
class ChaosTest {
    private static final int THREADS = 64;
    private static final Duration DEADLINE = Duration.ofMillis(600);
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int SECONDS = LONG ? 30 : 2;
    /**
     * Hung calls exceed this by far. The short run is part of a build on a machine that may be busy; the long one has
     * the machine to itself.
     */
    private static final Duration GRACE = LONG ? Duration.ofMillis(250) : Duration.ofSeconds(15);

    private static final Pattern LAUNCHED = Pattern.compile("GET /api/v1/games/([^? ]+)\\?");
    private static final Pattern CODE = Pattern.compile("\"bonusCode\":\"([^\"]+)\"");
    private static final List<String> GARBAGE = List.of(
            "\u0000\u0001\u0002\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<html></h>",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\ngzip",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\nETag: \u0007\r\n: \r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\n\r\n",
            "HTTP/1.1 401 No\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 429 Slow\r\nRetry-After: 99999999999999\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 503 Later\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Still\r\n\r\n");

    private final long seed = new Random().nextLong();
    private final LongAdder requests = new LongAdder();
    private final Map<String, LongAdder> creations = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private final LongAdder late = new LongAdder();

    @Test
    void every_call_ends_in_time_with_a_response_or_one_of_three_exceptions_and_leaks_nothing() throws Exception {
        System.out.println("chaos for " + SECONDS + " s, seed " + seed);
        var threadsBefore = Thread.getAllStackTraces().keySet();
        try (var server = new RawServer(this::respondWithFault)) {
            var api = CustomerApi.builder(server.base(), "operator-1", Provider.KEYS)
                    .attemptTimeout(Duration.ofMillis(200))
                    .callTimeout(DEADLINE)
                    .build();
            if (LONG) {
                warmUp(api);
            }
            callFor(Duration.ofSeconds(SECONDS), api);
            api.close();
            await().pollInSameThread().atMost(30, TimeUnit.SECONDS).until(() -> server.open() == 0);
            System.out.println(
                    outcomes + ", " + requests + " requests on " + server.accepted() + " connections, longest call "
                            + Duration.ofNanos(longestNanos.get()).toMillis() + " ms of " + DEADLINE.toMillis()
                            + ", over it by more than 50 ms: " + late);
        }
        assertThat(outcomes)
                .containsKeys("right", "NoResponseException", "UnexpectedResponseException", "ErrorResponseException");
        assertThat(creations.values())
                .isNotEmpty()
                .allSatisfy(sent -> assertThat(sent.sum()).isOne());
        assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(DEADLINE.plus(GRACE));
        assertNoThreadIsLeft(threadsBefore);
    }

    /**
     * Requires that no thread is left. OkHttp's idle threads are daemons that end after a minute, which the long run
     * waits for.
     */
    private static void assertNoThreadIsLeft(Set<Thread> before) {
        await().pollInSameThread().atMost(LONG ? 150 : 30, TimeUnit.SECONDS).untilAsserted(() -> {
            var left = new ArrayList<>(Thread.getAllStackTraces().keySet());
            left.removeAll(before);
            left.removeIf(
                    thread -> !LONG && thread.isDaemon() && thread.getName().matches("Ok(Http|io) .*"));
            assertThat(left).extracting(Thread::getName).isEmpty();
        });
    }

    /**
     * Warms up: many threads that load one class concurrently wait longer for it than for any server, which is not the
     * client's fault.
     */
    private void warmUp(CustomerApi api) {
        for (var i = 0; i < THREADS; i++) {
            call(api, "warm-" + i);
        }
        longestNanos.set(0);
        late.reset();
    }

    private void callFor(Duration time, CustomerApi api) throws Exception {
        var end = System.nanoTime() + time.toNanos();
        var pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> callers = new ArrayList<>();
            for (var i = 0; i < THREADS; i++) {
                var caller = i;
                callers.add(pool.submit(() -> {
                    for (var n = 0; System.nanoTime() < end; n++) {
                        call(api, "c" + caller + "-" + n);
                    }
                }));
            }
            for (var caller : callers) {
                caller.get(time.plusSeconds(15).toMillis(), TimeUnit.MILLISECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void call(CustomerApi api, String id) {
        var started = System.nanoTime();
        var outcome = "right";
        try {
            switch (ThreadLocalRandom.current().nextInt(4)) {
                case 0 -> assertThat(api.fetchCatalogue().findGame("a")).isPresent();
                case 1 ->
                    assertThat(api.createLaunchUrl(new LaunchRequest.Demo(id, "::1", null)))
                            .hasToString("https://play.example/" + id);
                case 2 -> api.disableCampaign(id);
                default -> api.createBonusCode(new BonusCode("spring", "player", CurrencyCode.of("EUR"), id, 1));
            }
        } catch (CustomerApiException e) {
            outcome = e.getClass().getSimpleName();
        }
        var took = System.nanoTime() - started;
        longestNanos.accumulateAndGet(took, Math::max);
        if (took > DEADLINE.plusMillis(50).toNanos()) {
            late.increment();
        }
        outcomes.computeIfAbsent(outcome, key -> new LongAdder()).increment();
    }

    /** Responds with a fault, if the request has one; the fault of the n-th request depends only on the seed. */
    private boolean respondWithFault(String request, Socket socket) throws IOException {
        requests.increment();
        var code = CODE.matcher(request);
        if (code.find()) {
            creations.computeIfAbsent(code.group(1), key -> new LongAdder()).increment();
        }
        var random = new Random(seed + requests.sum());
        var answer = rightAnswer(request);
        switch (random.nextInt(10)) {
            case 0 -> {
                return false;
            }
            case 1 -> RawServer.awaitDisconnect(socket);
            case 2 -> RawServer.write(socket, GARBAGE.get(random.nextInt(GARBAGE.size())));
            case 3 -> {
                RawServer.write(socket, answer.substring(0, random.nextInt(answer.length())));
                socket.shutdownOutput();
                RawServer.awaitDisconnect(socket);
            }
            case 4 -> RawServer.drip(socket, answer.getBytes(StandardCharsets.UTF_8));
            case 5 -> {
                socket.setSoLinger(true, 0);
                return false;
            }
            default -> RawServer.write(socket, answer);
        }
        return true;
    }

    private static String rightAnswer(String request) {
        var launched = LAUNCHED.matcher(request);
        if (launched.find()) {
            return RawServer.ok("{\"data\":{\"url\":\"https://play.example/" + launched.group(1) + "\"}}");
        }
        return RawServer.ok(request.startsWith("GET") ? Provider.games("a", "b") : "");
    }
}
