package dev.operatorkit.conformance.wallets;

import org.jspecify.annotations.Nullable;

/** Holds a status, and an entry when there is one. */
public record Reply(int status, WalletStorage.@Nullable Entry entry, String message) {
    static Reply of(WalletStorage.Entry entry) {
        return new Reply(200, entry, "");
    }

    boolean isReplay() {
        return message.equals("replay");
    }
}
