package dev.operatorkit.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletProxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a run fails a wallet that applies a movement and closes the connection without a response (GEN-8, D-31), wherever in
 * the run that happens, and that a connection closed while it is idle fails no wallet.
 */
class LostResponseTest {
    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    private static final boolean THOROUGH = Boolean.getBoolean("thorough");

    @Test
    void a_wallet_that_loses_a_response_now_and_then_is_not_certified() {
        wallet.loseResponses(everyNew("debit", 97));
        assertFailsOnlyByLostResponses(THOROUGH ? Plans.full().cases() : SuiteRuns.everyThird(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"credit", "rollback"})
    void settlements_without_a_response_are_found_too(String kind) {
        wallet.loseResponses(everyNew(kind, 11));
        assertFailsOnlyByLostResponses(
                SuiteRuns.cases(c -> c.rules().contains("RND-2") && c.isolation() != Case.Isolation.WHOLE_RUN));
    }

    @Test
    void the_lost_response_is_the_cause_and_not_what_the_wallet_does_with_the_repeat() {
        try (var wallet = ConfigurableWallet.with(Defect.APPLIES_DEBITS_AGAIN)) {
            wallet.loseResponses(everyNew("debit", 1));
            var failed = SuiteRuns.run(wallet, 1, List.of(SuiteRuns.probe("probe", t -> {
                        var before = t.balance();
                        t.bet(2);
                        t.requireMoved(before, t.units(-2), "WAL-4", "");
                    })))
                    .failed();
            assertThat(failed).singleElement().satisfies(result -> {
                var failure = Objects.requireNonNull(result.failure());
                assertThat(failure.rule()).isEqualTo("GEN-8");
                assertThat(failure.actual())
                        .matches("the wallet applied the debit \\S+ and closed the connection without a response");
                assertThat(failure.hint()).contains("The lookup knows this debit", "roll the bet back");
                var exchanges = result.exchanges();
                var shown = exchanges.indexOf(failure.exchange());
                assertThat(exchanges.get(shown).received()).isEmpty();
                assertThat(exchanges.get(shown).note()).isEqualTo("the connection was closed");
                assertThat(exchanges.get(shown + 1).request().target()).contains("/transactions/");
            });
        }
    }

    @Test
    void another_attempt_excuses_no_lost_response() {
        wallet.loseResponses(once(everyNew("debit", 2)));
        var cases = Stream.of("one", "two", "three")
                .map(id -> SuiteRuns.probe(id, t -> t.bet(2)))
                .toList();
        assertThat(SuiteRuns.run(wallet, 1, cases).failed())
                .singleElement()
                .satisfies(result -> assertThat(result.detail())
                        .startsWith("GEN-8: expected a response whenever a movement is applied"));
    }

    @Test
    void a_connection_that_was_closed_while_idle_fails_no_wallet() {
        try (var wallet = ConfigurableWallet.correct();
                var proxy = new WalletProxy(wallet.address(), WalletProxy::closeIdle)) {
            var cases = SuiteRuns.cases(
                    c -> Set.of("RND-2", "RND-4", "IDM-1", "IDM-2").stream().anyMatch(c.rules()::contains)
                            && (THOROUGH || c.id().startsWith("replay")));
            var config = SuiteRuns.config(proxy.address(), 2, cases, Duration.ofSeconds(10));
            var result = new SuiteRunner(config, Progress.none()).run();
            assertThat(result.failed())
                    .extracting(failed -> failed.testCase().id() + ": " + failed.detail())
                    .isEmpty();
            assertThat(result.results().stream().flatMap(each -> each.exchanges().stream()))
                    .filteredOn(
                            exchange -> exchange.note().equals("sent again: the wallet had closed the idle connection"))
                    .hasSizeGreaterThan(10);
        }
    }

    /** A debit that is applied and not answered in time may have moved money: its signature was right (SIG-13). */
    @ParameterizedTest
    @ValueSource(strings = {"debit-without-a-player-id", "replayed-debit-in-another-form"})
    void a_signed_debit_without_a_response_in_time_breaks_no_rule_of_signatures(String id) {
        var end = new CountDownLatch(1);
        var isNew = everyNew("debit", 1);
        wallet.loseResponses(movement -> isNew.test(movement) && await(end));
        var config = SuiteRuns.config(wallet.address(), 1, List.of(SuiteRuns.named(id)), Duration.ofSeconds(1));
        var result = new SuiteRunner(config, Progress.none()).run();
        assertThat(result.failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.detail()).startsWith("GEN-8: expected a response"));
        end.countDown();
    }

    private static boolean await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the wallet is closed
        }
        return true;
    }

    private void assertFailsOnlyByLostResponses(List<Case> cases) {
        var result = SuiteRuns.run(wallet, 2, cases);
        assertThat(result.certificate().verdict()).isEqualTo(Certificate.Conclusion.NOT_CERTIFIED);
        assertThat(result.failed())
                .isNotEmpty()
                .allSatisfy(failed -> assertThat(failed.detail())
                        .startsWith("GEN-8: expected a response whenever a movement is applied; actual: the wallet"
                                + " applied"));
        assertThat(result.causes()).hasSize(1);
    }

    /** Chooses every so many of the movements of a kind, each when it is sent first. */
    private static Predicate<String> everyNew(String kind, int each) {
        Set<String> known = ConcurrentHashMap.newKeySet();
        var count = new AtomicInteger();
        return movement ->
                movement.startsWith(kind + " ") && known.add(movement) && count.incrementAndGet() % each == 0;
    }

    private static Predicate<String> once(Predicate<String> which) {
        var left = new AtomicInteger(1);
        return movement -> which.test(movement) && left.getAndDecrement() > 0;
    }
}
