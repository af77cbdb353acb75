package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.SimulatorSettings;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.wire.Game;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * What a 304 of a catalogue of 10 000 games costs beside a bare Helidon server that answers one byte: the same request goes
 * to both over kept connections in turns, so that whatever disturbs the one disturbs the other. Asked for by a client that
 * costs next to nothing, and by one as operators have it.
 */
public final class CatalogueNotModifiedPair {
    private static final int BLOCK = 200;
    private static final int GAMES = 10_000;
    private static final String PATH = "/api/v1/games";

    private CatalogueNotModifiedPair() {}

    /** Runs for as many pairs of blocks as the argument says, 300 when there is none. */
    public static void main(String[] args) throws IOException {
        var rounds = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        var keys = SecretKeys.of("a-secret-for-measuring");
        var settings = SimulatorSettings.local(Operator.of("demo", keys, null));
        var bare = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.get(PATH, (request, response) -> response.send(new byte[] {'x'})))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .shutdownHook(false)
                .build()
                .start();
        try (var simulator = Simulator.start(
                        settings.withGames(Json.readDataList(games().getBytes(StandardCharsets.UTF_8), Game.class)));
                var one = new Line(simulator.address().getPort());
                var other = new Line(bare.port());
                var oneClient = new Client(simulator.address().getPort());
                var otherClient = new Client(bare.port())) {
            var etag = simulator.catalogue().representation("demo").etag();
            var headers = headers(keys, etag);
            compare("bare sockets", rounds, one.of(headers), other.of(headers));
            compare("OkHttp", rounds, oneClient.of(headers), otherClient.of(headers));
            System.out.printf(Locale.ROOT, "the check of its signature alone: %.1f us%n", verification(keys));
        } finally {
            bare.stop();
        }
    }

    private static String games() {
        return IntStream.range(0, GAMES)
                .mapToObj(i -> "{\"slug\":\"game-" + i + "\",\"name\":\"Game " + i
                        + "\",\"available\":true,\"freeRound\":true,\"restrictedCountries\":[\"US\",\"FR\"]}")
                .collect(Collectors.joining(",", "{\"data\":[", "]}"));
    }

    /** Signed once: it is good for five minutes (SIG-10). */
    private static Map<String, String> headers(SecretKeys keys, String etag) {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var headers = new LinkedHashMap<String, String>();
        headers.put("X-Operator", "demo");
        headers.put("X-Svc-Timestamp", timestamp);
        headers.put("X-Svc-Signature", new Signer(keys).sign(PATH, timestamp, new byte[0]));
        headers.put("If-None-Match", etag);
        return headers;
    }

    /** What no answer to a signed request can do without: the best of many blocks, after as many to warm up. */
    private static double verification(SecretKeys keys) {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var signature = new Signer(keys).sign(PATH, timestamp, new byte[0]);
        var request = new ReceivedRequest("GET", PATH, null, List.of(timestamp), List.of(signature), new byte[0]);
        var verifier = new Verifier(keys, Clock.systemUTC());
        var best = Double.MAX_VALUE;
        for (var block = 0; block < 400; block++) {
            var started = System.nanoTime();
            for (var i = 0; i < BLOCK; i++) {
                if (!(verifier.verify(request) instanceof Verification.Accepted)) {
                    throw new IllegalStateException("its own signature was refused");
                }
            }
            best = Math.min(best, (System.nanoTime() - started) / 1e3 / BLOCK);
        }
        return best;
    }

    /** Asks once, and says with which status it was answered. */
    private interface Caller {
        int ask() throws IOException;

        default double micros(int status) throws IOException {
            var started = System.nanoTime();
            for (var i = 0; i < BLOCK; i++) {
                var told = ask();
                if (told != status) {
                    throw new IllegalStateException("expected " + status + ", got " + told);
                }
            }
            return (System.nanoTime() - started) / 1e3 / BLOCK;
        }
    }

    private static void compare(String by, int rounds, Caller simulator, Caller bare) throws IOException {
        for (var i = 0; i < rounds / 3; i++) {
            simulator.micros(304);
            bare.micros(200);
        }
        var ratios = new double[rounds];
        var costs = new double[rounds];
        for (var i = 0; i < rounds; i++) {
            var first = i % 2 == 0 ? simulator.micros(304) : 0;
            costs[i] = bare.micros(200);
            ratios[i] = (i % 2 == 0 ? first : simulator.micros(304)) / costs[i];
        }
        Arrays.sort(ratios);
        Arrays.sort(costs);
        System.out.printf(
                Locale.ROOT,
                "a 304 of %d games, asked for by %s: %.3f x the bare GET of %.1f us (medians of %d pairs of %d;"
                        + " quartiles %.3f to %.3f); wanted: at most 1.10 x%n",
                GAMES,
                by,
                ratios[rounds / 2],
                costs[rounds / 2],
                rounds,
                BLOCK,
                ratios[rounds / 4],
                ratios[rounds * 3 / 4]);
    }

    /** As operators call: a whole client, which our own is built on. */
    private static final class Client implements AutoCloseable {
        private final OkHttpClient client = new OkHttpClient();
        private final String address;

        Client(int port) {
            address = "http://localhost:" + port + PATH;
        }

        Caller of(Map<String, String> headers) {
            var request = new Request.Builder()
                    .url(address)
                    .headers(Headers.of(headers))
                    .build();
            return () -> {
                try (var response = client.newCall(request).execute()) {
                    response.body().bytes();
                    return response.code();
                }
            };
        }

        @Override
        public void close() {
            client.dispatcher().executorService().shutdown();
            client.connectionPool().evictAll();
        }
    }

    /**
     * One kept connection that costs next to nothing: it learns how long the answer is, which is always the same, and looks
     * at nothing but the status.
     */
    private static final class Line implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;
        private final byte[] answer = new byte[8192];
        private int length;

        Line(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = socket.getInputStream();
        }

        Caller of(Map<String, String> headers) throws IOException {
            var lines = new StringBuilder("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n");
            headers.forEach((name, value) ->
                    lines.append(name).append(": ").append(value).append("\r\n"));
            var request = lines.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream().write(request);
            length = in.read(answer);
            if (!new String(answer, 0, length, StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                throw new IllegalStateException("an answer came in pieces");
            }
            return () -> {
                socket.getOutputStream().write(request);
                if (in.readNBytes(answer, 0, length) < length) {
                    throw new IllegalStateException("an answer broke off");
                }
                return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
            };
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
