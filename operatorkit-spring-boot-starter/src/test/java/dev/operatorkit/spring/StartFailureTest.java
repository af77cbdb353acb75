package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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

    /** Returns an application, its properties, and two parts of the failure. */
    static Stream<Arguments> failures() {
        var secret = Casino.SECRET_PROPERTY;
        return Stream.of(
                arguments(Casino.class, List.of(), "OperatorKit has no secret", "Set operatorkit.secret-file"),
                arguments(
                        Casino.class,
                        List.of("spring.main.lazy-initialization=true"),
                        "OperatorKit has no secret to verify callbacks and sign calls with.",
                        "or the environment variable OPERATORKIT_SECRET"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.secret-file=secret.txt"),
                        "Both operatorkit.secret and operatorkit.secret-file are set.",
                        "Remove one"),
                arguments(
                        Casino.class,
                        List.of("operatorkit.secret-file=missing.txt"),
                        "operatorkit.secret-file is not valid: the secret file",
                        "missing.txt does not exist"),
                arguments(
                        Casino.class,
                        List.of("operatorkit.secret=canary-short"),
                        "operatorkit.secret is not valid: a secret must have 16 to 4096 bytes, this one has 12",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of("operatorkit.secret=${NO_SUCH_VARIABLE_HERE}"),
                        "operatorkit.secret is not valid: its placeholder has no value",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.secert=canary-misspelt-secret"),
                        "OperatorKit has no property operatorkit.secert",
                        "Correct or remove"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.prefix=/wallet/**"),
                        "operatorkit.wallet.prefix is not a path: \"/wallet/**\"",
                        "such as /wallet"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.allow-source=provider.example"),
                        "operatorkit.wallet.allow-source is not valid",
                        "provider.example"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.allow-any-source=false"),
                        "Neither operatorkit.wallet.allow-source nor operatorkit.wallet.allow-any-source is set.",
                        "Set operatorkit.wallet.allow-source to the addresses that the provider calls from"),
                arguments(
                        Casino.class,
                        List.of(
                                "operatorkit.operators.red.secret=" + Casino.SECRET,
                                "operatorkit.operators.red.wallet.allow-source=192.0.2.1",
                                "operatorkit.operators.red.wallet.allow-any-source=true"),
                        "Both operatorkit.operators.red.wallet.allow-source and",
                        "and not both"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.currencies.EUR=3"),
                        "operatorkit.currencies.EUR is not valid: 'EUR' is not a crypto code",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.client.base-url=https://provider.example"),
                        "operatorkit.client.operator is not",
                        "Set operatorkit.client.operator to the operator id"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.group-commit.queue-capacity=1"),
                        "The property operatorkit.wallet.group-commit.queue-capacity is not valid",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.group-commit.max-wait=11s"),
                        "operatorkit.wallet.group-commit.max-wait is not valid: The maximum wait is PT11S, and the"
                                + " provider gives up after PT10S",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.wallet.group-commit.max-wait=canary-long"),
                        "operatorkit.wallet.group-commit.max-wait is not valid: its value is not of type",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(secret, "operatorkit.operators.red.secret=" + Casino.SECRET),
                        "Properties of one operator are set together with operatorkit.operators.",
                        "below operatorkit.operators.<name>"),
                arguments(
                        Casino.class,
                        List.of("operatorkit.operators.red.wallet.prefix=/red"),
                        "OperatorKit has no secret",
                        "OPERATORKIT_OPERATORS_RED_SECRET"),
                arguments(
                        Casino.class,
                        List.of(
                                "operatorkit.operators.red.secret=" + Casino.SECRET,
                                "operatorkit.operators.blue.secret=" + Casino.SECRET,
                                "operatorkit.operators.blue.wallet.prefix=/wallet/blue"),
                        "operatorkit.operators.",
                        "Give each operator a path that is not below that of another"),
                arguments(
                        Casino.class,
                        List.of("operatorkit.operators.red.wallet.alowed-sources=192.0.2.1"),
                        "OperatorKit has no property operatorkit.operators.red.wallet.alowed-sources",
                        "Correct or remove"),
                arguments(
                        PlayersOnly.class,
                        List.of(secret),
                        "no bean of type WalletStore",
                        "operatorkit.wallet.store.table"),
                arguments(
                        StoreTest.Platform.class,
                        List.of(secret, "operatorkit.wallet.store.table=player_wallet"),
                        "operatorkit.wallet.store is not valid: The table player_wallet has no columns",
                        "Correct"),
                arguments(
                        Casino.class,
                        List.of(
                                "operatorkit.operators.red.secret=" + Casino.SECRET,
                                "operatorkit.operators.red.wallet.prefix=/red",
                                "operatorkit.operators.red.wallet.store.table=red",
                                "operatorkit.operators.blue.secret=" + Casino.SECRET,
                                "operatorkit.operators.blue.wallet.prefix=/blue",
                                "operatorkit.operators.blue.wallet.store.table=blue"),
                        "different tables of accounts and one ledger, wallet_",
                        ".wallet.store.prefix"),
                arguments(
                        TwoStores.class,
                        List.of(secret),
                        "several beans of type WalletStore: first, second",
                        "@Primary"),
                arguments(
                        StoreOnly.class,
                        List.of(secret),
                        "no bean of type PlayerDirectory",
                        "Define one bean of type PlayerDirectory"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void an_application_that_lacks_something_fails_and_says_what_to_do(
            Class<?> application, List<String> properties, String description, String action) {
        assertThat(failure(application, properties))
                .contains(description, action)
                .doesNotContain("canary-");
    }

    @Test
    void a_reactive_application() {
        assertThatThrownBy(() -> new ReactiveStackAutoConfiguration()
                        .operatorKitServletStackCheck()
                        .afterPropertiesSet())
                .hasMessageContaining("in servlet applications only");
    }

    @Test
    void spring_boot_knows_the_analyzer() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, cause) -> {})))
                .hasAtLeastOneElementOfType(InvalidConfigurationFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(PropertyFailureAnalyzer.class);
    }

    private String failure(Class<?> application, List<String> properties) {
        var thrown = catchThrowable(() -> Application.start(application, folder, properties.toArray(String[]::new))
                .close());
        System.clearProperty("catalina.home");
        var analysis = Stream.of(new InvalidConfigurationFailureAnalyzer(), new PropertyFailureAnalyzer())
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
