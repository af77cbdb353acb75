package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Postings;
import java.time.Clock;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Posts deposits and withdrawals, each in one transaction with its row in the outbox. */
public class Deposits {
    private final JdbcTemplate sql;
    private final Postings postings;

    /** Creates deposits on the tables of {@code schema.sql}. */
    public Deposits(JdbcTemplate sql, Clock clock) {
        this.sql = sql;
        this.postings = new Postings(new JdbcPostings(sql), clock);
    }

    /**
     * Applies a posting. Tell the payment provider only after this method has returned: before, the transaction may
     * still fail. If it fails, call it again with the same reference.
     */
    @Transactional
    public PostingOutcome post(Posting posting) {
        var outcome = postings.post(posting);
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
