package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.Scenario.Setup;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the operator's own command once for each scenario. */
public final class CommandDriver implements Actor {
    private static final int MAX_OUTPUT = 256 * 1024;
    private static final int MAX_LINE_LENGTH = 200;

    private final List<String> command;
    private final String operator;
    private final Path secretFile;
    private final Duration limit;

    public CommandDriver(List<String> command, String operator, Path secretFile, Duration limit) {
        this.command = List.copyOf(command);
        this.operator = operator;
        this.secretFile = secretFile.toAbsolutePath();
        this.limit = limit;
    }

    @Override
    public Outcome act(Scenario scenario, Setup setup, URI base) throws IOException, InterruptedException {
        var process = start(scenario, setup, base);
        var output = new ByteArrayOutputStream();
        var reader = Thread.ofVirtual().start(() -> read(process.getInputStream(), output));
        try {
            var ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                stop(process);
            }
            reader.join(TimeUnit.SECONDS.toMillis(1));
            var text = text(output);
            return new Outcome(
                    text,
                    ended
                            ? end(process.exitValue(), text)
                            : "it did not end within " + limit.toSeconds() + " s and was stopped");
        } finally {
            stop(process);
        }
    }

    private Process start(Scenario scenario, Setup setup, URI base) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
        var environment = builder.environment();
        environment.put("OPERATORKIT_BASE_URL", base.toString());
        environment.put("OPERATORKIT_OPERATOR", operator);
        environment.put("OPERATORKIT_SECRET_FILE", secretFile.toString());
        environment.put("OPERATORKIT_SCENARIO", setup.task().json(scenario.id()));
        environment.remove("OPERATORKIT_SECRET");
        return builder.start();
    }

    private static void stop(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void read(InputStream in, ByteArrayOutputStream output) {
        try (in) {
            var buffer = new byte[8192];
            for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                synchronized (output) {
                    output.write(buffer, 0, Math.min(read, MAX_OUTPUT - output.size()));
                }
            }
        } catch (IOException e) {
            // The command was stopped.
        }
    }

    private static String text(ByteArrayOutputStream output) {
        synchronized (output) {
            return output.toString(StandardCharsets.UTF_8);
        }
    }

    private static String end(int code, String output) {
        if (code == 0) {
            return "";
        }
        var last = output.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
        return "the command ended with " + code
                + (last.isEmpty() ? "" : ": " + last.substring(0, Math.min(MAX_LINE_LENGTH, last.length())));
    }
}
