package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks the advice about a wallet that runs, and closes every connection. */
class UnresponsiveWalletTest {
    @Test
    void the_advice_names_the_log_of_a_wallet_that_is_running(@TempDir Path folder) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), ConfigurableWallet.SECRET);
        var out = new StringWriter();
        var command = new CommandLine(new ConformanceCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        try (var thread = Executors.newSingleThreadExecutor();
                var wallet = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            thread.execute(() -> closeConnections(wallet));
            var address = "http://127.0.0.1:" + wallet.getLocalPort();
            assertThat(command.execute(
                            "--wallet", address, "--secret-file", secret.toString(), "--token", "any", "--quick"))
                    .isEqualTo(3);
        }
        assertThat(out.toString())
                .contains("accepts connections and closes them without a response. See the wallet's log.")
                .doesNotContain("Start the wallet");
    }

    private static void closeConnections(ServerSocket wallet) {
        try {
            while (true) {
                var connection = wallet.accept();
                // Reads the start of the request, so that the end is no reset.
                connection.getInputStream().read(new byte[8192]);
                connection.close();
            }
        } catch (IOException e) {
            // closed: the test has ended
        }
    }
}
