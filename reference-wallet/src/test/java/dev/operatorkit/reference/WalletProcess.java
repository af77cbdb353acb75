package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a wallet in its own process, which a test can stop, kill or starve of memory. */
final class WalletProcess implements AutoCloseable {
    private final Process process;
    private final @Nullable SmallDisk disk;
    private final String ready;

    private WalletProcess(Process process, @Nullable SmallDisk disk) throws IOException {
        this.process = process;
        this.disk = disk;
        ready = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(ready).startsWith("ready ");
    }

    /** Starts a wallet on a database, with four demo players and 192 MiB of heap. */
    static WalletProcess start(String url) throws IOException {
        return start(url, "-Xmx192m");
    }

    /** Starts a wallet with a heap size and additional options. */
    static WalletProcess start(String url, String memory, String... more) throws IOException {
        return new WalletProcess(silent(command(url, memory, more)).start(), null);
    }

    /** Starts a wallet for which that folder is a disk of limited size. */
    static WalletProcess startOnSmallDisk(Path folder, int mebibytes, String url) throws IOException {
        var disk = SmallDisk.start(folder, mebibytes, silent(command(url, "-Xmx192m")));
        return new WalletProcess(disk.process(), disk);
    }

    private static ProcessBuilder silent(ProcessBuilder command) {
        return command.redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Returns the command of {@code bin/wallet}, not started yet. */
    static ProcessBuilder command(String url, String memory, String... more) {
        var options = new ArrayList<>(List.of("--port", "0", "--host", "127.0.0.1", "--back-office-port", "-1"));
        options.addAll(List.of("--operations-port", "-1"));
        options.addAll(List.of("--db", url, "--demo-players", "4"));
        options.addAll(List.of(more));
        return bareCommand(memory, options);
    }

    /** Returns the command of {@code bin/wallet} with no other options than these, not started yet. */
    static ProcessBuilder bareCommand(String memory, List<String> options) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(
                List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", memory));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(options);
        var builder = new ProcessBuilder(command);
        builder.environment().put("OPERATORKIT_SECRET", WalletUnderTest.SECRET);
        return builder;
    }

    /** Returns the disk of a wallet that has one of its own. */
    SmallDisk disk() {
        return Objects.requireNonNull(disk);
    }

    String address() {
        return ready.substring("ready ".length());
    }

    /** Kills the process with {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends a signal, such as {@code STOP}. */
    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    long pid() {
        return process.pid();
    }

    /** Returns what its threads do, for the message of a test that waits in vain. */
    String threads() throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var dump = new ProcessBuilder(jcmd, "" + pid(), "Thread.print", "-l")
                .redirectErrorStream(true)
                .start();
        return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the process and returns its exit code. */
    int exit() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        kill();
    }
}
