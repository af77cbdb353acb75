package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits how many connections without a response one source may open in a period (fault matrix H2). A connection counts from
 * the moment it is accepted; its first response takes it off the account, unless that is a rejection, so callers that send valid
 * requests are never limited.
 *
 * <p>Each connection costs memory and a thread before its first byte arrives. A source that only opens connections is therefore
 * refused before that, while it cannot shut out anyone else: others have their own quota.
 */
final class UnansweredQuota {
    private final double most;
    private final double forgottenPerNano;
    private final Map<Source, Account> accounts = new HashMap<>();

    /** Holds what one source has used of its quota; the older the connection, the less it counts. */
    private static final class Account {
        private double used;
        private long updated;

        private void update(long now, double forgottenPerNano) {
            used = Math.max(0, used - (now - updated) * forgottenPerNano);
            updated = now;
        }
    }

    UnansweredQuota(int most, Duration period) {
        this.most = most;
        this.forgottenPerNano = most / (double) period.toNanos();
    }

    /** Counts one more connection of this source, and returns false when it has used up its quota. */
    synchronized boolean tryUse(Source source, long now) {
        var account = accounts.computeIfAbsent(source, any -> new Account());
        account.update(now, forgottenPerNano);
        if (account.used + 1 > most) {
            return false;
        }
        account.used++;
        return true;
    }

    /** Takes a connection that has got its response off the account of its source. */
    synchronized void giveBack(Source source) {
        var account = accounts.get(source);
        if (account != null) {
            account.used = Math.max(0, account.used - 1);
        }
    }

    /** Removes the accounts with nothing left on them. */
    synchronized void tidy(long now) {
        accounts.values().removeIf(account -> {
            account.update(now, forgottenPerNano);
            return account.used == 0;
        });
    }
}
