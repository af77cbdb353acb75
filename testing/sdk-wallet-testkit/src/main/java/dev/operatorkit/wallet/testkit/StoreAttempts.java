package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wire.Debit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a debit is never reported as not written while another wallet on the same database may still commit it
 * (ERR-3, D-29).
 */
abstract class StoreAttempts extends StoreTestSupport {
    private static final CallbackContext CONTEXT = CallbackContext.ofBody();

    StoreAttempts(WalletStoreContract contract) {
        super(contract);
    }

    /** Lists the failures that keep a wallet from looking an id up under its lock. */
    enum LookupFailure {
        NONE,
        NO_UNIT,
        BROKEN_BEGIN,
        NO_LOCK,
        COLLISIONS,
        CLOSED,
        INTERRUPTED;

        /** Returns the outcome of a call to a wallet with this failure. */
        Outcome call(WalletStore store, Function<TransactionalWallet, Outcome> call) {
            var faulty = new FaultyStore(store);
            for (var i = 0; i < 20; i++) {
                switch (this) {
                    case NO_UNIT -> faulty.inject(Step.BEGIN, Fault.ROLLED_BACK);
                    case BROKEN_BEGIN -> faulty.inject(Step.BEGIN, Fault.BROKEN);
                    case NO_LOCK -> faulty.inject(Step.LOCK_AND_READ, Fault.ROLLED_BACK);
                    case COLLISIONS -> faulty.inject(Step.LOCK_AND_READ, Fault.COLLISION);
                    default -> {}
                }
            }
            var wallet = wallet(faulty);
            if (this == CLOSED) {
                wallet.close();
            }
            if (this == INTERRUPTED) {
                Thread.currentThread().interrupt();
            }
            try {
                return call.apply(wallet);
            } finally {
                assertThat(Thread.interrupted()).isEqualTo(this == INTERRUPTED);
            }
        }
    }

    /** Returns the ways to send the debit again: unchanged, and without its account or its amount. */
    private List<Function<TransactionalWallet, Outcome>> repeats(String player) {
        return List.of(
                wallet -> debit(wallet, player, id("bet"), "round", 300),
                wallet -> wallet.debit(debit(null, "never-issued"), CONTEXT),
                wallet -> wallet.debit(debit(null, null), CONTEXT),
                wallet -> wallet.answerInvalid(invalid(player), CONTEXT),
                wallet -> wallet.answerInvalid(invalid(null), CONTEXT));
    }

    private Debit debit(@Nullable String player, @Nullable String token) {
        return new Debit(id("bet"), "round", player, token, null, amount(300), "bet", null);
    }

    private InvalidCallback invalid(@Nullable String player) {
        return new InvalidCallback(Kind.DEBIT, id("bet"), player, null, "stake is missing");
    }

    private void write(UnitOfWork unit, String player) {
        var round = new Round.Key(player, "round");
        var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(id("bet")), Set.of(round)));
        unit.write(debitOf(the(facts.accounts(), player), id("bet"), "round", 300));
    }

    @ParameterizedTest
    @EnumSource
    void a_debit_that_another_wallet_may_still_commit_is_never_422(LookupFailure failure) {
        var player = open("player", 1_000);
        var store = store();
        var other = hasSingleWriter() ? store : store();
        var repeats = repeats(player);
        try (var unit = store.begin()) {
            write(unit, player);
            assertThat(concurrently(repeats.size(), i -> failure.call(other, repeats.get(i))))
                    .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Unknown.class));
            unit.commit();
        }
        for (var repeat : repeats) {
            assertThat(done(repeat.apply(wallet(other))).operatorTransactionId())
                    .isEqualTo(operatorId(id("bet")));
        }
    }

    @Test
    void a_debit_without_account_is_looked_up_after_the_unit_with_its_id_has_ended() {
        var player = open("player", 1_000);
        var store = store();
        var wallet = wallet(hasSingleWriter() ? store : store());
        CompletableFuture<Outcome> answer;
        try (var unit = store.begin()) {
            write(unit, player);
            answer = CompletableFuture.supplyAsync(() -> wallet.debit(debit(null, "never-issued"), CONTEXT));
            answer.handle((outcome, failure) -> true)
                    .completeOnTimeout(false, 300, TimeUnit.MILLISECONDS)
                    .join();
            unit.commit();
        }
        assertThat(answer.join()).isNotInstanceOf(Outcome.Refused.class);
        assertThat(cents(player)).isEqualTo(700);
    }

    @Test
    void a_debit_without_account_that_no_wallet_writes_is_422() {
        assertThat(wallet().debit(debit(null, "never-issued"), CONTEXT)).isInstanceOf(Outcome.Refused.class);
        assertThat(wallet().answerInvalid(invalid(null), CONTEXT)).isInstanceOf(Outcome.Refused.class);
    }
}
