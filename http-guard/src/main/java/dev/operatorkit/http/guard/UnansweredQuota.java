package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits how many connections without a response one source may open in a period (fault matrix H2). A connection counts from
 * the moment it is accepted; its first response takes it off the account, unless that is a rejection. Every success takes one
 * rejection off, so callers that send more valid requests than others are never limited, such as a conformance suite.
 *
 * <p>Each connection costs memory and a thread before its first byte arrives. A source that only opens connections is therefore
 * refused before that, while it cannot shut out anyone else: others have their own quota.
 */
final class UnansweredQuota {
    private final double most;
    private final double forgottenPerNano;
    private final Map<Source, Account> accounts = new HashMap<>();
    private volatile boolean hasRejected; // without it, each response would wait for the others

    /** Holds what one source has used of its quota; the older the connection, the less it counts. */
    private static final class Account {
        private double used;
        private double rejected; // a part of what is used
        private long updated;

        private void update(long now, double forgottenPerNano) {
            giveBack((now - updated) * forgottenPerNano);
            updated = now;
        }

        private void giveBack(double connections) {
            used = Math.max(0, used - connections);
            rejected = Math.min(rejected, used);
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

    /** Stops counting a connection that has got its response against its source. */
    synchronized void giveBack(Source source) {
        var account = accounts.get(source);
        if (account != null) {
            account.giveBack(1);
        }
    }

    /** Records that the first response of a connection is a rejection, which leaves it on the account. */
    synchronized void reject(Source source) {
        var account = accounts.get(source);
        if (account != null) {
            account.rejected = Math.min(account.rejected + 1, account.used);
            hasRejected = true;
        }
    }

    /** Forgives a rejection of a source that sent a valid request, on any of its connections. */
    void succeed(Source source) {
        if (hasRejected) {
            forgive(source);
        }
    }

    private synchronized void forgive(Source source) {
        var account = accounts.get(source);
        if (account != null) {
            var forgiven = Math.min(1, account.rejected);
            account.rejected -= forgiven;
            account.used -= forgiven;
        }
    }

    /** Removes the accounts with nothing left on them. */
    synchronized void tidy(long now) {
        accounts.values().removeIf(account -> {
            account.update(now, forgottenPerNano);
            return account.used == 0;
        });
        hasRejected = accounts.values().stream().anyMatch(account -> account.rejected > 0);
    }
}
