package dev.operatorkit.benchmarks.wallet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a wallet in its own process, as users do: ours with {@code bin/wallet}, or one of {@code testing/peers}. */
final class WalletProcess implements AutoCloseable {
    static final String SECRET = "a-secret-for-measuring";

    private static final Path PEERS = Path.of("testing/peers/target");
    private static final String READY = "ready ";

    private final Process process;
    private final URI address;

    /** Starts a command and waits until it prints {@code ready} and its address. */
    private WalletProcess(ProcessBuilder command) throws IOException {
        command.environment().put("OPERATORKIT_SECRET", SECRET);
        process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroy();
            throw new IllegalStateException(command.command() + " did not start. It printed: " + line);
        }
        address = URI.create(line.substring(READY.length()));
    }

    /** Starts our wallet with additional command line options. */
    static WalletProcess start(String database, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("bin/wallet", "--port", "0", "--host", "127.0.0.1"));
        command.addAll(List.of("--back-office-port", "-1", "--operations-port", "-1"));
        command.addAll(List.of("--db", database, "--demo-players", "" + BenchmarkEnvironment.PLAYERS));
        command.addAll(List.of(more));
        return new WalletProcess(new ProcessBuilder(command));
    }

    /**
     * Starts the wallet on Spring Boot and JdbcTemplate, on tables that {@code bin/wallet} created, with the planner settings of the
     * wallet's sessions.
     */
    static WalletProcess startSpring(String database, int connections) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = PEERS.resolve("classes") + ":" + Files.readString(PEERS.resolve("run.classpath"));
        var planner =
                URLEncoder.encode(Postgres.INDEX_PLANS, StandardCharsets.UTF_8).replace("+", "%20");
        return new WalletProcess(new ProcessBuilder(
                java,
                "-cp",
                classes,
                "dev.operatorkit.peers.spring.JdbcTemplateWallet",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.hikari.maximum-pool-size=" + connections,
                "--spring.datasource.url=" + database + "&options=" + planner));
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return address.getPort();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** Audits the ledger and throws an exception when it does not balance. */
    static void audit(String database) throws IOException, InterruptedException {
        var process = new ProcessBuilder("bin/wallet", "audit", "--db", database)
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("The ledger of " + database
                    + " does not balance, so the figures of this run mean nothing. It printed:\n" + output);
        }
    }
}
