package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends {@code X-Forwarded-For}, which the web server itself believes with the strategy {@code native}. */
class SourceAddressTest {
    @TempDir
    Path folder;

    @Test
    void an_untrusted_client_cannot_name_its_own_address() {
        try (var casino = start("operatorkit.wallet.allow-source=192.0.2.10", "operatorkit.currencies.STARTER=3")) {
            assertThat(CurrencyCode.of("STARTER").decimals()).isEqualTo(3);
            assertThat(status(casino, "192.0.2.10")).isEqualTo(401);
        }
    }

    @Test
    void only_the_proxies_of_the_property_are_trusted() {
        try (var casino =
                start("operatorkit.wallet.allow-source=192.0.2.10", "operatorkit.wallet.trusted-proxy=127.0.0.0/8")) {
            assertThat(status(casino, "192.0.2.10")).isEqualTo(200);
            assertThat(status(casino, "192.0.2.10, 198.51.100.7")).isEqualTo(401);
            assertThat(status(casino, "192.0.2.10, 10.0.0.1")).isEqualTo(401);
        }
    }

    private Application start(String... properties) {
        var all = new String[properties.length + 2];
        all[0] = Casino.SECRET_PROPERTY;
        all[1] = "server.forward-headers-strategy=native";
        System.arraycopy(properties, 0, all, 2, properties.length);
        return Application.start(Casino.class, folder, all);
    }

    private static int status(Application casino, String forwardedFor) {
        var player = Casino.signed(SignedCallback.player("game", "canary-token-one"));
        return casino.send(player, "X-Forwarded-For", forwardedFor).statusCode();
    }
}
