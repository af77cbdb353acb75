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
import java.util.Map;
import java.util.Optional;

/** Keeps what is committed. Locks, delays and faults are those of {@link SimulatedStore}. */
interface Backend {
    /** Opens an account. */
    void open(Account account);

    /** Reads what a unit of work asks for. */
    Snapshot read(ReadRequest request);

    /** Finds a committed transaction. */
    Optional<StoredTransaction> find(String transactionId);

    /** Commits a unit of work, all of it or nothing. */
    void apply(ReadRequest request, Changes changes);

    /** Applies and commits a posting. */
    PostingOutcome post(Posting posting, Clock clock);

    /** Loses the process of the store, and what was not committed with it. */
    void crash();

    /** Returns all that is committed. */
    Committed committed();

    /** Holds all that is committed. */
    record Committed(
            Map<String, Account> accounts, Map<String, StoredTransaction> transactions, Map<Round.Key, Round> rounds) {}
}
