package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Starts applications that lack something: each must fail, and say what to do. */
class StartFailureTest {
    @TempDir
    Path folder;

    @Test
    void no_secret() {
        assertThat(failure(Casino.class))
                .contains("OperatorKit has no secret to verify callbacks and sign calls with.")
                .contains("Set operatorkit.secret-file to the file with the secret, or the environment variable"
                        + " OPERATORKIT_SECRET");
    }

    @Test
    void two_secrets() {
        assertThat(failure(Casino.class, Casino.SECRET_PROPERTY, "operatorkit.secret-file=secret.txt"))
                .contains("Both operatorkit.secret and operatorkit.secret-file are set.");
    }

    @Test
    void a_secret_file_that_does_not_exist() {
        assertThat(failure(Casino.class, "operatorkit.secret-file=" + folder.resolve("missing.txt")))
                .contains("operatorkit.secret-file is not valid: the secret file", "missing.txt does not exist");
    }

    @Test
    void a_secret_that_is_too_short_is_not_shown() {
        assertThat(failure(Casino.class, "operatorkit.secret=canary-short"))
                .contains("operatorkit.secret is not valid: a secret must have 16 to 4096 bytes, this one has 12")
                .doesNotContain("canary-short");
    }

    @Test
    void a_secret_whose_placeholder_has_no_value() {
        assertThat(failure(Casino.class, "operatorkit.secret=${NO_SUCH_VARIABLE_HERE}"))
                .contains("operatorkit.secret is not valid: its placeholder has no value");
    }

    @Test
    void a_misspelt_property_is_named_without_its_value() {
        assertThat(failure(Casino.class, Casino.SECRET_PROPERTY, "operatorkit.secert=canary-misspelt-secret"))
                .contains("OperatorKit has no property operatorkit.secert", "Correct or remove")
                .doesNotContain("canary-misspelt-secret");
    }

    @Test
    void a_missing_secret_with_lazy_initialization() {
        assertThat(failure(Casino.class, "spring.main.lazy-initialization=true"))
                .contains("OperatorKit has no secret");
    }

    @Test
    void a_reactive_application() {
        assertThatThrownBy(() -> new ReactiveStackAutoConfiguration()
                        .operatorKitServletStackCheck()
                        .afterPropertiesSet())
                .hasMessageContaining("in servlet applications only");
    }

    @Test
    void a_prefix_that_no_request_matches() {
        assertThat(failure(Casino.class, Casino.SECRET_PROPERTY, "operatorkit.wallet.prefix=/wallet/**"))
                .contains("operatorkit.wallet.prefix is not a path: \"/wallet/**\"", "such as /wallet");
    }

    @Test
    void a_source_that_is_no_address() {
        assertThat(failure(Casino.class, Casino.SECRET_PROPERTY, "operatorkit.wallet.allowed-sources=provider.example"))
                .contains("operatorkit.wallet.allowed-sources or trusted-proxies is not valid", "provider.example");
    }

    @Test
    void no_store() {
        assertThat(failure(PlayersOnly.class, Casino.SECRET_PROPERTY))
                .contains("no bean of type WalletStore", "Define one bean of type WalletStore");
    }

    @Test
    void two_stores() {
        assertThat(failure(TwoStores.class, Casino.SECRET_PROPERTY))
                .contains("several beans of type WalletStore: first, second", "@Primary");
    }

    @Test
    void no_players() {
        assertThat(failure(StoreOnly.class, Casino.SECRET_PROPERTY))
                .contains("no bean of type PlayerDirectory", "Define one bean of type PlayerDirectory");
    }

    @Test
    void a_client_without_operator() {
        assertThat(failure(
                        Casino.class, Casino.SECRET_PROPERTY, "operatorkit.client.base-url=https://provider.example"))
                .contains("Set operatorkit.client.operator to the operator id");
    }

    @Test
    void spring_boot_knows_the_analyzer() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, cause) -> {})))
                .hasAtLeastOneElementOfType(InvalidConfigurationFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(UnknownPropertyFailureAnalyzer.class);
    }

    private String failure(Class<?> application, String... properties) {
        var thrown = catchThrowable(
                () -> Application.start(application, folder, properties).close());
        System.clearProperty("catalina.home");
        var analysis = Stream.of(new InvalidConfigurationFailureAnalyzer(), new UnknownPropertyFailureAnalyzer())
                .map(analyzer -> analyzer.analyze(thrown))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no analysis", thrown));
        return analysis.getDescription() + "\n" + analysis.getAction();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class PlayersOnly {
        @Bean
        PlayerDirectory players() {
            return new InMemoryPlayers(new InMemoryWalletStore());
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class StoreOnly {
        @Bean
        WalletStore store() {
            return new InMemoryWalletStore();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoStores {
        @Bean
        WalletStore first() {
            return new InMemoryWalletStore();
        }

        @Bean
        WalletStore second() {
            return new InMemoryWalletStore();
        }
    }
}
