package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the wallet with {@code bin/wallet} in its own process. */
final class WalletProcess implements AutoCloseable {
    static final String SECRET = "a-secret-for-measuring";

    private final ServerProcess process;

    WalletProcess(String database, int players) throws IOException {
        this(database, players, "");
    }

    /** Starts a wallet with JVM options in addition to {@code JAVA_OPTS}. */
    WalletProcess(String database, int players, String javaOptions) throws IOException {
        this(database, players, javaOptions, List.of());
    }

    /** Starts a wallet with additional JVM options and command line options. */
    WalletProcess(String database, int players, String javaOptions, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of("bin/wallet"));
        command.addAll(List.of("--port", "0", "--host", "127.0.0.1", "--back-office-port", "-1"));
        command.addAll(List.of("--operations-port", "-1"));
        command.addAll(List.of("--db", database, "--demo-players", "" + players));
        command.addAll(more);
        var builder = new ProcessBuilder(command);
        builder.environment().put("OPERATORKIT_SECRET", SECRET);
        builder.environment().merge("JAVA_OPTS", javaOptions, (given, added) -> given + " " + added);
        process = new ServerProcess(builder);
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
        var audit = new ProcessBuilder("bin/wallet", "audit", "--db", database)
                .inheritIO()
                .start();
        if (audit.waitFor() != 0) {
            throw new IllegalStateException("the ledger does not balance; run bin/wallet audit");
        }
    }
}
