package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wire.TransactionResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Records the calls and responses of a concurrent run, and checks that the ledger is a linearization of them.
 * Several threads may record calls; check them when all have ended.
 *
 * <p>The versions of an account give the order of its movements. It must lead from the opening balance to the balance of
 * the account, each response must be the stored one, and a movement whose first response came before another was sent
 * must be the earlier one.
 */
public final class CallHistory {
    private final Map<String, Long> openings = new ConcurrentHashMap<>();
    private final Collection<Response> responses = new ConcurrentLinkedQueue<>();

    /** Creates an empty history. */
    public CallHistory() {}

    /** Holds one response of 200, and the {@link System#nanoTime} before and after its call. */
    private record Response(String account, String transactionId, TransactionResult result, long from, long to) {}

    /** Holds a stored movement, which was applied between its first call and its first response. */
    private record Movement(StoredTransaction stored, long from, long to) {
        long change() {
            var amount = stored.amount().minorUnits();
            return stored.kind() == Kind.DEBIT ? -amount : amount;
        }
    }

    /** Records an account and its balance before the run. */
    public void recordOpening(String account, long minorUnits) {
        openings.put(account, minorUnits);
    }

    /** Makes a call and records its response if it is 200. */
    public Outcome record(String account, String transactionId, Supplier<Outcome> call) {
        var from = System.nanoTime();
        var outcome = call.get();
        if (outcome instanceof Outcome.Applied applied) {
            responses.add(new Response(account, transactionId, applied.result(), from, System.nanoTime()));
        }
        return outcome;
    }

    /** Returns a description of each violation; empty if the ledger of this store is a linearization of the calls. */
    public List<String> violations(WalletStore store) {
        var faults = new ArrayList<String>();
        openings.forEach((account, opening) -> checkChain(account, opening, store, faults));
        return faults;
    }

    private void checkChain(String account, long opening, WalletStore store, List<String> faults) {
        var balance = opening;
        var version = 0;
        var latestCall = Long.MIN_VALUE;
        for (var movement : movements(account, store, faults)) {
            var stored = movement.stored();
            balance += movement.change();
            version++;
            if (stored.accountVersion() != version || stored.balanceAfter().minorUnits() != balance || balance < 0) {
                faults.add("The entries of " + account + " lead to " + balance + " in version " + version + ", not to "
                        + stored);
            }
            if (movement.to() < latestCall) {
                faults.add("A movement that was sent after the response to " + stored + " is before it");
            }
            latestCall = Math.max(latestCall, movement.from());
        }
        try (var unit = store.begin()) {
            var request = new WalletStore.ReadRequest(Set.of(account), Set.of(), Set.of());
            var read = unit.lockAndRead(request).accounts().get(account);
            if (read == null || read.balance().minorUnits() != balance || read.version() != version) {
                faults.add("The entries of " + account + " lead to " + balance + " in version " + version + ", not to "
                        + read);
            }
        }
    }

    private List<Movement> movements(String account, WalletStore store, List<String> faults) {
        var movements = new HashMap<String, Movement>();
        for (var response : responses) {
            if (response.account().equals(account)) {
                var stored = store.findTransaction(new TransactionLookup(account, response.transactionId()));
                if (stored.isEmpty() || !stored.get().toResult().equals(response.result())) {
                    faults.add("The response " + response.result() + " to " + response.transactionId()
                            + " is not of the stored " + stored);
                } else {
                    movements.merge(
                            response.transactionId(),
                            new Movement(stored.get(), response.from(), response.to()),
                            (one, other) -> new Movement(
                                    one.stored(), Math.min(one.from(), other.from()), Math.min(one.to(), other.to())));
                }
            }
        }
        return movements.values().stream()
                .sorted(Comparator.comparingLong(movement -> movement.stored().accountVersion()))
                .toList();
    }
}
