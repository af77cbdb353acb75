package dev.operatorkit.benchmarks.wallet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The wallet as {@code bin/wallet} runs it, in a process of its own. */
final class WalletProcess implements AutoCloseable {
    static final String SECRET = "a-secret-for-measuring";

    private final Process process;
    private final int port;

    WalletProcess(String database, int players) throws IOException {
        this(database, players, "");
    }

    /** With more for the JVM than {@code JAVA_OPTS} says. */
    WalletProcess(String database, int players, String javaOptions) throws IOException {
        List<String> command = new ArrayList<>(List.of("bin/wallet"));
        command.addAll(List.of("--port", "0", "--host", "127.0.0.1", "--back-office-port", "-1"));
        command.addAll(List.of("--db", database, "--demo-players", "" + players));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("OPERATORKIT_SECRET", SECRET);
        builder.environment().merge("JAVA_OPTS", javaOptions, (given, more) -> given + " " + more);
        process = builder.directory(Path.of("").toAbsolutePath().toFile()).start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var ready = out.readLine();
        if (ready == null || !ready.startsWith("ready ")) {
            process.destroy();
            throw new IllegalStateException("the wallet did not start: " + ready);
        }
        port = URI.create(ready.substring("ready ".length())).getPort();
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** Proves the books; an exception when they are broken. */
    static void audit(String database) throws IOException, InterruptedException {
        var audit = new ProcessBuilder("bin/wallet", "audit", "--db", database)
                .inheritIO()
                .start();
        if (audit.waitFor() != 0) {
            throw new IllegalStateException("the books are broken");
        }
    }
}
