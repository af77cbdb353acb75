package dev.operatorkit.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Runs a server in its own process, as users do: it prints {@code ready} and its address once it serves requests. */
public final class ServerProcess implements AutoCloseable {
    private static final String READY = "ready ";

    private final Process process;
    private final URI address;

    /** Starts a command and waits until it is ready. */
    public ServerProcess(ProcessBuilder command) throws IOException {
        process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var said = out.readLine();
        if (said == null || !said.startsWith(READY)) {
            process.destroy();
            throw new IllegalStateException(command.command() + " did not start. It printed: " + said);
        }
        address = URI.create(said.substring(READY.length()));
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
