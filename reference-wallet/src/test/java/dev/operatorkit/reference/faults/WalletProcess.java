package dev.operatorkit.reference.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.Main;
import dev.operatorkit.reference.WalletUnderTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a wallet in its own process, which a test can stop or kill. */
final class WalletProcess implements AutoCloseable {
    private final Process process;
    private final String ready;

    private WalletProcess(Process process) throws IOException {
        this.process = process;
        ready = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(ready).startsWith("ready ");
    }

    /** Starts a wallet on a database, with four demo players. */
    static WalletProcess start(String url) throws IOException {
        return new WalletProcess(
                command(url).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** Returns the command of {@code bin/wallet}, not started yet. */
    static ProcessBuilder command(String url) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("--port", "0", "--bind", "127.0.0.1", "--back-office-port", "-1"));
        command.addAll(List.of("--operations-port", "-1", "--db", url, "--demo-players", "4"));
        var builder = new ProcessBuilder(command);
        builder.environment().put("OPERATORKIT_SECRET", WalletUnderTest.SECRET);
        return builder;
    }

    String address() {
        return ready.substring("ready ".length());
    }

    /** Kills the process with {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
