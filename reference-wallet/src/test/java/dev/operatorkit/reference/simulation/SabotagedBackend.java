package dev.operatorkit.reference.simulation;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plants a fault into the server of the store, which also enforces no unique key then. */
final class SabotagedBackend extends MemoryBackend {
    private static final long SOON = 2_000_000L;
    private static final long LATELY = 3_000_000_000L;

    private static final ReadRequest NOTHING = new ReadRequest(Set.of(), Set.of(), Set.of());

    private final PlantedFault fault;
    private final Kernel kernel;
    private final List<Changes> rolledBack = new ArrayList<>();
    private @Nullable State before;
    private long committedAt = -Kernel.NEVER / 2;
    private long committedBefore = -Kernel.NEVER / 2;
    private long skipped;

    private record State(
            Map<String, Account> accounts,
            Map<String, StoredTransaction> transactions,
            Map<String, StoredTransaction> settlements,
            Map<Round.Key, Round> rounds) {}

    SabotagedBackend(PlantedFault fault, Kernel kernel) {
        this.fault = fault;
        this.kernel = kernel;
    }

    /** Notes what a transaction wrote that was rolled back. */
    void rollBack(Changes changes) {
        rolledBack.add(changes);
        skipped++;
    }

    @Override
    void requireUnique(Changes changes) {
        if (fault.part() == PlantedFault.Part.PROVIDER || fault.part() == PlantedFault.Part.CLOCK) {
            super.requireUnique(changes);
        }
    }

    @Override
    public Snapshot read(ReadRequest request) {
        var stale = before;
        if (fault != PlantedFault.STALE_READ || stale == null || kernel.now() - committedAt > SOON) {
            return super.read(request);
        }
        return new Snapshot(
                known(stale.accounts, request.accountIds()),
                known(stale.transactions, request.transactionIds()),
                known(stale.settlements, request.transactionIds()),
                known(stale.rounds, request.roundKeys()));
    }

    @Override
    public void apply(ReadRequest request, Changes changes) {
        before = new State(
                new HashMap<>(accounts),
                new HashMap<>(transactions),
                new HashMap<>(settlements),
                new HashMap<>(rounds));
        committedBefore = committedAt;
        committedAt = kernel.now();
        super.apply(request, changes);
        if (fault == PlantedFault.VERSION_SKIPPED_BY_ROLLBACK && skipped > 0) {
            changes.accounts().forEach(account -> raise(account, skipped));
        }
        if (fault == PlantedFault.VERSION_NOT_RAISED && committedAt - committedBefore < SOON) {
            changes.accounts().forEach(account -> raise(account, -1));
        }
        skipped = 0;
    }

    private void raise(Account account, long versions) {
        accounts.put(
                account.id(),
                new Account(account.id(), account.balance(), account.version() + versions, account.updatedAt()));
    }

    /** Commits the entries and rounds of a unit of work without its balances. */
    void applyHalf(ReadRequest request, Changes changes) {
        super.apply(
                request, new Changes(changes.transactions(), changes.newRounds(), changes.closedRounds(), List.of()));
    }

    @Override
    public PostingOutcome post(Posting posting, Clock clock) {
        if (fault == PlantedFault.ENTRY_CHANGED_BY_POSTING) {
            transactions.values().stream()
                    .filter(entry -> entry.accountId().equals(posting.accountId()))
                    .reduce((first, second) -> second)
                    .ifPresent(last -> transactions.put(
                            last.transactionId(),
                            SabotagedStore.with(last, last.balanceAfter().plus(posting.change()))));
        }
        return super.post(posting, clock);
    }

    /** Overwrites a balance with one that was read earlier, changed by a posting. */
    void postStale(Account read, Posting posting) {
        accounts.put(
                read.id(),
                new Account(read.id(), read.balance().plus(posting.change()), read.version() + 1, read.updatedAt()));
    }

    @Override
    public void crash() {
        var lately = kernel.now() - committedAt < LATELY;
        var lost = (fault == PlantedFault.LAST_COMMIT_LOST_BY_CRASH && lately)
                || (fault == PlantedFault.ONE_OF_TWO_COMMITS_LOST_BY_CRASH
                        && lately
                        && committedAt - committedBefore < SOON);
        if (lost && before != null) {
            accounts.putAll(before.accounts);
            transactions.keySet().retainAll(before.transactions.keySet());
            settlements.keySet().retainAll(before.settlements.keySet());
            rounds.keySet().retainAll(before.rounds.keySet());
            rounds.putAll(before.rounds);
        }
        if (fault == PlantedFault.ROLLED_BACK_APPEARS_AFTER_CRASH) {
            rolledBack.forEach(changes -> super.apply(NOTHING, changes));
            rolledBack.clear();
        }
    }
}
