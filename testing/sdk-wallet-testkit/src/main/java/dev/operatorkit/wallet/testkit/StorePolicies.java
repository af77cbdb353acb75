package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a loss limit with many threads, on several stores, with one committer and several. */
abstract class StorePolicies extends StoreTestSupport {
    private static final long OPENING = 10_000;
    private static final long LIMIT = 100;
    private static final long STAKE = 7;
    private static final int DEBITS = 4 * THREADS;

    private final AtomicInteger refusals = new AtomicInteger();
    private final List<TransactionalWallet> wallets = List.of(
            limited(GroupCommitOptions.defaults()),
            limited(GroupCommitOptions.defaults().withCommitters(3)),
            limited(GroupCommitOptions.defaults().withCommitters(2).withDedicatedThreads()));

    StorePolicies(WalletStoreContract contract) {
        super(contract);
    }

    private enum Reason {
        LOSS_LIMIT
    }

    private TransactionalWallet limited(GroupCommitOptions settings) {
        return walletWithPolicy(store(), StorePolicies::limitLosses, settings, new WalletListener() {
            @Override
            public void onRefusedByPolicy(Enum<?> reason) {
                refusals.incrementAndGet();
            }
        });
    }

    /** Limits the loss to {@link #LIMIT}. Nothing but debits and settlements changes the balances of these tests. */
    private static Optional<PolicyRefusal> limitLosses(ProposedDebit debit) {
        var lost = OPENING - debit.account().balance().minorUnits();
        return lost + debit.stake().minorUnits() > LIMIT
                ? Optional.of(new PolicyRefusal(Reason.LOSS_LIMIT, "the loss limit is reached"))
                : Optional.empty();
    }

    @AfterEach
    void close() {
        wallets.forEach(TransactionalWallet::close);
    }

    private TransactionalWallet turn(int i) {
        return wallets.get(i % wallets.size());
    }

    private Outcome bet(int turn, String player, int number) {
        return debit(turn(turn), player, id("bet-" + number), id("round-" + number), STAKE);
    }

    @Test
    void concurrent_debits_never_pass_a_limit_and_repeats_get_their_response() {
        var player = open("player", OPENING);
        var outcomes = new ArrayList<Outcome>();
        concurrently(
                        THREADS,
                        thread -> IntStream.range(0, DEBITS / THREADS)
                                .mapToObj(i -> bet(thread + i, player, thread + i * THREADS))
                                .toList())
                .forEach(outcomes::addAll);

        var accepted =
                outcomes.stream().filter(Outcome.Applied.class::isInstance).toList();
        assertThat(accepted).hasSize((int) (LIMIT / STAKE));
        assertThat(outcomes.stream().filter(Outcome.Refused.class::isInstance)).hasSize(DEBITS - accepted.size());
        assertThat(refusals).hasValue(DEBITS - accepted.size());
        assertThat(cents(player)).isEqualTo(OPENING - LIMIT / STAKE * STAKE);
        assertThat(account(player).version()).isEqualTo(accepted.size());

        var repeats = concurrently(
                THREADS,
                thread -> IntStream.range(0, DEBITS / THREADS)
                        .mapToObj(i -> bet(thread + i + 1, player, thread + i * THREADS))
                        .toList());
        assertThat(repeats.stream().flatMap(List::stream)).containsExactlyElementsOf(outcomes);
    }
}
