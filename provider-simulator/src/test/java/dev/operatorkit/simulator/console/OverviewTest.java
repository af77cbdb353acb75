package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the settings of an operator on the overview: what is refused, what applies when, and what survives. */
class OverviewTest extends SimulatorTest {
    private static final String OTHER_SECRET = "another-secret-of-some-length";

    @TempDir
    Path folder;

    @BeforeEach
    void writeSecrets() throws IOException {
        Files.writeString(folder.resolve("operator.secret"), FakeWallet.SECRET + "\n");
    }

    private void start(String address) {
        start(address, null);
    }

    private void start(String address, @Nullable Path data) {
        simulator.close();
        var operator = Operator.of("demo", SecretKeys.of("not-read-from-any-file"), WalletAddress.parse(address))
                .withSecretOf(folder.resolve("operator.secret"));
        simulator = Simulator.start(SimulatorSettings.local(operator).data(data));
    }

    private Operator operator() {
        return simulator.operators().get("demo");
    }

    @Test
    void a_change_applies_immediately_survives_a_restart_and_ends_with_another_command_line() throws Exception {
        var data = folder.resolve("data");
        var absent = "http://127.0.0.1:" + wallet.port() + "/none";
        start(absent, data);
        assertThat(check()).contains("badge bad\">wallet not ready", "ends with the registered prefix");
        assertThat(save("wallet", wallet.url(), "token", "token-7").statusCode())
                .isEqualTo(303);
        assertThat(check()).contains("badge good\">wallet ready", "account player-7");

        start(absent, data);
        assertThat(operator().wallet()).hasToString(wallet.url());
        assertThat(get("/launch").body()).contains("value=\"token-7\"");

        post("/overview/reset", "operator=demo");
        assertThat(operator().wallet()).hasToString(absent);
        start("http://127.0.0.1:9999/new", data);
        assertThat(operator().wallet()).as("the command line is newer").hasToString("http://127.0.0.1:9999/new");
    }

    @Test
    void a_callback_in_progress_keeps_the_old_secret_and_the_next_one_has_the_new() throws Exception {
        start(wallet.url());
        var arrived = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        wallet.before = request -> {
            arrived.countDown();
            awaitLatch(goOn);
            return null;
        };
        var reply = new AtomicReference<String>();
        var call = Thread.startVirtualThread(() -> reply.set(
                engine().rounds().enter("demo", "cherry-rush", "token-1").describe()));
        awaitLatch(arrived);
        Files.writeString(folder.resolve("operator.secret"), OTHER_SECRET);
        assertThat(save().statusCode()).isEqualTo(303);
        goOn.countDown();
        call.join();
        assertThat(reply.get()).startsWith("200");
        assertThat(engine().rounds().enter("demo", "cherry-rush", "token-1").describe())
                .startsWith("401");
        assertThat(check()).contains("The wallet rejected our signature");
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void no_page_holds_a_secret_and_a_changed_file_is_reported() throws Exception {
        start(wallet.url());
        Files.writeString(folder.resolve("operator.secret"), OTHER_SECRET);
        for (var page : List.of(
                get("/").body(),
                check(),
                get("/launch").body(),
                get("/conformance").body())) {
            assertThat(page).doesNotContain(FakeWallet.SECRET, OTHER_SECRET);
        }
        assertThat(check()).contains("The file has changed since it was read.");
        save();
        assertThat(check()).contains("The wallet rejected our signature");
        assertThat(operator().toString()).doesNotContain(OTHER_SECRET);
    }

    @Test
    void an_invalid_value_is_refused_at_its_field_and_nothing_changes() throws Exception {
        start(wallet.url());
        var before = operator();
        for (var each : List.of(
                List.of("wallet", "file:///etc/passwd", "must begin with http"),
                List.of("wallet", "http://user:pass@127.0.0.1:8080/w", "must not contain a user name"),
                List.of("wallet", "http://169.254.169.254/w", "link-local or hands out credentials"),
                List.of("wallet", "http://10.1.2.3/w", "private or special network"),
                List.of("wallet", "http://127.0.0.1:8080/w?x=1", "must not have a query"),
                List.of("currency", "EURO CENT", "currency"),
                List.of("token", "t".repeat(5000), "token"))) {
            var response = save(each.get(0), each.get(1), "player", "ann");
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body())
                    .contains(
                            "field-problem\">",
                            each.get(2),
                            "name=\"" + each.get(0) + "\" value=\"" + each.get(1),
                            "name=\"player\" value=\"ann\"");
            assertThat(operator()).isEqualTo(before);
        }
    }

    @Test
    void no_secret_is_read_from_another_file_than_the_one_given_at_the_start() throws Exception {
        start(wallet.url());
        var outside = Files.writeString(folder.resolve("outside"), OTHER_SECRET).toString();
        assertThat(save("secretFile", outside).statusCode()).isEqualTo(303);
        assertThat(operator().secretFile()).isEqualTo(folder.resolve("operator.secret"));
        assertThat(check()).contains("wallet ready");
    }

    @Test
    void the_simulators_own_address_is_refused() throws Exception {
        start(wallet.url());
        assertThat(save("wallet", simulator.address() + "/wallet").body()).contains("the simulator's own address");
    }

    @Test
    void a_wallet_that_is_not_ready_links_to_the_settings() throws Exception {
        start(wallet.url());
        save("currency", "USD");
        assertThat(check())
                .contains(
                        "The account player-1 is in EUR, the launch in USD",
                        "href=\"/#settings-demo\"",
                        "data-ready=\"no\"");
        Files.writeString(folder.resolve("operator.secret"), OTHER_SECRET);
        save("currency", "EUR");
        assertThat(check()).contains("Check (1) the secret").doesNotContain("--wallet");
        assertThat(get("/").body()).contains("<details class=\"card\" id=\"settings-demo\"");
    }

    private String check() throws Exception {
        return post("/overview/check", "operator=demo").body();
    }

    /** Saves the form with these fields. */
    private HttpResponse<String> save(String... fields) throws Exception {
        var form = new StringBuilder("operator=demo");
        for (var i = 0; i < fields.length; i += 2) {
            form.append('&')
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return post("/overview/settings", form.toString());
    }
}
