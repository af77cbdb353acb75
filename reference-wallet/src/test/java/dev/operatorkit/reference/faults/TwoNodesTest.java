package dev.operatorkit.reference.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.WalletUnderTest.Answer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that two wallets on one database behave as one. */
class TwoNodesTest {
    private static final int ROUNDS = 40;

    @ParameterizedTest
    @CsvSource({"READ_COMMITTED, 2", "SERIALIZABLE, 4"})
    void the_same_transactions_sent_to_two_nodes_are_applied_once(String isolation, int committers) throws Exception {
        var options = new String[] {"--db-isolation", isolation, "--committers", "" + committers};
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var url = TestDatabase.POSTGRES.freshUrl();
        try (var one = WalletUnderTest.on(url, options);
                var other = WalletUnderTest.on(url, options);
                var threads = Executors.newFixedThreadPool(16)) {
            var work = new ArrayList<Callable<List<Answer>>>();
            for (var i = 0; i < ROUNDS; i++) {
                var bet = "bet-" + i;
                var player = "player-" + (1 + random.nextInt(4));
                var debit = SignedCallback.debit(bet).player(player).stake("0.0" + (1 + random.nextInt(9)));
                var end = random.nextBoolean()
                        ? SignedCallback.credit("end-" + i, bet).player(player).payout("0.05")
                        : SignedCallback.rollback("end-" + i, bet).player(player);
                work.add(() -> {
                    var answers = List.of(sendWithRetries(one, debit), sendWithRetries(other, debit));
                    assertThat(sendWithRetries(other, end).body())
                            .isEqualTo(sendWithRetries(one, end).body());
                    return answers;
                });
            }
            for (var round : threads.invokeAll(work)) {
                assertThat(round.get()).extracting(Answer::status).containsOnly(200);
                assertThat(round.get().get(0)).isEqualTo(round.get().get(1));
            }
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    /** Retries callbacks that could not be attempted, as the provider does. */
    private static Answer sendWithRetries(WalletUnderTest wallet, SignedCallback callback) {
        for (var attempt = 0; ; attempt++) {
            var answer = wallet.send(callback);
            if (answer.status() == 200 || attempt == 20) {
                return answer;
            }
        }
    }
}
