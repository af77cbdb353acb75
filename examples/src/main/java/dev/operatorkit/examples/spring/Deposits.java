package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.time.Clock;
import java.util.Objects;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Posts deposits and withdrawals, each in one transaction with its row in the outbox. */
public class Deposits {
    private final JdbcTemplate sql;
    private final JdbcWalletStore store;
    private final Clock clock;

    /** Creates deposits in the accounts of the store. */
    public Deposits(JdbcTemplate sql, JdbcWalletStore store, Clock clock) {
        this.sql = sql;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Applies a posting. Tell the payment provider only after this method has returned: before, the transaction may
     * still fail. If it fails, call it again with the same reference.
     */
    @Transactional
    public PostingOutcome post(Posting posting) {
        // On the connection of Spring's transaction, which JdbcTemplate uses for the outbox too.
        var outcome = Objects.requireNonNull(sql.execute((ConnectionCallback<PostingOutcome>)
                connection -> new Postings(store.postings(connection), clock).post(posting)));
        if (outcome instanceof PostingOutcome.Applied applied) { // not for a repeat, whose row is written already
            var entry = applied.entry();
            sql.update(
                    "insert into outbox (account_id, account_version, event) values (?, ?, ?)",
                    posting.accountId(),
                    entry.accountVersion(),
                    "balance changed by " + posting.change());
        }
        return outcome;
    }
}
