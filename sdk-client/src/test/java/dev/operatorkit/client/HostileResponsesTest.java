package dev.operatorkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.money.Money;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Sends every response of {@code hostile-responses.tsv} to every call. A line has the call ({@code *}: all), the outcome and the
 * response. Outcomes are R, the right value; E, an error response; F, one that says that the game or campaign does not exist; U,
 * an unexpected response; N, no response. {@code a/b/c} are those of reads, of creating calls and of disabling.
 */
class HostileResponsesTest {
    private static final String CAMPAIGN = "{\"campaignCode\":\"spring\",\"campaignName\":\"Spring\",\"amount\":0.20,"
            + "\"currencyCode\":\"EUR\",\"gameSlugs\":[\"slug\"],\"startDate\":\"2026-03-01T00:00:00.000Z\","
            + "\"endDate\":\"2026-06-01T00:00:00.000Z\",\"maxRounds\":10,\"createdAt\":\"2026-02-01T00:00:00.000Z\","
            + "\"isDisabled\":false}";
    private static final NewCampaign NEW_CAMPAIGN = new NewCampaign(
            "spring",
            "Spring",
            new Money(20, Provider.EUR),
            List.of("slug"),
            Instant.parse("2026-03-01T00:00:00Z"),
            Instant.parse("2026-06-01T00:00:00Z"),
            OptionalInt.of(10));
    private static final String PAGE =
            "{\"list\":[" + CAMPAIGN + "],\"pagination\":{\"page\":1,\"perPage\":20,\"total\":1,\"totalPages\":1}}";
    private static final Pattern PART = Pattern.compile("\\$\\((\\d+)\\*([^)]*)\\)|\\\\x(\\p{XDigit}{2})|\\\\([nr])|(¶)"
            + "|\\$(OK|LEN|HEX|BODY|CUT|DATA|CAMPAIGN|GZIPCUT|GZIPBADSUM|GZIP|BOMB|UTF16|UTF32|RESET|HOLD|DRIP)");

    private enum Call {
        LAUNCH("{\"url\":\"https://play.example/1\"}"),
        CATALOGUE("[" + Provider.game("slug") + "]"),
        SEARCH(PAGE),
        CAMPAIGN(HostileResponsesTest.CAMPAIGN),
        CODE("{\"campaignCode\":\"spring\",\"userId\":\"player-1\",\"currencyCode\":\"EUR\",\"bonusCode\":\"CODE-1\","
                + "\"maxRounds\":10}"),
        DISABLE("{\"campaignCode\":\"spring\",\"isDisabled\":true}");

        private final String data;

        Call(String data) {
            this.data = data;
        }

        boolean isCreating() {
            return this == CAMPAIGN || this == CODE;
        }

        boolean isRight(CustomerApi api) {
            return switch (this) {
                case LAUNCH ->
                    api.createLaunchUrl(LaunchRequest.demo("slug").ip("::1").build())
                            .toString()
                            .equals("https://play.example/1");
                case CATALOGUE -> api.fetchCatalogue().findGame("slug").isPresent();
                case SEARCH -> isFound(api);
                case CAMPAIGN ->
                    api.createCampaign(NEW_CAMPAIGN)
                            .echo()
                            .map(created -> created.campaignCode().equals("spring"))
                            .orElse(true);
                case CODE ->
                    api.createBonusCode(Provider.CODE)
                            .echo()
                            .map(Provider.CODE::equals)
                            .orElse(true);
                case DISABLE -> {
                    api.disableCampaign("spring");
                    yield true;
                }
            };
        }
    }

    private record Row(String call, List<String> outcomes, String response) {
        static Row of(String line) {
            var fields = line.split("\t", 3);
            return new Row(fields[0], List.of(fields[1].split("/")), fields[2]);
        }

        boolean applies(Call to) {
            return call.equals("*") || call.equalsIgnoreCase(to.name());
        }

        List<String> expected(Call of) {
            var kind = of.isCreating() ? 1 : of == Call.DISABLE ? 2 : 0;
            return List.of(outcomes.get(Math.min(kind, outcomes.size() - 1)).split("\\|"));
        }

        /** A response that ends only by the timeout must not make the test wait for long, another must not run into it. */
        Duration attemptTimeout() {
            return outcomes.contains("R") || !response.matches(".*\\$(HOLD|DRIP).*")
                    ? Duration.ofSeconds(30)
                    : Duration.ofMillis(200);
        }
    }

    private static boolean isFound(CustomerApi api) {
        try (var found = api.searchAllCampaigns(CampaignSearch.all().withCampaignCode("spring"))) {
            return found.anyMatch(campaign -> campaign.campaignCode().equals("spring"));
        }
    }

