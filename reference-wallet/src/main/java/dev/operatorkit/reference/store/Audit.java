package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.jdbc.LedgerAudit;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Check;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Ids;
import java.util.List;

/** Audits the ledger, and the adjustments that people have made. */
public final class Audit {
    private static final List<Check> ADJUSTMENTS = List.of(
            new Check(Ids.ACCOUNTS, "each account began with a balance of 0", """
                select a.id from {accounts} a
                where (a.version = 0 and a.balance <> 0) or (a.version <> 0
                  and not exists (select 1 from {ledger} l
                    where l.account_id = a.id and l.account_version = 1 and l.balance_before = 0)
                  and not exists (select 1 from {ledger_archive} o
                    where o.account_id = a.id and o.account_version = 1 and o.balance_before = 0)
                  and not exists (select 1 from {postings} p
                    where p.account_id = a.id and p.account_version = 1 and p.balance_before = 0))\
                """),
            new Check(Ids.ACCOUNTS, "each request has the currency of its account", """
                select r.account_id from {adjustment_requests} r
                join {accounts} a on a.id = r.account_id
                where r.currency <> a.currency\
                """),
            new Check(Ids.REFERENCES, "each reference belongs to an adjustment", """
                select r.reference from {adjustment_references} r
                where not exists (select 1 from {postings} a
                  where a.account_id = r.account_id and a.account_version = r.account_version)\
                """),
            new Check(
                    Ids.ACCOUNTS,
                    "each applied request has its entry, with both people, and each approved entry its request",
                    """
                    select r.account_id from {adjustment_requests} r
                    where r.state = 'APPLIED' and not exists (select 1 from {adjustment_references} f
                      join {postings} a on a.account_id = f.account_id and a.account_version = f.account_version
                      where f.reference = r.reference and a.account_id = r.account_id and a.amount = r.amount
                        and a.made_by = r.requested_by and a.approved_by = r.decided_by)
                    union all
                    select a.account_id from {postings} a
                    where a.approved_by is not null and not exists (select 1 from {adjustment_references} f
                      join {adjustment_requests} r on r.reference = f.reference and r.state = 'APPLIED'
                      where f.account_id = a.account_id and f.account_version = a.account_version)\
                    """),
            // What no key prevents where each partition has its own (D-52).
            new Check(Ids.TRANSACTIONS, "no transaction id was used in two buckets", """
                select transaction_id from (select bucket, transaction_id from ledger
                  union all select bucket, transaction_id from ledger_archive) t
                group by transaction_id having count(*) > 1\
                """, true),
            new Check(Ids.TRANSACTIONS, "no rollback without a debit refers to the debit of another bucket", """
                with tombstones as materialized (
                  select transaction_id, reference_transaction_id, bucket from ledger
                  where kind = 'ROLLBACK' and amount = 0)
                select t.transaction_id from (select bucket, transaction_id from ledger
                  union all select bucket, transaction_id from ledger_archive) d
                join tombstones t on t.reference_transaction_id = d.transaction_id
                where t.bucket <> d.bucket\
                """, true),
            new Check(
                    Ids.REFERENCES,
                    "no reference was used in two buckets",
                    "select reference from adjustment_references group by reference having count(*) > 1",
                    true));

    private Audit() {}

    private static LedgerAudit of(Database database) {
        return LedgerAudit.of(Movements.in(database)).postingsIn("adjustments").with(ADJUSTMENTS);
    }

    /** Runs all checks as {@link #run(Database, Runnable)} does. */
    public static List<Finding> run(Database database) {
        return run(database, () -> {});
    }

    /** Returns the number of checks that a run makes. */
    public static int count(Database database) {
        return of(database).count();
    }

    /**
     * Runs all checks on one snapshot of the ledger, or on one of each partition.
     *
     * @param checked runs after each check
     */
    public static List<Finding> run(Database database, Runnable checked) {
        return Movements.orDatabaseFailure(() -> of(database).run(database.readConnections(), checked));
    }
}
