package dev.operatorkit.reference.simulation;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.Round.State;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plants a fault between a wallet and its store: what one process reads and writes differs from what is right. */
final class SabotagedStore implements WalletStore {
    private final PlantedFault fault;
    private final WalletStore store;
    private final Backend backend;
    private final Map<String, Kind> kinds;
    private final Set<String> written = new HashSet<>();
    private final Map<String, StoredTransaction> uncommitted = new HashMap<>();
    private final Map<ReadRequest, Snapshot> collided = new HashMap<>();

    SabotagedStore(PlantedFault fault, WalletStore store, Backend backend, Map<String, Kind> kinds) {
        this.fault = fault;
        this.store = store;
        this.backend = backend;
        this.kinds = kinds;
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return store.findTransaction(transactionId);
    }

    @Override
    public UnitOfWork begin() {
        var unit = store.begin();
        return new UnitOfWork() {
            private @Nullable ReadRequest request;
            private @Nullable Snapshot snapshot;

            @Override
            public Snapshot lockAndRead(ReadRequest wanted) {
                request = wanted;
                var read = sabotage(wanted, unit.lockAndRead(wanted));
                snapshot = read;
                return read;
            }

            @Override
            public void write(Changes changes) {
                try {
                    unit.write(sabotage(changes));
                } catch (RolledBack e) {
                    throw noted(e);
                }
            }

            @Override
            public void commit() {
                try {
                    unit.commit();
                } catch (RolledBack e) {
                    if (fault != PlantedFault.ROLLED_BACK_REPORTED_COMMITTED) {
                        throw noted(e);
                    }
                }
            }

            private RolledBack noted(RolledBack e) {
                if (e.isRetryable() && request != null && snapshot != null) {
                    collided.put(request, snapshot);
                }
                return e;
            }

            @Override
            public void close() {
                unit.close();
            }
        };
    }

    private Snapshot sabotage(ReadRequest request, Snapshot read) {
        return switch (fault) {
            case SECOND_DEBIT_OF_ROUND -> areAll(request, Kind.DEBIT) ? withRounds(read, Map.of()) : read;
            case SECOND_CREDIT -> areAll(request, Kind.CREDIT) ? reopen(read, State.SETTLED) : read;
            case ROLLBACK_AFTER_CREDIT -> areAll(request, Kind.ROLLBACK) ? reopen(read, State.SETTLED) : read;
            case CREDIT_AFTER_ROLLBACK -> areAll(request, Kind.CREDIT) ? reopen(read, State.REVERTED) : read;
            case NO_TOMBSTONE -> withoutTombstones(read, tombstone -> true, true);
            case TOMBSTONE_IN_MEMORY ->
                withoutTombstones(read, tombstone -> !written.contains(tombstone.transactionId()), true);
            case TOMBSTONE_WITHOUT_ROUND -> withoutTombstones(read, tombstone -> true, false);
            case ROUND_WITHOUT_ACCOUNT -> withRounds(read, roundsOfAll(request, read));
            case ENTRIES_FORGOTTEN_BY_RESTART -> withOwnEntries(read);
            case CACHE_OF_UNCOMMITTED -> withUncommitted(request, read);
            case ID_UNIQUE_PER_ACCOUNT -> withEntriesOf(request, read);
            case RETRY_WITH_FIRST_SNAPSHOT -> {
                var first = collided.remove(request);
                yield first == null ? read : first;
            }
            default -> read;
        };
    }

    private boolean areAll(ReadRequest request, Kind kind) {
        return request.transactionIds().stream()
                .filter(id -> !backend.committed().transactions().containsKey(id))
                .allMatch(id -> kinds.get(id) == kind);
    }

    private static Snapshot withRounds(Snapshot read, Map<Round.Key, Round> rounds) {
        return new Snapshot(read.accounts(), read.transactions(), read.settlements(), rounds);
    }

    private static Snapshot reopen(Snapshot read, State closed) {
        Map<Round.Key, Round> rounds = new HashMap<>(read.rounds());
        rounds.replaceAll((key, round) ->
                round.state() == closed ? new Round(key, round.debitTransactionId(), State.BET) : round);
        return rounds.equals(read.rounds())
                ? read
                : new Snapshot(read.accounts(), read.transactions(), Map.of(), rounds);
    }

    private boolean isTombstone(StoredTransaction entry) {
        var reference = entry.referenceTransactionId();
        return entry.kind() == Kind.ROLLBACK
                && !backend.committed().transactions().containsKey(reference);
    }

    private Snapshot withoutTombstones(Snapshot read, Predicate<StoredTransaction> forgotten, boolean settlementsToo) {
        Map<String, StoredTransaction> settlements = new HashMap<>(read.settlements());
        settlements.values().removeIf(entry -> settlementsToo && isTombstone(entry) && forgotten.test(entry));
        Map<Round.Key, Round> rounds = new HashMap<>(read.rounds());
        rounds.values()
                .removeIf(round -> backend.committed().transactions().values().stream()
                        .anyMatch(entry -> round.debitTransactionId().equals(entry.referenceTransactionId())
                                && isTombstone(entry)
                                && forgotten.test(entry)));
        return new Snapshot(read.accounts(), read.transactions(), settlements, rounds);
    }