    @Test
    void each_hostile_response_has_one_of_the_documented_outcomes() throws Exception {
        var rows = Files.readAllLines(Path.of("src/test/resources/hostile-responses.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Row::of)
                .toList();
        List<Callable<List<String>>> trials = rows.stream()
                .<Callable<List<String>>>map(row -> () -> trial(row))
                .toList();
        var threads = Executors.newFixedThreadPool(4);
        try {
            assertThat(threads.invokeAll(trials))
                    .hasSizeGreaterThan(200)
                    .flatMap(trial -> {
                        try {
                            return trial.get();
                        } catch (InterruptedException | ExecutionException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> trial(Row row) {
        List<String> faults = new ArrayList<>();
        for (var call : Call.values()) {
            if (row.applies(call)) {
                trial(row, call, fault -> faults.add(call + " " + fault + ": " + row.response));
            }
        }
        return faults;
    }

    private static void trial(Row row, Call call, Consumer<String> fault) {
        var requests = new AtomicInteger();
        var isHostile = new boolean[] {true};
        try (var server = new RawServer((request, socket) -> {
                    requests.incrementAndGet();
                    if (!isHostile[0]) {
                        RawServer.write(socket, RawServer.response(200, "{\"data\":" + PAGE + "}"));
                        return;
                    }
                    respond(row.response, call, socket);
                    socket.close();
                });
                var api = CustomerApi.builder(server.base(), "operator-1", Provider.KEYS)
                        .attemptTimeout(row.attemptTimeout())
                        .callTimeout(Duration.ofMinutes(2))
                        .maxAttempts(2)
                        .maxResponseBytes(1 << 20)
                        .pauses(pause -> {})
                        .build()) {
            var outcome = outcome(call, api);
            if (!row.expected(call).contains(outcome)) {
                fault.accept("gave " + outcome + " instead of " + row.expected(call));
            }
            if (call.isCreating() && requests.get() > 1) {
                fault.accept("was sent " + requests + " times");
            }
            isHostile[0] = false;
            if (!isFound(api.with(CallOptions.defaults().withTimeout(Duration.ofMinutes(1))))) {
                fault.accept("hid the campaign from the next search");
            }
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .pollInSameThread()
                    .until(() -> server.open() == 0);
        } catch (CustomerApiException e) {
            fault.accept("broke the next search: " + e);
        }
    }

    private static String outcome(Call call, CustomerApi api) {
        try {
            return call.isRight(api) ? "R" : "a wrong value";
        } catch (CustomerApiException e) {
            var isRefused = e instanceof ErrorResponseException error
                    && error.status() >= 400
                    && error.status() < 500
                    && error.status() != 408;
            if (e.isSafeToRetry() != (isRefused || !call.isCreating())) {
                return "isSafeToRetry() " + e.isSafeToRetry() + " " + e;
            }
            if (e instanceof ErrorResponseException) {
                return e.code() == ErrorCode.CAMPAIGN_NOT_FOUND || e.code() == ErrorCode.GAME_NOT_AVAILABLE ? "F" : "E";
            }
            return e instanceof UnexpectedResponseException ? "U" : "N";
        } catch (RuntimeException | Error e) {
            return e.toString();
        }
    }

    /** Sends the response, with a status line and a length if it has none. */
    private static void respond(String template, Call call, Socket socket) throws IOException {
        var response = template.startsWith("=") ? "200 OK¶¶" + template.substring(1) : template;
        if (response.matches("\\d{3} .*")) {
            var end = response.indexOf("¶¶");
            var length = response.contains("Content-Length")
                    ? ""
                    : "¶Content-Length: " + bytes(response.substring(end + 2), call).length;
            response = "HTTP/1.1 " + response.substring(0, end) + length + response.substring(end);
        }
        var action = Pattern.compile("\\$(RESET|HOLD|DRIP)").matcher(response);
        if (!action.find()) {
            socket.getOutputStream().write(bytes(response, call));
            return;
        }
        socket.getOutputStream().write(bytes(response.substring(0, action.start()), call));
        switch (action.group(1)) {
            case "RESET" -> socket.setSoLinger(true, 0);
            case "HOLD" -> socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            default -> drip(socket, bytes("$OK", call));
        }
    }

    /** Sends a byte every few milliseconds: each arrives in time, the whole does not. */
    private static void drip(Socket socket, byte[] response) throws IOException {
        socket.setSoTimeout(5);
        for (var b : response) {
            socket.getOutputStream().write(b);
            try {
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                // The pause is over.
            }
        }
    }

    private static byte[] bytes(String template, Call call) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var part = PART.matcher(template);
        var from = 0;
        for (; part.find(); from = part.end()) {
            bytes.writeBytes(template.substring(from, part.start()).getBytes(UTF_8));
            bytes.writeBytes(part(part, call));
        }
        bytes.writeBytes(template.substring(from).getBytes(UTF_8));
        return bytes.toByteArray();
    }

    private static byte[] part(Matcher part, Call call) throws IOException {
        if (part.group(1) != null) {
            var unit = bytes(part.group(2), call);
            var repeated = ByteBuffer.allocate(unit.length * Integer.parseInt(part.group(1)));
            while (repeated.hasRemaining()) {
                repeated.put(unit);
            }
            return repeated.array();
        }
        if (part.group(3) != null) {
            return new byte[] {(byte) Integer.parseInt(part.group(3), 16)};
        }
        if (part.group(4) != null) {
            return part.group(4).equals("n") ? new byte[] {'\n'} : new byte[] {'\r'};
        }
        return part.group(5) != null ? new byte[] {'\r', '\n'} : named(part.group(6), call);
    }

    private static byte[] named(String name, Call call) throws IOException {
        var body = ("{\"data\":" + call.data + "}").getBytes(UTF_8);
        return switch (name) {
            case "OK" -> bytes("HTTP/1.1 200 OK¶Content-Length: $LEN¶¶$BODY", call);
            case "LEN" -> Integer.toString(body.length).getBytes(UTF_8);
            case "HEX" -> Integer.toHexString(body.length).getBytes(UTF_8);
            case "BODY" -> body;
            case "CUT" -> Arrays.copyOf(body, body.length / 2);
            case "DATA" -> call.data.getBytes(UTF_8);
            case "CAMPAIGN" -> CAMPAIGN.getBytes(UTF_8);
            case "GZIP" -> gzip(body);
            case "GZIPCUT" -> Arrays.copyOf(gzip(body), gzip(body).length - 10);
            case "GZIPBADSUM" -> {
                var packed = gzip(body);
                packed[packed.length - 8] ^= 1;
                yield packed;
            }
            case "BOMB" -> gzip(new byte[2 << 20]);
            default -> new String(body, UTF_8).getBytes(name.equals("UTF16") ? "UTF-16LE" : "UTF-32BE");
        };
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
