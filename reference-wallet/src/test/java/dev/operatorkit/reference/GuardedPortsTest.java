package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the guard is in front of callbacks, back office and operations. Its own tests say what it refuses (fault matrix H1). */
class GuardedPortsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @Test
    void h1_a_malformed_request_to_any_port_gets_one_error_in_json_and_no_request_after_it_is_served()
            throws IOException {
        var file = folder.resolve("password").toString();
        try (var wallet = WalletUnderTest.on(
                TestDatabase.H2.freshUrl(), "--back-office-port", "0", "--back-office-password-file", file)) {
            for (var port : List.of(wallet.address(), wallet.backOffice(), wallet.operations())) {
                var host = "Host: " + URI.create(port).getAuthority() + "\r\n";
                try (var caller = new RawCaller(port)) {
                    caller.send("POST /login HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, identity\r\n\r\n"
                            + "0\r\n\r\nGET /health/live HTTP/1.1\r\n" + host + "\r\n");
                    assertThat(caller.readUntilClosed())
                            .as(port)
                            .startsWith("HTTP/1.1 400 ")
                            .contains("{\"message\":\"")
                            .containsOnlyOnce("HTTP/1.1 ");
                }
            }
        }
    }
}
