package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests {@code bin/demo}, the first command of a newcomer: it starts, or fails with one line, and leaves nothing running. */
@Timeout(300)
class DemoTest {
    private static final Pattern SECRET = Pattern.compile("Secret that both share +(\\S+)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    (\\S*bin/simulator .*)$");

    /** Each kind of command runs once or twice here, which does not pay for making its archive. */
    private static final Map<String, String> WITHOUT_ARCHIVES = Map.of("OPERATORKIT_CACHE", "off");

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (var demo : started) {
            demo.destroy();
            demo.waitFor();
        }
    }

    /** Runs each printed command. */
    @Test
    @Tag("thorough")
    void the_demo_starts_wallet_and_console_and_ctrl_c_stops_both() throws Exception {
        var wallet = FreePort.choose();
        var simulator = FreePort.choose();
        var demo = start(wallet, simulator);
        var output = readUntil(demo, "Ctrl-C stops all of this");
        var children = demo.descendants().toList();
        var secret = SECRET.matcher(output);
        assertThat(secret.find()).as(output).isTrue();
        assertThat(Path.of(secret.group(1))).isNotEmptyFile();
        var link = Pattern.compile("http://127\\.0\\.0\\.1:" + simulator + "/open\\S+")
                .matcher(output);
        assertThat(link.find()).as(output).isTrue();
        assertThat(status(link.group())).isEqualTo(303);
        assertThat(status("http://127.0.0.1:" + wallet + "/wallet/player")).isEqualTo(401);
        assertThat(COMMAND.matcher(output).results().map(command -> command.group(1)))
                .hasSize(6)
                .allSatisfy(command -> assertWorksFromAnotherFolder(command));

        ctrlC(demo);

        assertThat(demo.waitFor()).isEqualTo(130);
        assertThat(children).hasSizeGreaterThanOrEqualTo(2).noneMatch(ProcessHandle::isAlive);
        assertThat(List.of(wallet, simulator)).noneMatch(DemoTest::answers);
        assertThat(Path.of(secret.group(1)).getParent()).doesNotExist();
    }

    @Test
    void a_port_that_is_no_port_is_reported_in_one_line() throws Exception {
        for (var port : List.of("abc", "0", "-1", "80 80", "8080x", "65536", "99999999999999999999", "08080")) {
            for (var name : List.of("WALLET_PORT", "SIMULATOR_PORT", "BACK_OFFICE_PORT")) {
                var run = ShellCommand.run(
                        Tree.ROOT,
                        Map.of(name, port),
                        Tree.ROOT.resolve("bin/demo").toString());
                assertThat(run.exit()).as(name + "=" + port).isEqualTo(64);
                assertThat(run.output().lines())
                        .singleElement()
                        .asString()
                        .startsWith("demo: " + name + " must be a port from 1 to 65535, not '" + port + "'.");
            }
        }
    }

    private static void assertWorksFromAnotherFolder(String command) throws Exception {
        var builder = new ProcessBuilder("sh", "-c", "exec " + command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(WITHOUT_ARCHIVES);
        var process = builder.start();
        if (command.contains(" --follow")) {
            assertThat(process.inputReader().readLine()).as(command).contains("PLAYER");
            process.destroy();
        } else {
            var output = process.inputReader().lines().toList();
            assertThat(process.waitFor())
                    .as(command + "\n" + String.join("\n", output))
                    .isZero();
        }
    }

    /** Starts the demo in its own process group with default signal handling, as a terminal does. */
    private Process start(int walletPort, int simulatorPort) throws IOException {
        var builder = new ProcessBuilder(
                        "setsid",
                        "env",
                        "--default-signal=INT",
                        Tree.ROOT.resolve("bin/demo").toString())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_OPTS", Tree.SHORT_LIVED_JVM);
        builder.environment().putAll(WITHOUT_ARCHIVES);
        builder.environment().put("WALLET_PORT", "" + walletPort);
        builder.environment().put("SIMULATOR_PORT", "" + simulatorPort);
        var demo = builder.start();
        started.add(demo);
        return demo;
    }

    private static void ctrlC(Process demo) throws Exception {
        var group = "-" + demo.pid();
        assertThat(new ProcessBuilder("kill", "-INT", "--", group).start().waitFor())
                .isZero();
    }

    private static String readUntil(Process demo, String end) throws IOException {
        var output = new StringBuilder();
        var reader = demo.inputReader();
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            output.append(line).append('\n');
            if (line.contains(end)) {
                return output.toString();
            }
        }
        throw new AssertionError("the demo ended: " + output);
    }

    private static int status(String address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static boolean answers(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
