package dev.operatorkit.reference.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.WalletUnderTest.Answer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Sends debits from many callers during a fault, and checks the responses against the ledger afterwards. */
public final class DebitLoad {
    private static final int CALLERS = 8;
    private static final Duration PAUSE = Duration.ofMillis(Boolean.getBoolean("tests.long") ? 0 : 20);
    private static final Duration PAUSE_AFTER_A_FAILURE = Duration.ofMillis(20);

    private final Map<String, Answer> answered = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unknown = new AtomicInteger();
    private final AtomicInteger next = new AtomicInteger();
    private volatile String last = "none";

    /** Returns the number of debits with status 200. */
    public int answered() {
        return answered.size();
    }

    /** Waits for this number of further responses with status 200. */
    public void awaitAnswers(int more) {
        var goal = answered() + more;
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(answered())
                        .as("debits that were applied; the last response: " + last)
                        .isGreaterThanOrEqualTo(goal));
    }

    /** Returns the number of refused debits, which wrote nothing. */
    public int refused() {
        return refused.size();
    }

    /** Returns the number of debits with an unknown outcome. */
    public int unknown() {
        return unknown.get();
    }

    /** Defines the fault to inject during the load. */
    public interface Fault {
        void run() throws Exception;
    }

    /** Sends debits while the fault is injected. With {@code -Dtests.long}, each caller sends its next one without a pause. */
    public void runDuring(WalletUnderTest wallet, Fault fault) throws Exception {
        var over = new AtomicBoolean();
        var callers = Executors.newFixedThreadPool(CALLERS);
        for (var i = 0; i < CALLERS; i++) {
            callers.execute(() -> {
                while (!over.get()) {
                    send(wallet);
                }
            });
        }
        try {
            fault.run();
        } finally {
            over.set(true);
            callers.shutdown();
            // Longer than a request may wait. A stop interrupts the thread that accepts, and the JDK may then lose
            // a connection that it has just accepted: its caller waits until the process ends.
            assertThat(callers.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void send(WalletUnderTest wallet) {
        var id = "bet-" + next.incrementAndGet();
        var pause = PAUSE_AFTER_A_FAILURE;
        try {
            var answer = wallet.send(debit(id));
            last = answer.status() + " " + answer.body();
            if (answer.status() == 200) {
                answered.put(id, answer);
                pause = PAUSE;
            } else if (answer.status() == 422) {
                refused.add(id);
            } else {
                unknown.incrementAndGet();
            }
        } catch (UncheckedIOException e) {
            last = String.valueOf(e.getMessage());
            unanswered.add(id); // killed or stopped: no response
        }
        // A caller that repeats a failed connection without a pause takes the processor from the process that ends.
        LockSupport.parkNanos(pause.toNanos());
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player(player(id)).stake("0.01");
    }

    private static String player(String id) {
        return "player-" + (1 + Math.floorMod(id.hashCode(), 4));
    }

    /** Checks that no debit without a response was written, which holds after a stop but not after a kill. */
    void assertUnansweredDebitsNotStored(String url) {
        try (var wallet = WalletUnderTest.on(url)) {
            unanswered.stream().limit(500).forEach(id -> assertNotStored(wallet, id));
        }
    }

    /** Sends a callback until it is decided: on a busy machine a wallet may not be able to read in time (ERR-4). */
    private static Answer decided(WalletUnderTest wallet, SignedCallback callback) {
        return await().pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(1))
                .until(() -> wallet.send(callback), answer -> answer.status() < 500);
    }

    private static void assertNotStored(WalletUnderTest wallet, String id) {
        var found = decided(wallet, SignedCallback.lookup(player(id), id));
        assertThat(found.status()).as(id).isEqualTo(404);
    }

    /**
     * Checks that every acknowledged debit is stored exactly once and gets the same response again: each left a different
     * balance, and the balances of an account form one chain (see the audit). A debit with 422 was never written (ERR-3).
     */
    public void assertAnsweredDebitsStored(String url) {
        try (var wallet = WalletUnderTest.on(url)) {
            answered.forEach((id, answer) -> assertThat(decided(wallet, SignedCallback.lookup(player(id), id))
                            .body())
                    .as(id)
                    .isEqualTo(answer.body()));
            refused.forEach(id -> assertNotStored(wallet, id));
            answered.entrySet().stream()
                    .limit(200)
                    .forEach(entry ->
                            assertThat(decided(wallet, debit(entry.getKey()))).isEqualTo(entry.getValue()));
        }
        assertThat(answered.entrySet().stream()
                        .map(entry ->
                                player(entry.getKey()) + " " + entry.getValue().balance()))
                .doesNotHaveDuplicates();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
