package dev.operatorkit.reference.database;

import static org.jooq.impl.DSL.val;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.QueryPart;

/**
 * Audits the ledger with SQL only, independently of the code that moves money. Each check is an invariant with a query for its
 * violations.
 */
public final class Audit {
    private static final int MAX_EXAMPLES = 5;
    private static final int FETCHED_AT_ONCE = 1_000;

    private static final String ENTRIES = """
        with entries as (
          select account_id, account_version, balance_before, balance_after,
            case kind when 'DEBIT' then -amount else amount end as change from ledger
          union all
          select account_id, account_version, balance_before, balance_after,
            case kind when 'DEBIT' then -amount else amount end from ledger_archive
          union all
          select account_id, account_version, balance_before, balance_after, amount from adjustments)
        """;

    private static final String TRANSACTIONS = """
        with transactions as (
          select transaction_id, kind, account_id, game_round_id, reference_transaction_id, amount from ledger
          union all
          select transaction_id, kind, account_id, game_round_id, reference_transaction_id, amount
          from ledger_archive)
        """;

    private static final String ROUNDS = """
        , every_round as (
          select account_id, game_round_id, debit_id, state from rounds
          union all
          select account_id, game_round_id, debit_id, state from rounds_archive)
        """;

    private static final List<Check> CHECKS = List.of(
            new Check(
                    Ids.ACCOUNTS,
                    "each balance is the sum of its account's entries, and each version is their number",
                    ENTRIES + """
                        select a.id from accounts a
                        left join (select account_id, sum(change) as total, count(*) as entries
                          from entries group by account_id) e on e.account_id = a.id
                        where a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0)\
                        """),
            new Check(
                    Ids.ACCOUNTS,
                    "each entry starts at the balance of the previous one, and versions have no gap",
                    ENTRIES + """
                        select account_id from (select account_id, account_version, balance_before,
                            lag(balance_after, 1, cast(0 as bigint)) over chain as ended,
                            row_number() over chain as place
                          from entries window chain as (partition by account_id order by account_version)) c
                        where balance_before <> ended or account_version <> place\
                        """),
            new Check(
                    Ids.ACCOUNTS,
                    "the balances of each entry differ by its amount, and none is negative",
                    ENTRIES + """
                        select account_id from entries
                        where balance_after - balance_before <> change or balance_after < 0 or balance_before < 0\
                        """),
            new Check(Ids.ACCOUNTS, "each entry belongs to an account", ENTRIES + """
                select e.account_id from entries e
                where not exists (select 1 from accounts a where a.id = e.account_id)\
                """),
            new Check(Ids.ACCOUNTS, "each entry has the currency of its account", """
                select c.account_id from (select account_id, currency from ledger
                  union all select account_id, currency from ledger_archive
                  union all select account_id, currency from adjustment_requests) c
                join accounts a on a.id = c.account_id
                where c.currency <> a.currency\
                """),
            new Check(Ids.REFERENCES, "each reference belongs to an adjustment", """
                select r.reference from adjustment_references r
                where not exists (select 1 from adjustments a
                  where a.account_id = r.account_id and a.account_version = r.account_version)\
                """),
            new Check(
                    Ids.ACCOUNTS,
                    "each applied request has its entry, with both people, and each approved entry its request",
                    """
                    select r.account_id from adjustment_requests r
                    where r.state = 'APPLIED' and not exists (select 1 from adjustment_references f
                      join adjustments a on a.account_id = f.account_id and a.account_version = f.account_version
                      where f.reference = r.reference and a.account_id = r.account_id and a.amount = r.amount
                        and a.made_by = r.requested_by and a.approved_by = r.decided_by)
                    union all
                    select a.account_id from adjustments a
                    where a.approved_by is not null and not exists (select 1 from adjustment_references f
                      join adjustment_requests r on r.reference = f.reference and r.state = 'APPLIED'
                      where f.account_id = a.account_id and f.account_version = a.account_version)\
                    """),
            new Check(Ids.TRANSACTIONS, "no transaction id was used twice", TRANSACTIONS + """
                select transaction_id from transactions group by transaction_id having count(*) > 1\
                """),
            new Check(Ids.TRANSACTIONS, "no debit was settled twice", TRANSACTIONS + """
                select reference_transaction_id from transactions where reference_transaction_id is not null
                group by reference_transaction_id having count(*) > 1\
                """),
            new Check(
                    Ids.TRANSACTIONS,
                    "each debit opened exactly the round that refers to it",
                    TRANSACTIONS + ROUNDS + """
                        select t.transaction_id from transactions t
                        left join every_round r on r.account_id = t.account_id and r.game_round_id = t.game_round_id
                        where t.kind = 'DEBIT' and (r.debit_id is null or r.debit_id <> t.transaction_id)\
                        """),
            new Check(Ids.TRANSACTIONS, "each round is stored once", """
                select r.debit_id from rounds r
                join rounds_archive o on o.account_id = r.account_id and o.game_round_id = r.game_round_id\
                """),
            new Check(
                    Ids.TRANSACTIONS, "each settlement has the account and the round of its debit", TRANSACTIONS + """
                        select s.transaction_id from transactions s
                        join transactions d on d.transaction_id = s.reference_transaction_id
                        where d.kind <> 'DEBIT' or d.account_id <> s.account_id or d.game_round_id <> s.game_round_id\
                        """),
            new Check(
                    Ids.TRANSACTIONS,
                    "each credit has a debit, and each rollback returned the stake of its debit, or nothing without"
                            + " one",
                    TRANSACTIONS + """
                        select s.transaction_id from transactions s
                        left join transactions d on d.transaction_id = s.reference_transaction_id
                        where (s.kind = 'CREDIT' and d.transaction_id is null)
                          or (s.kind = 'ROLLBACK' and s.amount <> coalesce(d.amount, 0))\
                        """),
            new Check(
                    Ids.TRANSACTIONS,
                    "each round is settled by a credit, reverted by a rollback, or open",
                    TRANSACTIONS + ROUNDS + """
                        select r.debit_id from every_round r
                        left join transactions s on s.reference_transaction_id = r.debit_id
                        where r.state <> case s.kind when 'CREDIT' then 'SETTLED' when 'ROLLBACK' then 'REVERTED'
                          else 'BET' end\
                        """));

