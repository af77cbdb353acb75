package dev.operatorkit.spring;

import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;

/** Tests whether each wallet can read its ledger, by looking up a transaction that does not exist. */
final class WalletProbe {
    private static final String UNUSED_ID = "operatorkit-health";

    private WalletProbe() {}

    /** Returns the type of the failure, whose message may contain what must not be shown; empty if the ledger was read. */
    static Optional<String> failure(ObjectProvider<Wallet> wallets) {
        try {
            wallets.forEach(wallet ->
                    wallet.findTransaction(new TransactionLookup(UNUSED_ID, UNUSED_ID), CallbackContext.ofBody()));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e.getClass().getName());
        }
    }
}
