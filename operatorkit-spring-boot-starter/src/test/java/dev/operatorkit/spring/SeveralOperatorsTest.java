package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.ErrorResponseException;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Starts an application with two brands: one has another store, and both share the players and a listener. */
class SeveralOperatorsTest {
    private static final String OTHER_SECRET = "another-secret-of-the-starter";

    @Test
    void each_operator_has_its_secret_path_store_client_and_listeners(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("secret.txt"), OTHER_SECRET);
        try (var red = FakeCustomerApi.start();
                var blue = FakeCustomerApi.start();
                var application = Application.start(
                        Brands.class,
                        folder,
                        "operatorkit.operators.red.secret=" + Casino.SECRET,
                        "operatorkit.operators.red.client.base-url=" + red.baseUrl(),
                        "operatorkit.operators.red.client.operator=red",
                        "operatorkit.operators.blue.secret-file=" + file,
                        "operatorkit.operators.blue.wallet.prefix=/blue",
                        "operatorkit.operators.blue.client.base-url=" + blue.baseUrl(),
                        "operatorkit.operators.blue.client.operator=blue")) {
            var debit = SignedCallback.debit("bet").player("ann").stake("1.00");
            assertThat(application.send(Casino.signed(debit)).statusCode()).isEqualTo(200);
            assertThat(application.send(Casino.signed(debit, "/blue")).statusCode())
                    .isEqualTo(401);
            var ofBlue = debit.sign("/blue", SecretKeys.of("another-secret-of-the-starter"), Clock.systemUTC());
            assertThat(application.send(ofBlue).statusCode()).isEqualTo(422); // its store has no accounts

            var brands = application.bean(Brands.class);
            assertThat(brands.seen).containsExactly("all bet", "red bet");
            assertThat(application
                            .bean(MeterRegistry.class)
                            .get("operatorkit.wallet.applied")
                            .tags("operator", "red", "kind", "debit")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(brands.redStore.findTransaction("bet")).isPresent();
            assertThat(application
                            .bean(HealthEndpoint.class)
                            .healthForPath("operatorKitWallet")
                            .getStatus())
                    .isEqualTo(Status.UP);

            // Neither fake knows the secret, so both answer 401.
            brands.seen.clear();
            var clients = application.bean(Clients.class);
            assertThatThrownBy(clients.blue()::fetchCatalogue).isInstanceOf(ErrorResponseException.class);
            assertThatThrownBy(clients.red()::fetchCatalogue).isInstanceOf(ErrorResponseException.class);
            assertThat(brands.seen).containsExactly("blue CATALOGUE");
            assertThat(red.received()).hasSize(1);
            assertThat(blue.received()).hasSize(1);
        }
    }

    @Test
    void an_application_without_a_web_server_has_the_clients_alone(@TempDir Path folder) {
        try (var application = Application.start(
                OwnBeansTest.NoWallet.class,
                folder,
                "spring.main.web-application-type=none",
                "operatorkit.operators.red.secret=" + Casino.SECRET,
                "operatorkit.operators.red.client.base-url=https://provider.example",
                "operatorkit.operators.red.client.operator=red",
                "operatorkit.operators.blue.secret=" + Casino.SECRET)) {
            assertThat(application.context().getBeansOfType(CustomerApi.class)).hasSize(1);
            assertThat(application.context().getBeansOfType(Wallet.class)).isEmpty();
        }
    }

    record Clients(CustomerApi red, CustomerApi blue) {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Brands {
        final Queue<String> seen = new ConcurrentLinkedQueue<>();
        final InMemoryWalletStore redStore = new InMemoryWalletStore();

        @Bean
        @Qualifier("red")
        InMemoryWalletStore redStore() {
            redStore.openAccount("ann", Money.of("1000", "EUR"));
            return redStore;
        }

        @Bean
        InMemoryWalletStore otherStore() {
            return new InMemoryWalletStore();
        }

        @Bean
        InMemoryPlayers players() {
            return new InMemoryPlayers(redStore);
        }

        @Bean
        @Order(2)
        @Qualifier("red")
        WalletListener ofRed() {
            return listener("red");
        }

        @Bean
        @Order(1)
        WalletListener ofAll() {
            return listener("all");
        }

        @Bean
        @Qualifier("blue")
        WalletListener ofBlue() {
            return listener("blue");
        }

        @Bean
        @Qualifier("blue")
        CallListener callsOfBlue() {
            return attempt -> seen.add("blue " + attempt.operation());
        }

        @Bean
        Clients clients(@Qualifier("red") CustomerApi red, @Qualifier("blue") CustomerApi blue) {
            return new Clients(red, blue);
        }

        private WalletListener listener(String name) {
            return new WalletListener() {
                @Override
                public void onApplied(StoredTransaction transaction) {
                    seen.add(name + " " + transaction.transactionId());
                }
            };
        }
    }
}
