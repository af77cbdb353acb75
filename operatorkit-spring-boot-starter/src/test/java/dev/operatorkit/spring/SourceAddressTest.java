package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.spring.JettyCallbackEndpointTest.JettyCasino;
import dev.operatorkit.spring.UndertowCallbackEndpointTest.UndertowCasino;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends {@code X-Forwarded-For}, which the web server itself believes with the strategy {@code native}. */
class SourceAddressTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(classes = {Casino.class, JettyCasino.class, UndertowCasino.class})
    void an_untrusted_client_cannot_name_its_own_address(Class<?> server) {
        try (var casino = start(server, "operatorkit.wallet.allowed-sources=192.0.2.10")) {
            assertThat(status(casino, "192.0.2.10")).isEqualTo(401);
        }
    }

    @Test
    void only_the_proxies_of_the_property_are_trusted() {
        try (var casino = start(
                Casino.class,
                "operatorkit.wallet.allowed-sources=192.0.2.10",
                "operatorkit.wallet.trusted-proxies=127.0.0.0/8")) {
            assertThat(status(casino, "192.0.2.10")).isEqualTo(200);
            assertThat(status(casino, "192.0.2.10, 198.51.100.7")).isEqualTo(401);
            assertThat(status(casino, "192.0.2.10, 10.0.0.1")).isEqualTo(401);
        }
    }

    private Application start(Class<?> server, String... properties) {
        var all = new String[properties.length + 2];
        all[0] = Casino.SECRET_PROPERTY;
        all[1] = "server.forward-headers-strategy=native";
        System.arraycopy(properties, 0, all, 2, properties.length);
        return Application.start(server, folder, all);
    }

    private static int status(Application casino, String forwardedFor) {
        var player = Casino.signed(SignedCallback.player("game", "canary-token-one"));
        return casino.send(player, "X-Forwarded-For", forwardedFor).statusCode();
    }
}
