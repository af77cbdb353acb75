package dev.operatorkit.spring;

import dev.operatorkit.wallet.Wallet;

/**
 * Wraps the wallet that the callbacks call: define a bean of this type. One with the {@code Qualifier} of an operator
 * wraps the wallet of that operator only. The first one in the order of the beans is the innermost. Called once, on the thread that starts the application.
 */
@FunctionalInterface
public interface WalletCustomizer {
    /** Returns the wallet that is called instead of this one, and that passes calls on to it. */
    Wallet customize(Wallet wallet);
}
