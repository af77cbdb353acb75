package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.ServerProcess;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a wallet in its own process: ours with {@code bin/wallet}, or one of {@code testing/peers}. */
final class WalletProcess implements AutoCloseable {
    static final String SECRET = "a-secret-for-measuring";

    private static final Path PEERS = Path.of("testing/peers/target");
    private static final Path QUICK_START = Path.of("examples/standalone/spring-boot/src/main");

    private final ServerProcess process;

    WalletProcess(String database, int players) throws IOException {
        this(database, players, "");
    }

    /** Starts a wallet with JVM options in addition to {@code JAVA_OPTS}. */
    WalletProcess(String database, int players, String javaOptions) throws IOException {
        this(Path.of(""), database, players, javaOptions, List.of());
    }

    /** Starts a wallet with additional JVM options and command line options. */
    WalletProcess(String database, int players, String javaOptions, List<String> more) throws IOException {
        this(Path.of(""), database, players, javaOptions, more);
    }

    private WalletProcess(Path folder, String database, int players, String javaOptions, List<String> more)
            throws IOException {
        var launcher = folder.resolve("bin/wallet").toAbsolutePath().toString();
        List<String> command = new ArrayList<>(List.of(launcher));
        command.addAll(List.of("--port", "0", "--back-office-port", "-1"));
        if (!more.contains("--operations-port")) {
            command.addAll(List.of("--operations-port", "-1"));
        }
        command.addAll(List.of("--db", database, "--demo-players", "" + players));
        command.addAll(more);
        var builder = new ProcessBuilder(command);
        builder.environment().put("OPERATORKIT_SECRET", SECRET);
        builder.environment().put("WALLET_BIND", "127.0.0.1");
        builder.environment().put("WALLET_HOST", "127.0.0.1"); // its name in versions to compare with
        builder.environment().merge("JAVA_OPTS", javaOptions, (given, added) -> given + " " + added);
        process = new ServerProcess(builder);
    }

    /** Starts the wallet of another version, which is built in this folder. */
    static WalletProcess of(Path folder, String database, int players) throws IOException {
        return new WalletProcess(folder, database, players, "", List.of());
    }

    private WalletProcess(ServerProcess process) {
        this.process = process;
    }

    /**
     * Starts the wallet on Spring Boot and JdbcTemplate, on tables that {@code bin/wallet} created, with the planner settings of the
     * wallet's sessions.
     */
    static WalletProcess onSpring(String database, int connections) throws IOException {
        var planner =
                URLEncoder.encode(Postgres.INDEX_PLANS, StandardCharsets.UTF_8).replace("+", "%20");
        return onSpring(
                Map.of("OPERATORKIT_SECRET", SECRET),
                PEERS.resolve("classes"),
                "dev.operatorkit.peers.spring.JdbcTemplateWallet",
                "--spring.datasource.hikari.maximum-pool-size=" + connections,
                "--spring.datasource.url=" + database + "&options=" + planner);
    }

    /** Starts the application of the quick start, with the starter and the published store. */
    static WalletProcess ofQuickStart(String database, boolean virtualThreads) throws IOException {
        var secret = Files.writeString(Files.createTempFile("secret", ".txt"), SECRET);
        secret.toFile().deleteOnExit();
        return onSpring(
                Map.of("OPERATORKIT_SECRET_FILE", secret.toString()),
                QUICK_START.resolve("resources"),
                QUICK_START.resolve("java/com/example/casino/Casino.java").toString(),
                "--operatorkit.wallet.store.prefix=",
                "--operatorkit.wallet.session-cache=60s", // the other wallet keeps its sessions too
                "--spring.threads.virtual.enabled=" + virtualThreads,
                "--spring.datasource.url=" + database,
                "--spring.main.banner-mode=off",
                "--server.tomcat.max-keep-alive-requests=-1");
    }

    private static WalletProcess onSpring(Map<String, String> environment, Path classes, String... command)
            throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var all =
                new ArrayList<>(List.of(java, "-cp", classes + ":" + Files.readString(PEERS.resolve("run.classpath"))));
        all.addAll(List.of(command));
        all.addAll(List.of("--server.port=0", "--server.address=127.0.0.1"));
        var builder = new ProcessBuilder(all);
        builder.environment().putAll(environment);
        return new WalletProcess(new ServerProcess(builder));
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return process.address().getPort();
    }

    @Override
    public void close() {
        process.close();
    }

    /** Audits the ledger and throws an exception when it does not balance. */
    static void audit(String database) throws IOException, InterruptedException {
        var process = new ProcessBuilder("bin/wallet", "audit", "--db", database)
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("The ledger of " + database
                    + " does not balance, so the figures of this run mean nothing. It printed:\n" + said);
        }
    }
}
