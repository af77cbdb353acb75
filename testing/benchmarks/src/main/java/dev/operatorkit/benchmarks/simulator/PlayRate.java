package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.benchmarks.ServerProcess;
import dev.operatorkit.simulator.command.Main;
import java.io.IOException;
import java.nio.file.Files;

/** Measures the round rate of {@code simulator play} against a wallet that responds immediately, in another process. */
public final class PlayRate {
    private PlayRate() {}

    /** Takes the number of rounds, 200000 by default, and the concurrency, 32 by default. */
    public static void main(String[] args) throws IOException {
        var rounds = args.length > 0 ? args[0] : "200000";
        var atOnce = args.length > 1 ? args[1] : "32";
        var secret = Files.writeString(Files.createTempFile("play-rate", ".secret"), "a-secret-for-measuring\n");
        var code = 1;
        try (var wallet = ServerProcess.of(InstantWallet.class)) {
            code = Main.commandLine()
                    .execute(
                            "play",
                            "--wallet",
                            wallet.address().toString(),
                            "--secret-file",
                            secret.toString(),
                            "--players",
                            "64",
                            "--rounds",
                            rounds,
                            "--concurrency",
                            atOnce);
        } finally {
            Files.delete(secret);
        }
        System.exit(code);
    }
}
