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
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a 304 of a catalogue of 10 000 games costs beside a bare Helidon server that answers one byte: the same request goes
 * to both over kept connections in turns, so that whatever disturbs the one disturbs the other.
 */
public final class CatalogueNotModifiedPair {
    private static final int BLOCK = 200;
    private static final int GAMES = 10_000;

    private CatalogueNotModifiedPair() {}

    /** Runs for as many pairs of blocks as the argument says, 300 when there is none. */
    public static void main(String[] args) throws IOException {
        var rounds = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        var keys = SecretKeys.of("a-secret-for-measuring");
        var settings = SimulatorSettings.local(Operator.of("demo", keys, null));
        var bare = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(
                        routing -> routing.get("/api/v1/games", (request, response) -> response.send(new byte[] {'x'})))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .shutdownHook(false)
                .build()
                .start();
        try (var simulator = Simulator.start(
                        settings.withGames(Json.readDataList(games().getBytes(StandardCharsets.UTF_8), Game.class)));
                var one = new Line(simulator.address().getPort());
                var other = new Line(bare.port())) {
            var etag = simulator.catalogue().representation("demo").etag();
            compare(rounds, one, other, request(keys, etag));
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
    private static byte[] request(SecretKeys keys, String etag) {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        return ("GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Operator: demo\r\nX-Svc-Timestamp: " + timestamp
                        + "\r\nX-Svc-Signature: "
                        + new Signer(keys).sign("/api/v1/games", timestamp, new byte[0])
                        + "\r\nIf-None-Match: " + etag + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What no answer to a signed request can do without: the best of many blocks, after as many to warm up. */
    private static double verification(SecretKeys keys) {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var signature = new Signer(keys).sign("/api/v1/games", timestamp, new byte[0]);
        var request =
                new ReceivedRequest("GET", "/api/v1/games", null, List.of(timestamp), List.of(signature), new byte[0]);
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

    private static void compare(int rounds, Line one, Line other, byte[] request) throws IOException {
        one.expect(request, 304);
        other.expect(request, 200);
        for (var i = 0; i < rounds / 3; i++) {
            one.micros(request);
            other.micros(request);
        }
        var ratios = new double[rounds];
        var costs = new double[rounds];
        for (var i = 0; i < rounds; i++) {
            var first = i % 2 == 0;
            var a = (first ? one : other).micros(request);
            var b = (first ? other : one).micros(request);
            ratios[i] = first ? a / b : b / a;
            costs[i] = first ? b : a;
        }
        one.expectStill(304);
        other.expectStill(200);
        Arrays.sort(ratios);
        Arrays.sort(costs);
        System.out.printf(
                Locale.ROOT,
                "a 304 of %d games: %.3f x the bare GET of %.1f us (medians of %d pairs of %d; quartiles %.3f to %.3f);"
                        + " wanted: at most 1.10 x%n",
                GAMES,
                ratios[rounds / 2],
                costs[rounds / 2],
                rounds,
                BLOCK,
                ratios[rounds / 4],
                ratios[rounds * 3 / 4]);
    }

    /**
     * One kept connection. It knows how long the answer is, which is always the same, and so costs next to nothing: what a
     * client does with a longer head is not what is measured here.
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

        double micros(byte[] request) throws IOException {
            var started = System.nanoTime();
            for (var i = 0; i < BLOCK; i++) {
                socket.getOutputStream().write(request);
                if (in.readNBytes(answer, 0, length) < length) {
                    throw new IllegalStateException("an answer broke off");
                }
            }
            return (System.nanoTime() - started) / 1e3 / BLOCK;
        }

        /** Asks once, and learns how long the answer is. */
        void expect(byte[] request, int status) throws IOException {
            socket.getOutputStream().write(request);
            length = in.read(answer);
            var text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
            if (!text.startsWith("HTTP/1.1 " + status) || !text.contains("\r\n\r\n")) {
                throw new IllegalStateException("expected " + status + ", got " + text);
            }
        }

        /** The newest answer begins where answers begin: none was longer or shorter than the first. */
        void expectStill(int status) {
            var text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
            if (!text.startsWith("HTTP/1.1 " + status)) {
                throw new IllegalStateException("expected " + status + " to the end, got " + text);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
