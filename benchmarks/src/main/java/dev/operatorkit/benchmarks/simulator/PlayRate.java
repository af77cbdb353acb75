package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.benchmarks.ServerProcess;
import dev.operatorkit.simulator.command.Main;
import java.io.IOException;
import java.nio.file.Files;

/** How many rounds {@code simulator play} drives against a wallet that answers at once, in another process beside it. */
public final class PlayRate {
    private PlayRate() {}

    /** Plays as many rounds as the first argument says, 200000 when there is none, as many at once as the second says. */
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
