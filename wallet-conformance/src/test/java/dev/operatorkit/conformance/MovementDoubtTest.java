package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Checks that a hint ascribes moved money to a refused request only when no other request of the case explains it. */
class MovementDoubtTest {
    private static final String ACCUSING = "The status was 422, but money moved.";

    private final AtomicBoolean isFailing = new AtomicBoolean();

    @Test
    void money_that_a_debit_with_500_moved_is_not_ascribed_to_a_refused_one() {
        var failure = failureOf(t -> {
            var before = t.balance();
            t.send(t.debit(2).without("stake"));
            isFailing.set(true);
            var applied = t.debit(3);
            t.sendOnce(applied, t.request(applied));
            isFailing.set(false);
            t.requireUnmoved(before, "ERR-3", ACCUSING);
        });
        assertThat(failure.hint())
                .isEqualTo(
                        "The balance is 0.03 EUR too low, exactly the amount of the movement that got 500: it seems to"
                                + " have moved it, and the refused request nothing.");
        assertThat(failure.chain())
                .hasValueSatisfying(chain -> assertThat(chain.describe()).contains("of 0.03 EUR, got 500"));
    }

    @Test
    void the_hint_stays_when_no_other_request_explains_the_money() {
        var failure = failureOf(t -> {
            var before = t.balance();
            t.send(t.debit(2).without("stake"));
            t.bet(3);
            t.requireUnmoved(before, "ERR-3", ACCUSING);
        });
        assertThat(failure.hint()).isEqualTo(ACCUSING);
    }

    private Failure failureOf(Script script) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null);
                var proxy = new WalletProxy(wallet.address(), this::relay)) {
            var cases = List.of(Case.of("probe", "A title", "ERR-3", script));
            var config = SuiteConfig.of(
                            proxy.address(),
                            ConfigurableWallet.SECRET,
                            List.of("secret-token-1"),
                            new Plan("chosen", "1", cases))
                    .withGame("game");
            var result =
                    new SuiteRunner(config, Progress.none()).run().results().getFirst();
            return Objects.requireNonNull(result.failure(), result.detail());
        }
    }

    /** Passes the responses on, as 500 while the wallet fails after it has done its work. */
    private void relay(Socket client, Socket server) throws IOException {
        Thread.ofVirtual().start(() -> copyRequests(client, server));
        var buffer = new byte[65_536];
        for (var read = server.getInputStream().read(buffer);
                read >= 0;
                read = server.getInputStream().read(buffer)) {
            var text = new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
            var shown = isFailing.get() ? text.replace("HTTP/1.1 200", "HTTP/1.1 500") : text;
            client.getOutputStream().write(shown.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static void copyRequests(Socket client, Socket server) {
        try {
            client.getInputStream().transferTo(server.getOutputStream());
            server.shutdownOutput();
        } catch (IOException e) {
            // The other direction ends as well.
        }
    }
}