    /** The checks of what no key prevents where each partition has its own (D-52). */
    private static final List<Check> ACROSS_PARTITIONS = List.of(
            new Check(Ids.TRANSACTIONS, "no transaction id was used in two buckets", """
                select transaction_id from (select bucket, transaction_id from ledger
                  union all select bucket, transaction_id from ledger_archive) t
                group by transaction_id having count(*) > 1\
                """),
            new Check(Ids.TRANSACTIONS, "no rollback without a debit refers to the debit of another bucket", """
                with tombstones as materialized (
                  select transaction_id, reference_transaction_id, bucket from ledger
                  where kind = 'ROLLBACK' and amount = 0)
                select t.transaction_id from (select bucket, transaction_id from ledger
                  union all select bucket, transaction_id from ledger_archive) d
                join tombstones t on t.reference_transaction_id = d.transaction_id
                where t.bucket <> d.bucket\
                """),
            new Check(Ids.REFERENCES, "no reference was used in two buckets", """
                select reference from adjustment_references group by reference having count(*) > 1\
                """));

    private static final List<String> PARTITIONED_TABLES = List.of(
            "accounts", "ledger", "ledger_archive", "rounds", "rounds_archive", "adjustments", "adjustment_references");

    private static final Pattern TABLE =
            Pattern.compile("\\b(" + String.join("|", PARTITIONED_TABLES) + "|adjustment_requests)\\b");

    private static final Set<String> ROUND_TABLES = Set.of("ledger", "ledger_archive", "rounds", "rounds_archive");

    private Audit() {}

    /** Runs all checks as {@link #run(Database, Runnable)} does. */
    public static List<Finding> run(Database database) {
        return run(database, () -> {});
    }

    /** Returns the number of checks that a run makes. */
    public static int count(Database database) {
        var partitions = database.partitions();
        return partitions == null ? CHECKS.size() : partitions.count() * CHECKS.size() + ACROSS_PARTITIONS.size();
    }

    /**
     * Runs all checks on one snapshot of the ledger, so that a running wallet causes no false violations. Each partition has a snapshot of
     * its own, since the servers of a distributed database share none.
     *
     * @param checked runs after each check
     */
    public static List<Finding> run(Database database, Runnable checked) {
        var partitions = database.partitions();
        if (partitions == null) {
            return run(database, CHECKS, checked);
        }
        var findings = run(database, inPartition(partitions, 0), checked);
        for (var partition = 1; partition < partitions.count(); partition++) {
            var more = run(database, inPartition(partitions, partition), checked);
            var merged = findings;
            findings = IntStream.range(0, CHECKS.size())
                    .mapToObj(i -> merged.get(i).plus(more.get(i)))
                    .toList();
        }
        return Stream.concat(findings.stream(), run(database, ACROSS_PARTITIONS, checked).stream())
                .toList();
    }

