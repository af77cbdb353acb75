package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A wallet in a process of its own, to be stopped, killed or starved as one in the field is. */
final class WalletProcess implements AutoCloseable {
    private final Process process;
    private final String ready;

    private WalletProcess(Process process, String ready) {
        this.process = process;
        this.ready = ready;
    }

    /** On that database, with four demo players, in 192 MiB. */
    static WalletProcess start(String url) throws IOException {
        return start(url, "-Xmx192m");
    }

    static WalletProcess start(String url, String memory) throws IOException {
        var process = command(url, memory)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var ready =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(ready).startsWith("ready ");
        return new WalletProcess(process, ready);
    }

    /** As {@code bin/wallet} would; not started yet. */
    static ProcessBuilder command(String url, String memory) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(
                List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", memory));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("--port", "0", "--host", "127.0.0.1", "--back-office-port", "-1"));
        command.addAll(List.of("--operations-port", "-1"));
        command.addAll(List.of("--db", url, "--demo-players", "4"));
        var builder = new ProcessBuilder(command);
        builder.environment().put("OPERATORKIT_SECRET", WalletUnderTest.SECRET);
        return builder;
    }

    String address() {
        return ready.substring("ready ".length());
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Such as {@code STOP}. */
    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it exits with, once it does. */
    int exit() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        kill();
    }
}
