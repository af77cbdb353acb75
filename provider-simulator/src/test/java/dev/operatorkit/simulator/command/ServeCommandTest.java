package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code serve} in another process: its ready line, its token and its end. */
class ServeCommandTest {
    private static final Pattern READY = Pattern.compile("ready (http://127\\.0\\.0\\.1:(\\d+))");

    @TempDir
    Path home;

    private ProcessBuilder program(String... arguments) {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        var program = new ProcessBuilder(line);
        program.environment().keySet().removeIf(name -> name.startsWith("SIMULATOR_"));
        program.environment().put("OPERATORKIT_SECRET", "a-secret-for-tests");
        return program;
    }

    private static String output(Process process) throws IOException, InterruptedException {
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    @Test
    @Tag("thorough")
    void serve_prints_only_its_addresses_without_a_terminal_and_commands_of_the_same_user_can_connect()
            throws Exception {
        var server = program(
                        "serve",
                        "--port",
                        "0",
                        "--seed",
                        "7",
                        "--data",
                        home.resolve("data").toString())
                .start();
        try (var out = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            var ready = READY.matcher(out.readLine());
            assertThat(ready.matches()).isTrue();
            var token = home.resolve(".operatorkit").resolve("simulator-" + ready.group(2) + ".token");
            assertThat(Files.getPosixFilePermissions(token)).hasSize(2);

            var call = HttpRequest.newBuilder(URI.create(ready.group(1) + "/api/v1/games"))
                    .build();
            HttpClient.newHttpClient().send(call, BodyHandlers.discarding());
            var byEnvironment = program("clock", "+3d");
            byEnvironment.environment().put("SIMULATOR_SIMULATOR", ready.group(1));
            var moved = byEnvironment.start();
            assertThat(output(moved)).contains("3d ahead");
            assertThat(moved.exitValue()).isZero();

            server.toHandle().destroy(); // leaves the stream open
            assertThat(out.lines()).singleElement().asString().startsWith("console " + ready.group(1) + "/open?key=");
            assertThat(server.waitFor()).isEqualTo(143);
            assertThat(token).doesNotExist();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    @Tag("thorough")
    void commands_connect_to_a_separate_admin_port() throws Exception {
        var serve = program("serve", "--port", "0");
        serve.environment().put("SIMULATOR_ADMIN_PORT", "0");
        var server = serve.start();
        try (var out = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).matches(READY);
            var admin = out.readLine();
            assertThat(admin).startsWith("console http://127.0.0.1:");
            var moved = program("clock", "+3d", "--simulator", admin.replaceFirst("console (.*)/open.*", "$1"))
                    .start();
            assertThat(output(moved)).contains("3d ahead");
        } finally {
            server.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--return-to-player 7",
                "--catalogue nowhere.json",
                "--wallet file:///etc/passwd",
                "--allow-source here",
                "--admin-token-file nowhere",
                "--operators nowhere.json",
                "--ca-cert nowhere.pem",
                "--admin-port x",
                "--trusted-proxy here",
                "--port x"
            })
    void serve_with_an_invalid_option_exits_with_2(String wrong) throws IOException {
        var secret = Files.writeString(home.resolve("secret"), "a-secret-for-tests\n");
        var said = new StringWriter();
        var line = "serve --secret-file " + secret + " " + wrong;
        var code = Main.commandLine().setErr(new PrintWriter(said, true)).execute(line.split(" "));
        assertThat(code).isEqualTo(2);
        assertThat(said.toString().lines()).hasSizeLessThan(5).last().isEqualTo("See simulator serve --help.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--admin-port"})
    void a_port_in_use_is_one_line_with_the_port_and_its_option_and_nothing_is_written(String option) throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var line = "serve --data " + home.resolve("data") + (option.equals("--port") ? "" : " --port 0") + " "
                    + option + " " + taken.getLocalPort();
            var process = program(line.split(" ")).redirectErrorStream(true).start();
            assertThat(output(process).lines())
                    .containsExactly("simulator: Port " + taken.getLocalPort() + " of 127.0.0.1 is in use. Stop the"
                            + " program that uses it, or choose another port with " + option
                            + "; 0 takes a free one.");
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(home).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--secret canary-value", "--secret=canary-value", "--tokn canary-value"})
    void an_unknown_option_is_reported_without_its_value(String wrong) {
        var said = new StringWriter();
        var code = Main.commandLine().setErr(new PrintWriter(said, true)).execute(("serve " + wrong).split(" "));
        assertThat(code).isEqualTo(2);
        assertThat(said.toString()).startsWith("Unknown option: '--").doesNotContain("canary-value");
        assertThat(said.toString().lines()).hasSizeLessThan(4).last().isEqualTo("See simulator serve --help.");
    }

    @Test
    @Tag("thorough")
    void a_wrong_variable_is_named() throws Exception {
        var program = program("serve");
        program.environment().put("SIMULATOR_PORT", "abc");
        var process = program.redirectErrorStream(true).start();
        assertThat(output(process)).contains("'abc' is not an int (from SIMULATOR_PORT in the environment)");
        assertThat(process.exitValue()).isEqualTo(2);
    }
}
