package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Python;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorBesideWallet;
import dev.operatorkit.simulator.wallet.TransportFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the programs of the exchange page, and compares what the wallet received with the exchange, byte for byte. */
@Order(1)
class ExchangeProgramsTest {
    private static final String NASTY =
            "'\"`$(id)${x}{{7*7}}%s!!\\u000a\\u0022''' \"\"\" @/etc \u00e9e\u0301 \u5d8e \ud83c\udfb0 \u05d0\u05d1";

    @TempDir
    Path folder;

    @RegisterExtension
    private final SimulatorBesideWallet running = new SimulatorBesideWallet();

    private FakeWallet wallet;
    private Simulator simulator;
    private Path secret;

    @BeforeEach
    void start() throws IOException {
        wallet = running.wallet();
        simulator = running.simulator();
        secret = Files.writeString(folder.resolve("secret"), FakeWallet.SECRET + "\n");
        assertThat(wallet.server().received).isEmpty();
    }

    private static byte[] body(String id) {
        return ("{\"transactionId\":\"" + id.replace("\\", "\\\\").replace("\"", "\\\"")
                        + "\",\"gameRoundId\":\"r\",\"playerId\":\"player-1\",\"stake\":{\"amount\":1.50,\"currency\":\"EUR\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a body that a clipboard, a shell or a compiler would change if it were not escaped, and with {@code -Dthorough} more of
     * them.
     */
    private static List<byte[]> bodies() {
        var binary = new ByteArrayOutputStream();
        binary.writeBytes(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, 0, (byte) 0xff, (byte) 0xfe, '\n'});
        binary.writeBytes(body("x"));
        var bodies = List.of(
                body(NASTY),
                body("lines\r\nand \u202e \u2028 \u0007"),
                binary.toByteArray(),
                ("@" + "x".repeat(40_000) + "\\").getBytes(StandardCharsets.UTF_8));
        return Boolean.getBoolean("thorough") ? bodies : bodies.subList(0, 1);
    }

    private Entry debit(byte[] body) {
        return simulator
                .callbackEngine()
                .sender()
                .sendManually(
                        Callback.post(CallbackKind.DEBIT, body),
                        new CallbackContext(
                                "demo", "player-1", "r", "d", 1, dev.operatorkit.money.CurrencyCode.of("EUR")),
                        TransportFault.PLAIN);
    }

    private static SnippetCall call(Entry entry) {
        return SnippetCall.of(entry, RawMessage.of(entry.request()), false).orElseThrow();
    }

    @Test
    void each_program_sends_the_same_bytes_with_a_signature_that_the_wallet_accepts() throws Exception {
        for (var body : bodies()) {
            assertProgramsRepeat(debit(body));
        }
        assertProgramsRepeat(simulator
                .callbackEngine()
                .sender()
                .sendManually(
                        Callback.get(CallbackKind.PLAYER, "/player", "gameId=a%27%2F%22&token=token-1"),
                        CallbackContext.opening("demo", "token-1"),
                        TransportFault.PLAIN));
    }

    private void assertProgramsRepeat(Entry entry) throws Exception {
        wallet.server().received.clear();
        var programs = Snippets.all(call(entry)).toList();
        assertThat(programs).noneMatch(program -> program.text().contains(FakeWallet.SECRET));
        var processes = new ArrayList<Process>();
        for (var program : programs) {
            processes.add(start(program));
        }
        for (var i = 0; i < processes.size(); i++) {
            var output = new String(processes.get(i).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(processes.get(i).waitFor(60, TimeUnit.SECONDS)).isTrue();
            // The wallet's 401 says "signature". It closes the connection after a body that is no JSON, and a program
            // then prints the path of its file, whose random digits may contain any number.
            assertThat(output)
                    .as(programs.get(i).text())
                    .doesNotContain("signature")
                    .contains(status(entry));
        }
        var expected = RawMessage.of(entry.request());
        assertThat(wallet.server().received).hasSize(programs.size()).allSatisfy(received -> {
            assertThat(received.method()).isEqualTo(expected.method());
            assertThat(received.target()).isEqualTo(expected.target());
            assertThat(received.body()).isEqualTo(expected.body());
            assertThat(received.values("Content-Type"))
                    .isEqualTo(expected.body().length > 0 ? List.of("application/json") : List.of());
        });
    }

    private static String status(Entry entry) {
        return entry.status() == 0 ? "" : Integer.toString(entry.status());
    }

    private Process start(Snippets.Snippet program) throws IOException {
        var directory = Files.createTempDirectory(folder, program.id());
        var command = switch (program.id()) {
            case "curl" -> List.of("sh", write(directory, "send.sh", program));
            case "python" -> List.of(Python.executable(), write(directory, "send.py", program));
            case "node" -> List.of("node", write(directory, "send.js", program));
            default -> compiled(directory, write(directory, "Send.java", program));
        };
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("OPERATORKIT_SECRET_FILE", secret.toString());
        return builder.start();
    }

    private static List<String> compiled(Path directory, String source) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(
                        null, null, null, "-encoding", "US-ASCII", "--release", "17", "-d", "" + directory, source))
                .isZero();
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        return List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-cp", directory.toString(), "Send");
    }

