package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.ErrorResponseException;
import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.testkit.SignedCallback;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

/** Starts applications that define beans, a client, or no wallet. */
class OwnBeansTest {
    @TempDir
    Path folder;

    @Test
    void a_wallet_of_the_application_replaces_store_and_players() {
        try (var application = Application.start(OwnLedger.class, folder, Casino.SECRET_PROPERTY)) {
            assertThat(application.context().getBeansOfType(TransactionalWallet.class))
                    .isEmpty();
            assertThat(application
                            .send(Casino.signed(SignedCallback.debit("bet-1").player("player-one")))
                            .statusCode())
                    .isEqualTo(422);
            assertThat(application
                            .bean(HealthEndpoint.class)
                            .healthForPath("operatorKitWallet")
                            .getStatus())
                    .isEqualTo(Status.DOWN);
        }
    }

    @Test
    void every_policy_of_the_application_is_asked_and_its_refusals_are_counted() {
        try (var application = Application.start(PolicyCasino.class, folder, Casino.SECRET_PROPERTY)) {
            var debit = SignedCallback.debit("bet-1").player("player-one").token("canary-token-one");
            assertThat(application.send(Casino.signed(debit.stake("1.00"))).statusCode())
                    .isEqualTo(200);
            var refused = SignedCallback.debit("bet-2").player("player-one").token("canary-token-one");
            var response = application.send(Casino.signed(refused.stake("50.00")));
            assertThat(response.statusCode()).isEqualTo(422);
            assertThat(response.body()).contains("Your limit is reached.");
            assertThat(application
                            .bean(MeterRegistry.class)
                            .get("operatorkit.wallet.refused.by.policy")
                            .tag("reason", "limit")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(application.bean(PolicyCasino.class).wrapped).containsExactly(application.bean(Wallet.class));
        }
    }

    @Test
    void the_client_is_configured_by_properties_measured_and_heard_by_all() throws Exception {
        var file = Files.writeString(folder.resolve("secret.txt"), "a-secret-that-no-one-checks\n");
        try (var provider = FakeCustomerApi.start();
                var application = Application.start(
                        NoWallet.class,
                        folder,
                        "operatorkit.wallet.enabled=false",
                        "operatorkit.secret-file=" + file,
                        "operatorkit.client.base-url=" + provider.baseUrl(),
                        "operatorkit.client.operator=" + provider.operator(),
                        "operatorkit.client.max-attempts=1")) {
            provider.next(Operation.CATALOGUE).respond(500, "{}");
            assertThatThrownBy(() -> application.bean(CustomerApi.class).fetchCatalogue())
                    .isInstanceOf(ErrorResponseException.class);

            assertThat(application
                            .bean(MeterRegistry.class)
                            .get("operatorkit.client.attempts")
                            .tags("operation", "catalogue", "result", "unauthorized", "retry", "false")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(application.bean(NoWallet.class).heard).containsExactly("first", "second", "customized");
            assertThat(application.get("/wallet/player").statusCode()).isNotEqualTo(200);
            assertThat(application.context().getBeansOfType(Wallet.class)).isEmpty();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NoWallet {
        final List<String> heard = new CopyOnWriteArrayList<>();

        @Bean
        @Order(2)
        CallListener second() {
            return attempt -> heard.add("second");
        }

        @Bean
        @Order(1)
        CallListener first() {
            return attempt -> heard.add("first");
        }

        @Bean
        CustomerApiCustomizer customized() {
            return client -> client.listener(attempt -> heard.add("customized"));
        }
    }

    private enum Why {
        LIMIT
    }

    @Import(Casino.class)
    static class PolicyCasino {
        final Queue<Wallet> wrapped = new ConcurrentLinkedQueue<>();

        @Bean
        WalletCustomizer remembering() {
            return wallet -> {
                wrapped.add(wallet);
                return wallet;
            };
        }

        @Bean
        DebitPolicy acceptsAll() {
            return DebitPolicy.ACCEPT_ALL;
        }

        @Bean
        DebitPolicy limit() {
            return debit -> debit.stake().minorUnits() > 10_00
                    ? Optional.of(new PolicyRefusal(Why.LIMIT, "Your limit is reached."))
                    : Optional.empty();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OwnLedger {
        /** Returns a wallet that refuses every movement, and cannot read its ledger. */
        @Bean
        Wallet wallet() {
            return (Wallet) Proxy.newProxyInstance(
                    Wallet.class.getClassLoader(),
                    new Class<?>[] {Wallet.class},
                    (wallet, method, values) -> switch (method.getName()) {
                        case "listener" -> WalletListener.NO_OP;
                        case "debit", "answerInvalid" -> new Outcome.Refused("closed");
                        case "hashCode" -> System.identityHashCode(wallet);
                        default -> throw new IllegalStateException("the ledger is not reachable");
                    });
        }
    }
}
