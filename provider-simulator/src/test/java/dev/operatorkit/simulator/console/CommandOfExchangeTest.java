package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command of the exchange page, and compares what the wallet received with the exchange, byte for byte. */
class CommandOfExchangeTest extends SimulatorTest {
    private static final String NASTY = "'\"`$(id)${x}%s!! \\u000a ''' @/etc \u00e9e\u0301 \u5d8e \ud83c\udfb0 \n";

    @TempDir
    Path folder;

    private Entry debit(String body) {
        engine().sender()
                .send(
                        Callback.post(CallbackKind.DEBIT, body.getBytes(StandardCharsets.UTF_8)),
                        new CallbackContext("demo", "player-1", "r", "d", 1, CurrencyCode.of("EUR")));
        return newest(simulator);
    }

    @Test
    void the_command_sends_the_same_bytes_with_the_signature_of_the_sign_command() throws Exception {
        var entry = debit("{\"note\":\"" + NASTY + "\"}");
        var line = RawMessage.of(entry.request()).command(false).orElseThrow();
        assertThat(line).doesNotContain(FakeWallet.SECRET);
        wallet.server().received.clear();
        var sign = folder.resolve("bin/simulator");
        Files.createDirectories(sign.getParent());
        Files.writeString(sign, "#!/bin/sh\necho \"$*\"\n");
        assertThat(sign.toFile().setExecutable(true)).isTrue();
        var process = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        process.waitFor();

        var sent = RawMessage.of(entry.request());
        assertThat(wallet.server().received).singleElement().satisfies(received -> {
            assertThat(received.method()).isEqualTo(sent.method());
            assertThat(received.target()).isEqualTo(sent.target());
            assertThat(received.body()).isEqualTo(sent.body());
            assertThat(received.values("X-Svc-Signature"))
                    .singleElement()
                    .asString()
                    .contains("--path /wallet/debit --body-file body.json");
        });
    }

    @Test
    void bytes_that_are_not_known_or_that_no_url_can_hold_have_no_command() {
        for (var request : new String[] {
            "POST /wallet/debit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{}",
            "GET /\u00e9\"' HTTP/1.1\r\nHost: localhost\r\n\r\n",
            ""
        }) {
            assertThat(RawMessage.of(request.getBytes(StandardCharsets.UTF_8)).command(false))
                    .isEmpty();
        }
    }
}
