package dev.operatorkit.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Runs a server in its own process, as users do. Once it serves requests it prints {@code ready} and its address, or Spring Boot its port. */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready (.*)|.*Tomcat started on port (\\d+) .*");

    private final Process process;
    private final URI address;

    /** Starts a command and waits until it is ready. */
    public ServerProcess(ProcessBuilder command) throws IOException {
        process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var said = new StringBuilder();
        for (var line = out.readLine(); line != null; line = out.readLine()) {
            var ready = READY.matcher(line);
            if (ready.matches()) {
                address = URI.create(ready.group(1) == null ? "http://127.0.0.1:" + ready.group(2) : ready.group(1));
                return;
            }
            said.append(line).append('\n');
        }
        process.destroy();
        throw new IllegalStateException(command.command() + " did not start. It printed: " + said);
    }

    /** Returns the URL of the server. */
    public URI address() {
        return address;
    }

    /** Returns the id of the process. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
