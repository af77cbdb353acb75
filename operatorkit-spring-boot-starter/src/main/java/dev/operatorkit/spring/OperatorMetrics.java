package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.wallet.WalletListener;

/** Creates the metrics of one of several operators, where the application has a registry. */
interface OperatorMetrics {
    /** Returns the metrics of its wallet. */
    WalletListener wallet(CallbackPath path);

    /** Returns the metrics of its client. */
    CallListener client(String operator);
}