    /**
     * Runs the checks on the rows of one account, and those of transactions on one of its rounds. What concerns several accounts, such as
     * an id that two of them use, is found only by the audit of the whole ledger.
     *
     * @param round the round; empty for all rounds
     */
    public static List<Finding> run(Database database, String account, String round) {
        var ofAccount = rowsOf(database, account, false);
        var ofRound = rowsOf(database, account, !round.isEmpty());
        return database.snapshot(sql -> CHECKS.stream()
                .map(check -> check.onOwnRows(check.ids == Ids.TRANSACTIONS ? ofRound : ofAccount)
                        .run(sql, val(account), val(round)))
                .toList());
    }

    /** Returns the rows of the account {0}, or of its round {1}, of each table. */
    private static String rowsOf(Database database, String account, boolean ofRound) {
        var partitions = database.partitions();
        var partition = partitions == null
                ? ""
                : " and " + Partitions.COLUMN + " = " + partitions.ofAccount().applyAsInt(account);
        var tables = PARTITIONED_TABLES.stream().map(table -> {
            var id = table.equals("accounts") ? "id" : "account_id";
            var round = ofRound && ROUND_TABLES.contains(table) ? " and game_round_id = {1}" : "";
            return "own_" + table + " as (select * from " + table + " where " + id + " = {0}" + partition + round + ")";
        });
        return tables.collect(Collectors.joining(", "))
                + ", own_adjustment_requests as (select * from adjustment_requests where account_id = {0})";
    }

    private static List<Finding> run(Database database, List<Check> checks, Runnable checked) {
        return database.snapshot(sql -> {
            var findings = new ArrayList<Finding>();
            for (var check : checks) {
                findings.add(check.run(sql));
                checked.run();
            }
            return findings;
        });
    }

    /** Returns the checks of one partition: the names of the tables stand for their rows in it. */
    private static List<Check> inPartition(Partitions partitions, int partition) {
        var tables = PARTITIONED_TABLES.stream()
                        .map(table -> table + " as (select * from " + table + " where " + Partitions.COLUMN + " = "
                                + partition + ")")
                        .collect(Collectors.joining(", "))
                + ", adjustment_requests as (select * from adjustment_requests where "
                + partitions.expression().formatted("account_id") + " = " + partition + ")";
        return CHECKS.stream().map(check -> check.with(tables)).toList();
    }

    /** Lists what the ids of violations name. */
    public enum Ids {
        /** Accounts. */
        ACCOUNTS,
        /** References of adjustments. */
        REFERENCES,
        /** Transactions. */
        TRANSACTIONS
    }

    private record Check(Ids ids, String sentence, String violations) {
        /** Returns the check with further common table expressions before its own. */
        Check with(String tables) {
            var own = violations.startsWith("with ");
            return new Check(
                    ids, sentence, "with " + tables + (own ? ", " + violations.substring(5) : " " + violations));
        }

        /** Returns the check on these rows of the tables, each under the name of its table after {@code own_}. */
        Check onOwnRows(String rows) {
            return new Check(ids, sentence, TABLE.matcher(violations).replaceAll("own_$0")).with(rows);
        }

        Finding run(DSLContext sql, QueryPart... values) {
            var count = 0;
            var examples = new ArrayList<String>();
            // Row by row, since a damaged ledger may have more violations than fit into memory.
            try (var rows = sql.resultQuery(violations, values)
                    .fetchSize(FETCHED_AT_ONCE)
                    .fetchLazy()) {
                for (var row : rows) {
                    count++;
                    if (examples.size() < MAX_EXAMPLES) {
                        examples.add(row.get(0, String.class));
                    }
                }
            }
            return new Finding(sentence, count, ids, List.copyOf(examples));
        }
    }

    /**
     * Holds the result of one check.
     *
     * @param sentence the invariant
     * @param violations the number of violations
     * @param ids what the examples name
     * @param examples the ids of the first few violations
     */
    public record Finding(String sentence, int violations, Ids ids, List<String> examples) {
        private Finding plus(Finding other) {
            return new Finding(
                    sentence,
                    violations + other.violations,
                    ids,
                    Stream.concat(examples.stream(), other.examples.stream())
                            .limit(MAX_EXAMPLES)
                            .toList());
        }

        /** Returns true when there are no violations. */
        public boolean holds() {
            return violations == 0;
        }
    }
}
