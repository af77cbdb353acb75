package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code bin/demo}, the first command of a newcomer: it starts, or fails with one line, and leaves nothing running. */
@Timeout(300)
class DemoTest {
    private static final Pattern SECRET = Pattern.compile("Secret that both share +(\\S+)");
    private static final Pattern BACK_OFFICE =
            Pattern.compile("Back office of the wallet +(\\S+)\n +Log in there as +admin, with the password (\\S+)\n");
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
        var demo = start(Tree.ROOT, wallet, simulator);
        var output = readUntil(demo, "Ctrl-C stops all of this");
        var children = demo.descendants().toList();
        var secret = SECRET.matcher(output);
        assertThat(secret.find()).as(output).isTrue();
        assertThat(Path.of(secret.group(1))).isNotEmptyFile();
        assertThat(status("http://127.0.0.1:" + simulator + "/")).isEqualTo(200);
        assertThat(status("http://127.0.0.1:" + wallet + "/wallet/player")).isEqualTo(401);
        assertThat(catalogue(output)).contains("Cherry Rush");
        assertThat(COMMAND.matcher(output).results().map(command -> command.group(1)))
                .hasSize(5)
                .allSatisfy(command -> assertWorksFromAnotherFolder(command));

        ctrlC(demo);

        assertThat(demo.waitFor()).isEqualTo(130);
        assertThat(children).hasSizeGreaterThanOrEqualTo(2).noneMatch(ProcessHandle::isAlive);
        assertThat(List.of(wallet, simulator)).noneMatch(DemoTest::answers);
        assertThat(Path.of(secret.group(1)).getParent()).doesNotExist();
    }

    @Test
    @Tag("thorough")
    void a_port_in_use_is_reported_in_one_line() throws Exception {
        try (var wallet = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEndsWithOneLine(
                    start(Tree.ROOT, wallet.getLocalPort(), FreePort.choose()), "" + wallet.getLocalPort());
        }
        try (var simulator = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEndsWithOneLine(
                    start(Tree.ROOT, FreePort.choose(), simulator.getLocalPort()), "" + simulator.getLocalPort());
        }
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

    @Test
    void a_jdk_that_is_too_old_is_reported_in_one_line(@TempDir Path clone) throws Exception {
        for (var file : Tree.files(file -> file.startsWith(Tree.ROOT.resolve("bin")))) {
            // A version that nobody has installed.
            RunnableFile.write(
                    clone.resolve(Tree.ROOT.relativize(file)),
                    Tree.read(file).replace("oldest_jdk=21", "oldest_jdk=900"));
        }
        assertEndsWithOneLine(start(clone, FreePort.choose(), FreePort.choose()), "needs a JDK 900 or newer");
    }

    /** Logs in to the back office with the printed password and returns its page of the provider's games. */
    private static String catalogue(String output) throws Exception {
        var backOffice = BACK_OFFICE.matcher(output);
        assertThat(backOffice.find()).as(output).isTrue();
        var address = URI.create(backOffice.group(1));
        try (var http = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            http.send(
                    HttpRequest.newBuilder(address.resolve("/login"))
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(BodyPublishers.ofString("password=" + backOffice.group(2)))
                            .build(),
                    BodyHandlers.discarding());
            var page = HttpRequest.newBuilder(address.resolve("/catalogue")).build();
            return http.send(page, BodyHandlers.ofString()).body();
        }
    }

    private static void assertWorksFromAnotherFolder(String command) throws Exception {
        var builder = new ProcessBuilder("sh", "-c", "exec " + command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(WITHOUT_ARCHIVES);
        var process = builder.start();
        if (command.contains(" --follow")) {
            assertThat(process.inputReader().readLine()).as(command).contains("GET /api/v1/games");
            process.destroy();
        } else {
            var output = process.inputReader().lines().toList();
            assertThat(process.waitFor())
                    .as(command + "\n" + String.join("\n", output))
                    .isZero();
        }
    }

    private static void assertEndsWithOneLine(Process demo, String word) throws Exception {
        assertThat(demo.waitFor(1, TimeUnit.MINUTES)).as("the demo has ended").isTrue();
        assertThat(demo.inputReader().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("demo: ").contains(word));
        assertThat(demo.exitValue()).isEqualTo(69);
    }

    /** Starts the demo in its own process group with default signal handling, as a terminal does. */
    private Process start(Path clone, int walletPort, int simulatorPort) throws IOException {
        var builder = new ProcessBuilder(
                        "setsid",
                        "env",
                        "--default-signal=INT",
                        clone.resolve("bin/demo").toString())
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
