package dev.operatorkit.wallet.engine;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.engine.Decision.Apply;
import dev.operatorkit.wallet.engine.RoundRules.StoredState;
import dev.operatorkit.wire.Debit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds what one unit of work knows: the data it read, overlaid with what its earlier movements changed. */
final class WorkingSnapshot {
    private final Snapshot read;
    private final Instant now;
    private final Map<String, Account> accounts;
    private final Map<String, StoredTransaction> transactions;
    private final Map<String, StoredTransaction> settlements;
    private final Map<Round.Key, Round> rounds;
    private final Map<String, List<StoredTransaction>> applied;

    /** Creates a snapshot for a unit of this many movements. */
    WorkingSnapshot(int movements, Snapshot read, Instant now) {
        this.read = read;
        this.now = now;
        var capacity = 2 * movements;
        accounts = new HashMap<>(capacity);
        transactions = new LinkedHashMap<>(capacity);
        settlements = new HashMap<>(capacity);
        rounds = new HashMap<>(capacity);
        applied = new HashMap<>(capacity);
    }

    StoredState stateFor(Movement movement) {
        var settles = movement.referenceTransactionId() != null;
        return new StoredState(
                latest(accounts, read.accounts(), movement.accountId()),
                latest(transactions, read.transactions(), movement.transactionId()),
                settles ? latest(transactions, read.transactions(), movement.debitId()) : null,
                latest(settlements, read.settlements(), movement.debitId()),
                latest(rounds, read.rounds(), movement.round()),
                settles && latest(settlements, read.settlements(), movement.transactionId()) != null);
    }

    /** Returns a debit of an existing account as the operator's policy sees it. */
    ProposedDebit propose(Debit debit, String accountId, Money stake) {
        return new ProposedDebit(
                debit,
                stake,
                Objects.requireNonNull(latest(accounts, read.accounts(), accountId)),
                now,
                applied.getOrDefault(accountId, List.of()),
                read.policyData().get(accountId));
    }

    StoredTransaction apply(Movement movement, Apply decided) {
        var before = Objects.requireNonNull(latest(accounts, read.accounts(), movement.accountId()));
        var stored = movement.toStored()
                .operatorTransactionId(OperatorTransactionIds.next(now))
                .amount(decided.amount())
                .balanceAfter(decided.balanceAfter())
                .accountVersion(before.version() + 1)
                .createdAt(now)
                .build();
        transactions.put(stored.transactionId(), stored);
        if (stored.referenceTransactionId() != null) {
            settlements.put(stored.referenceTransactionId(), stored);
        }
        applied.computeIfAbsent(before.id(), id -> new ArrayList<>()).add(stored);
        if (decided.round() != null) {
            rounds.put(decided.round().key(), decided.round());
        }
        accounts.put(before.id(), new Account(before.id(), stored.balanceAfter(), stored.accountVersion(), now));
        return stored;
    }

    boolean isUnchanged() {
        return transactions.isEmpty();
    }

    Changes changes() {
        List<Round> opened = new ArrayList<>();
        List<Round> closed = new ArrayList<>();
        for (var round : rounds.values()) {
            (read.rounds().containsKey(round.key()) ? closed : opened).add(round);
        }
        return Changes.builder()
                .transactions(List.copyOf(transactions.values()))
                .newRounds(opened)
                .closedRounds(closed)
                .accounts(List.copyOf(accounts.values()))
                .build();
    }

    private static <K, V> @Nullable V latest(Map<K, V> written, Map<K, V> read, K key) {
        var mine = written.get(key);
        return mine != null ? mine : read.get(key);
    }
}
