package dev.operatorkit.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class WalletConformanceTest {
    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.with(Defect.ACCEPTS_ANY_TOKEN);

    @Test
    void a_passed_case_is_a_passed_test() throws Throwable {
        test("player-answers-the-account").getExecutable().execute();
    }

    @Test
    void a_failed_case_is_a_failed_test_with_its_reason() {
        assertThatThrownBy(() -> test("unknown-token").getExecutable().execute())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("anything but 200")
                .hasMessageContaining("WAL-2");
    }

    @Test
    void a_skipped_case_is_an_aborted_test() {
        assertThatThrownBy(() -> test("players-do-not-mix").getExecutable().execute())
                .isInstanceOf(TestAbortedException.class);
    }

    @Test
    void an_unreachable_wallet_is_reported_before_any_case_runs() throws IOException {
        try (var unused = new Socket()) {
            // A port that is bound but not listening refuses connections, and no server of another test can get it.
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var address = "http://127.0.0.1:" + unused.getLocalPort();
            assertThatThrownBy(() -> WalletConformance.of(address, "some secret", "token")
                            .tests())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be reached");
        }
    }

    @Test
    void a_selection_of_no_case_is_refused_since_it_would_pass() {
        assertThatThrownBy(() -> test("replaid-*")).hasMessageContaining("No case of the plan full matches replaid-*");
        var wallet = WalletConformance.of("http://127.0.0.1:1", ConfigurableWallet.SECRET, "token");
        assertThatThrownBy(() -> wallet.rules("none")).hasMessageContaining("No case of the plan full checks none");
    }

    @Test
    void its_options_are_those_of_the_command_and_reach_the_report(@TempDir Path folder) throws IOException {
        var waivers = Files.writeString(folder.resolve("waivers"), "players-do-not-mix 2999-12-31 one player only");
        var secret = ConfigurableWallet.SECRET.getBytes(StandardCharsets.UTF_8);
        try (var tests = WalletConformance.of(wallet.address(), secret, "secret-token-1")
                .maxStake(new BigDecimal("500.00"))
                .campaign("spring")
                .timeout(Duration.ofSeconds(7))
                .waivers(waivers)
                .report(folder)
                .game("game")
                .seed(7)
                .pause(Duration.ofMillis(1))
                .rules("WAL-4", "SIG-1")
                .only("players-do-not-mix")
                .tests()) {
            assertThat(tests).hasSize(2);
        }
        assertThat(Files.readString(folder.resolve("results.json")))
                .contains("\"max-stake\" : \"500.00\"", "\"campaign\" : \"spring\"", "\"timeout\" : \"7 s\"")
                .contains("\"seed\" : \"7\"", "\"pause\" : \"1 ms\"")
                .contains("one player only")
                .doesNotContain("secret-token-1", ConfigurableWallet.SECRET);
    }

    @Test
    void a_run_that_did_not_try_its_plan_fails_unless_that_is_accepted() throws Throwable {
        var one = conformance().only("player-answers-the-account");
        assertThatThrownBy(() -> tests(one).getLast().getExecutable().execute())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not selected")
                .hasMessageEndingWith("call accept(\"incomplete\").");
        tests(one.accept("incomplete")).getLast().getExecutable().execute();
        var skipped = tests(conformance().accept("incomplete").only("players-do-not-mix"));
        assertThatThrownBy(() -> skipped.getLast().getExecutable().execute()).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> one.accept("all")).hasMessageContaining("no other");
    }

    @Test
    void what_is_missing_is_said_in_a_sentence() {
        assertThatThrownBy(() -> WalletConformance.of(wallet.address(), ConfigurableWallet.SECRET))
                .hasMessageContaining("A session token is missing");
        assertThatThrownBy(() -> conformance().waivers(Path.of("no-such-file")).tests())
                .hasMessageStartingWith("no-such-file does not exist");
    }

    private WalletConformance conformance() {
        return WalletConformance.of(wallet.address(), ConfigurableWallet.SECRET, "secret-token-1")
                .game("game");
    }

    private static List<DynamicTest> tests(WalletConformance conformance) {
        return conformance
                .tests()
                .flatMap(container -> container.getChildren())
                .map(DynamicTest.class::cast)
                .toList();
    }

    private DynamicTest test(String id) {
        var tests = tests(conformance().only(id));
        assertThat(tests).hasSize(2);
        return tests.getFirst();
    }
}
