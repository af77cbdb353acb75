package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.simulator.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many rounds {@code simulator play} drives against a wallet that answers at once, in another process beside it. */
public final class PlayRate {
    private PlayRate() {}

    /** Plays as many rounds as the first argument says, 200000 when there is none, as many at once as the second says. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var rounds = args.length > 0 ? args[0] : "200000";
        var atOnce = args.length > 1 ? args[1] : "32";
        var secret = Files.writeString(Files.createTempFile("play-rate", ".secret"), "a-secret-for-measuring\n");
        var wallet = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        InstantWallet.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var code = 1;
        try (var out = new BufferedReader(new InputStreamReader(wallet.getInputStream(), StandardCharsets.UTF_8))) {
            code = Main.commandLine()
                    .execute(
                            "play",
                            "--wallet",
                            out.readLine(),
                            "--secret-file",
                            secret.toString(),
                            "--players",
                            "64",
                            "--rounds",
                            rounds,
                            "--concurrency",
                            atOnce);
        } finally {
            wallet.destroy();
            Files.delete(secret);
        }
        System.exit(code);
    }
}