    private Map<Round.Key, Round> roundsOfAll(ReadRequest request, Snapshot read) {
        Map<Round.Key, Round> rounds = new HashMap<>(read.rounds());
        for (var key : request.roundKeys()) {
            backend.committed().rounds().values().stream()
                    .filter(round -> round.key().gameRoundId().equals(key.gameRoundId()))
                    .forEach(round ->
                            rounds.putIfAbsent(key, new Round(key, round.debitTransactionId(), round.state())));
        }
        return rounds;
    }

    private Snapshot withOwnEntries(Snapshot read) {
        Map<String, StoredTransaction> own = new HashMap<>(read.transactions());
        own.keySet().removeIf(id -> !written.contains(id) && kinds.containsKey(id));
        return new Snapshot(read.accounts(), own, read.settlements(), read.rounds());
    }

    private static Snapshot withEntriesOf(ReadRequest request, Snapshot read) {
        Map<String, StoredTransaction> own = new HashMap<>(read.transactions());
        own.values().removeIf(entry -> !request.accountIds().contains(entry.accountId()));
        return new Snapshot(read.accounts(), own, read.settlements(), read.rounds());
    }

    private Snapshot withUncommitted(ReadRequest request, Snapshot read) {
        Map<String, StoredTransaction> all = new HashMap<>(read.transactions());
        request.transactionIds().stream()
                .filter(uncommitted::containsKey)
                .forEach(id -> all.put(id, uncommitted.get(id)));
        return new Snapshot(read.accounts(), all, read.settlements(), read.rounds());
    }

    private Changes sabotage(Changes changes) {
        for (var entry : changes.transactions()) {
            written.add(entry.transactionId());
            uncommitted.put(entry.transactionId(), entry);
        }
        return switch (fault) {
            case TOMBSTONE_PAYS -> add(changes, 1000, this::isTombstone);
            case FREE_ROUND_COSTS_ITS_VALUE ->
                add(changes, -500, entry -> entry.kind() == Kind.DEBIT && "freeround".equals(entry.reason()));
            case ZERO_PAYOUT_NOT_STORED ->
                new Changes(
                        changes.transactions().stream()
                                .filter(entry -> entry.kind() != Kind.CREDIT
                                        || entry.amount().minorUnits() != 0)
                                .toList(),
                        changes.newRounds(),
                        changes.closedRounds(),
                        changes.accounts());
            case BATCH_JUDGED_BY_ONE_BALANCE -> judgedByOneBalance(changes);
            case MEMBER_OF_BATCH_LOST -> withoutLastAccount(changes);
            default -> changes;
        };
    }

    /** Leaves out what belongs to the last of several accounts. */
    private static Changes withoutLastAccount(Changes changes) {
        if (changes.accounts().size() < 2) {
            return changes;
        }
        var accounts = List.copyOf(changes.accounts());
        var last = accounts.get(accounts.size() - 1).id();
        return new Changes(
                changes.transactions().stream()
                        .filter(entry -> !entry.accountId().equals(last))
                        .toList(),
                changes.newRounds().stream()
                        .filter(round -> !round.key().accountId().equals(last))
                        .toList(),
                changes.closedRounds().stream()
                        .filter(round -> !round.key().accountId().equals(last))
                        .toList(),
                accounts.subList(0, accounts.size() - 1));
    }

    /** Moves too much with the last entry of an account. */
    private static Changes add(Changes changes, long units, Predicate<StoredTransaction> where) {
        List<StoredTransaction> entries = new ArrayList<>();
        List<Account> accounts = new ArrayList<>(changes.accounts());
        for (var entry : changes.transactions()) {
            var last = changes.accounts().stream()
                    .anyMatch(account ->
                            account.id().equals(entry.accountId()) && account.version() == entry.accountVersion());
            if (last && where.test(entry)) {
                var balance = plus(entry.balanceAfter(), units);
                entries.add(with(entry, balance));
                accounts.replaceAll(account -> account.id().equals(entry.accountId())
                        ? new Account(account.id(), balance, account.version(), account.updatedAt())
                        : account);
            } else {
                entries.add(entry);
            }
        }
        return new Changes(entries, changes.newRounds(), changes.closedRounds(), accounts);
    }

    private static Changes judgedByOneBalance(Changes changes) {
        var previous = new HashMap<String, StoredTransaction>();
        var result = changes;
        for (var entry : changes.transactions()) {
            var before = previous.put(entry.accountId(), entry);
            if (before != null && before.kind() == Kind.DEBIT && entry.kind() == Kind.DEBIT) {
                result = add(result, before.amount().minorUnits(), other -> other == entry);
            }
        }
        return result;
    }

    private static Money plus(Money money, long units) {
        return new Money(money.minorUnits() + units, money.currency());
    }

    /** Returns a copy of an entry with another balance. */
    static StoredTransaction with(StoredTransaction entry, Money balance) {
        return StoredTransaction.builder()
                .transactionId(entry.transactionId())
                .kind(entry.kind())
                .accountId(entry.accountId())
                .gameRoundId(entry.gameRoundId())
                .referenceTransactionId(entry.referenceTransactionId())
                .operatorTransactionId(entry.operatorTransactionId())
                .amount(entry.amount())
                .balanceAfter(balance)
                .accountVersion(entry.accountVersion())
                .reason(entry.reason())
                .bodyHash(entry.bodyHash())
                .createdAt(entry.createdAt())
                .build();
    }
}
