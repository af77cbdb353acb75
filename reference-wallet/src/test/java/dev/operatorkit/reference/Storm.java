package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** Debits from many callers while something is being killed, and what must be true of the answers afterwards. */
final class Storm {
    private static final int CALLERS = 8;

    private final Map<String, Answer> answered = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unknown = new AtomicInteger();
    private final AtomicInteger next = new AtomicInteger();

    /** How many were answered 200. */
    int answered() {
        return answered.size();
    }

    /** Waits until that many more were answered 200. */
    void awaitAnswers(int more) {
        var goal = answered() + more;
        await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(5)).until(() -> answered() >= goal);
    }

    /** How many were refused, with nothing written. */
    int refused() {
        return refused.size();
    }

    /** How many were told that the outcome is unknown. */
    int unknown() {
        return unknown.get();
    }

    /** What is done to the wallet meanwhile. */
    interface Deed {
        void run() throws Exception;
    }

    /** Callers send without a pause, to whatever wallet that is, while the deed is done. */
    void during(WalletUnderTest wallet, Deed deed) throws Exception {
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
            deed.run();
        } finally {
            over.set(true);
            callers.shutdown();
            assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void send(WalletUnderTest wallet) {
        var id = "bet-" + next.incrementAndGet();
        try {
            var answer = wallet.send(debit(id));
            if (answer.status() == 200) {
                answered.put(id, answer);
            } else if (answer.status() == 422) {
                refused.add(id);
            } else {
                unknown.incrementAndGet();
            }
        } catch (UncheckedIOException e) {
            unanswered.add(id); // killed or stopped: nobody was told anything
        }
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player(player(id)).stake("0.01");
    }

    private static String player(String id) {
        return "player-" + (1 + Math.floorMod(id.hashCode(), 4));
    }

    /** A stop, unlike a kill, leaves no question open. */
    void nothingWrittenWithoutAnAnswer(String url) {
        try (var wallet = WalletUnderTest.on(url)) {
            unanswered.stream().limit(500).forEach(id -> absent(wallet, id));
        }
    }

    private static void absent(WalletUnderTest wallet, String id) {
        var found = wallet.send(SignedCallback.lookup(player(id), id));
        assertThat(found.status()).as(id).isEqualTo(404);
    }

    /**
     * Every answered debit is there and answers the same again, none twice: each left another balance behind, and the
     * balances of an account are one chain (the audit). What was answered 422 was never written (ERR-3).
     */
    void holds(String url) {
        try (var wallet = WalletUnderTest.on(url)) {
            answered.forEach((id, answer) -> assertThat(
                            wallet.send(SignedCallback.lookup(player(id), id)).body())
                    .as(id)
                    .isEqualTo(answer.body()));
            refused.forEach(id -> absent(wallet, id));
            answered.entrySet().stream()
                    .limit(200)
                    .forEach(entry ->
                            assertThat(wallet.send(debit(entry.getKey()))).isEqualTo(entry.getValue()));
        }
        assertThat(answered.entrySet().stream()
                        .map(entry ->
                                player(entry.getKey()) + " " + entry.getValue().balance()))
                .doesNotHaveDuplicates();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