    private static String write(Path directory, String name, Snippets.Snippet program) throws IOException {
        return Files.writeString(directory.resolve(name), program.text()).toString();
    }

    @Test
    @Tag("thorough")
    void the_shell_script_signs_with_any_secret_and_names_it_in_no_argument() throws Exception {
        var entry = debit(body("d-1"));
        var script = Snippets.curl(call(entry)).replaceFirst("(?s)curl -q.*", "echo \"\\$timestamp \\$signature\"\n");
        for (var secret : Stream.of("sixteen bytes ok", "with \" ' \\ % $(id) \u00e9", "x".repeat(128), "y".repeat(300))
                .toList()) {
            var file = Files.writeString(folder.resolve("other"), secret + "\r\n");
            var builder = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
            builder.environment().put("OPERATORKIT_SECRET_FILE", file.toString());
            var process = builder.start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor()).as(output).isZero();
            var made = output.split(" ", 2);
            assertThat(made[1])
                    .isEqualTo(new dev.operatorkit.signing.Signer(SecretKeys.of(secret))
                            .sign(
                                    "/wallet/debit",
                                    made[0],
                                    RawMessage.of(entry.request()).body()));
        }
        assertThat(script).doesNotContain("-hmac", "hexkey");
    }

    @Test
    void a_program_without_a_secret_says_what_to_set() throws Exception {
        var entry = debit(body("d-2"));
        for (var program : Snippets.all(call(entry))
                .filter(each -> !each.id().equals("java"))
                .toList()) {
            var builder = new ProcessBuilder(
                            switch (program.id()) {
                                case "curl" -> List.of("sh", "-c", program.text());
                                case "python" -> List.of(Python.executable(), "-c", program.text());
                                default -> List.of("node", "-e", program.text());
                            })
                    .redirectErrorStream(true);
            builder.environment().keySet().removeIf(name -> name.startsWith("OPERATORKIT_SECRET"));
            var process = builder.start();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("Set OPERATORKIT_SECRET_FILE");
            assertThat(process.waitFor()).isNotZero();
        }
    }

    @Test
    void a_request_whose_bytes_are_not_all_known_has_no_program() {
        var cut = "POST /wallet/debit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{}";
        var odd = "GET /\u00e9\"' HTTP/1.1\r\nHost: localhost\r\n\r\n";
        for (var request : List.of(cut, odd, "")) {
            var entry = debit(body("d-3")).withBytes(request.getBytes(StandardCharsets.UTF_8), new byte[0]);
            assertThat(SnippetCall.of(entry, RawMessage.of(entry.request()), false))
                    .isEmpty();
        }
    }
}
