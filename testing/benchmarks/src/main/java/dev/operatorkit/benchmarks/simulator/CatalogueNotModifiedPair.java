package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.benchmarks.ServerProcess;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
 * Compares a 304 for a catalogue of 10 000 games with a bare Helidon server that sends one byte. {@code bin/simulator} and two
 * bare servers, each in its own process, get the same requests in turns, so that other load affects all alike. The difference
 * between the two bare servers shows the error of the measurement. One client costs next to nothing, the other is OkHttp, as
 * operators use it.
 */
public final class CatalogueNotModifiedPair {
    private static final int BLOCK = 200;
    private static final int GAMES = 10_000;
    private static final String SECRET = "a-secret-for-measuring";
    private static final String PATH = "/api/v1/games";

    private CatalogueNotModifiedPair() {}

    /** Runs the number of rounds of blocks given as the argument, 500 by default. */
    public static void main(String[] args) throws IOException {
        var rounds = args.length > 0 ? Integer.parseInt(args[0]) : 500;
        var games = Files.writeString(Files.createTempFile("games", ".json"), games());
        try (var simulator = simulator(games);
                var one = ServerProcess.of(BareServer.class);
                var other = ServerProcess.of(BareServer.class)) {
            var headers = headers(simulator.address());
            var servers = List.of(simulator, one, other);
            compare("bare sockets", rounds, servers, server -> new Line(server, headers));
            compare("OkHttp", rounds, servers, server -> new Client(server, headers));
        } finally {
            Files.delete(games);
        }
    }

    private static ServerProcess simulator(Path games) throws IOException {
        var builder = new ProcessBuilder("bin/simulator", "serve", "--port", "0", "--catalogue", games.toString());
        builder.environment().put("OPERATORKIT_SECRET", SECRET);
        return new ServerProcess(builder);
    }

    private static String games() {
        return IntStream.range(0, GAMES)
                .mapToObj(i -> "{\"slug\":\"game-" + i + "\",\"name\":\"Game " + i
                        + "\",\"available\":true,\"freeRound\":true,\"restrictedCountries\":[\"US\",\"FR\"]}")
                .collect(Collectors.joining(",", "{\"data\":[", "]}"));
    }

    /** Signs once: the signature is valid for five minutes (SIG-10). */
    private static Map<String, String> headers(URI simulator) throws IOException {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var headers = new LinkedHashMap<String, String>();
        headers.put("X-Operator", "demo");
        headers.put("X-Svc-Timestamp", timestamp);
        headers.put("X-Svc-Signature", new Signer(SecretKeys.of(SECRET)).sign(PATH, timestamp, new byte[0]));
        try (var response =
                new OkHttpClient().newCall(request(simulator, headers)).execute()) {
            headers.put("If-None-Match", response.headers().get("ETag"));
        }
        return headers;
    }

    private static Request request(URI server, Map<String, String> headers) {
        return new Request.Builder()
                .url(server + PATH)
                .headers(Headers.of(headers))
                .build();
    }

    private interface Connection extends AutoCloseable {
        /** Sends one request and returns the status of the response. */
        int ask() throws IOException;

        @Override
        void close() throws IOException;
    }

    private interface Connector {
        Connection connect(URI server) throws IOException;
    }

    private static void compare(String by, int rounds, List<ServerProcess> servers, Connector connector)
            throws IOException {
        ask(rounds / 3, servers, connector);
        var cpuBefore = servers.stream().map(ServerProcess::cpu).toList();
        var micros = ask(rounds, servers, connector);
        var cpu = IntStream.range(0, servers.size())
                .mapToObj(i -> servers.get(i).cpu().minus(cpuBefore.get(i)))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "with %s, a 304 of %d games takes %s of a bare GET of %.1f us; another bare server %s."
                        + " Processor time of their processes: %.2f x and %.2f x%n",
                by,
                GAMES,
                ratio(micros[0], micros[1]),
                median(micros[1].clone()),
                ratio(micros[2], micros[1]),
                times(cpu.get(0), cpu.get(1)),
                times(cpu.get(2), cpu.get(1)));
    }

    /** Returns the time of each server in each round; each server is first, second and third equally often. */
    private static double[][] ask(int rounds, List<ServerProcess> servers, Connector connector) throws IOException {
        var micros = new double[servers.size()][rounds];
        for (var round = 0; round < rounds; round++) {
            for (var turn = 0; turn < servers.size(); turn++) {
                var who = (turn + round) % servers.size();
                micros[who][round] = micros(servers.get(who).address(), connector, who == 0 ? 304 : 200);
            }
        }
        return micros;
    }

    /** Opens a connection per block, since it is random which of its threads a server uses for one. */
    private static double micros(URI server, Connector connector, int status) throws IOException {
        try (var connection = connector.connect(server)) {
            connection.ask();
            var started = System.nanoTime();
            for (var i = 0; i < BLOCK; i++) {
                var actual = connection.ask();
                if (actual != status) {
                    throw new IllegalStateException("expected " + status + ", got " + actual);
                }
            }
            return (System.nanoTime() - started) / 1e3 / BLOCK;
        }
    }

    private static String ratio(double[] micros, double[] bare) {
        var ratios = new double[bare.length];
        Arrays.setAll(ratios, i -> micros[i] / bare[i]);
        var median = median(ratios);
        return "%.3f x (quartiles %.3f to %.3f)"
                .formatted(median, ratios[ratios.length / 4], ratios[ratios.length * 3 / 4]);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static double times(Duration one, Duration other) {
        return (double) one.toNanos() / other.toNanos();
    }

    /** Sends requests with OkHttp, on which the SDK client is built. */
    private static final class Client implements Connection {
        private static final OkHttpClient CLIENT = new OkHttpClient();

        private final Request request;

        Client(URI server, Map<String, String> headers) {
            request = request(server, headers);
        }

        @Override
        public int ask() throws IOException {
            try (var response = CLIENT.newCall(request).execute()) {
                response.body().bytes();
                return response.code();
            }
        }

        @Override
        public void close() {
            CLIENT.connectionPool().evictAll();
        }
    }

    /**
     * Sends requests at almost no cost: the length of the response is always the same, so it only reads the status.
     */
    private static final class Line implements Connection {
        private final Socket socket;
        private final byte[] request;
        private final byte[] answer = new byte[8192];
        private int length;

        Line(URI server, Map<String, String> headers) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
            socket.setTcpNoDelay(true);
            var lines = new StringBuilder("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n");
            headers.forEach((name, value) ->
                    lines.append(name).append(": ").append(value).append("\r\n"));
            request = lines.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int ask() throws IOException {
            socket.getOutputStream().write(request);
            var in = socket.getInputStream();
            if (length == 0) {
                length = in.read(answer);
                if (!new String(answer, 0, length, StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                    throw new IllegalStateException("the response arrived in several packets");
                }
            } else if (in.readNBytes(answer, 0, length) < length) {
                throw new IllegalStateException("the connection was closed within a response");
            }
            return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
