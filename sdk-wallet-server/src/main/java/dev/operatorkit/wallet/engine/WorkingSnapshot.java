package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.rules.Decision.Apply;
import dev.operatorkit.wallet.rules.StoredState;
import dev.operatorkit.wire.Debit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds what one unit of work knows: the data it read, overlaid with what its earlier movements changed. */
final class WorkingSnapshot implements StoredState {
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

    @Override
    public Optional<Account> account(String accountId) {
        return latest(accounts, read.accounts(), accountId);
    }

    @Override
    public Optional<StoredTransaction> transaction(String transactionId) {
        return latest(transactions, read.transactions(), transactionId);
    }

    @Override
    public Optional<StoredTransaction> settlement(String referenceTransactionId) {
        return latest(settlements, read.settlements(), referenceTransactionId);
    }

    @Override
    public Optional<Round> round(Round.Key key) {
        return latest(rounds, read.rounds(), key);
    }

    /** Returns a debit as the operator's policy sees it. */
    ProposedDebit propose(Debit debit, Apply decided) {
        var account = decided.account();
        return new ProposedDebit(
                debit,
                decided.amount(),
                account,
                now,
                applied.getOrDefault(account.id(), List.of()),
                read.policyData().get(account.id()));
    }

    StoredTransaction apply(Apply decided) {
        var stored = decided.toStored(OperatorTransactionIds.next(now), now);
        transactions.put(stored.transactionId(), stored);
        if (stored.referenceTransactionId() != null) {
            settlements.put(stored.referenceTransactionId(), stored);
        }
        applied.computeIfAbsent(stored.accountId(), id -> new ArrayList<>()).add(stored);
        decided.round().ifPresent(round -> rounds.put(round.key(), round));
        accounts.put(stored.accountId(), decided.accountAfter(now));
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

    private static <K, V> Optional<V> latest(Map<K, V> written, Map<K, V> read, K key) {
        var mine = written.get(key);
        return Optional.ofNullable(mine != null ? mine : read.get(key));
    }
}
