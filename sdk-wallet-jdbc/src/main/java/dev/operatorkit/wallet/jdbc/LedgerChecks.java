package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.jdbc.LedgerAudit.Check;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Ids;
import java.util.List;

/** Lists the invariants of the ledger. */
final class LedgerChecks {
    private static final String ENTRIES = """
        with entries as (
          select account_id, account_version, balance_before, balance_after,
            case kind when 'DEBIT' then -amount else amount end as moved from {ledger} l
          union all
          select account_id, account_version, balance_before, balance_after,
            case kind when 'DEBIT' then -amount else amount end from {ledger_archive} l
          union all
          select account_id, account_version, balance_before, balance_after, amount from {postings} p)
        """;

    private static final String TRANSACTIONS = """
        with transactions as (
          select transaction_id, kind, account_id, game_round_id, reference_transaction_id, amount from {ledger} l
          union all
          select transaction_id, kind, account_id, game_round_id, reference_transaction_id, amount
          from {ledger_archive} l)
        """;

    private static final String ROUNDS = """
        every_round as (
          select account_id, game_round_id, debit_id, state from {rounds} r
          union all
          select account_id, game_round_id, debit_id, state from {rounds_archive} r)
        """;

    static final List<Check> ALL = List.of(
            new Check(Ids.ACCOUNTS, "each account has the balance and the version of its last entry", ENTRIES + """
                select a.id from {accounts} a
                join (select account_id, account_version, balance_after,
                  row_number() over (partition by account_id order by account_version desc) as place
                  from entries) e on e.account_id = a.id and e.place = 1
                where a.balance is null or a.balance <> e.balance_after or a.version <> e.account_version\
                """),
            new Check(
                    Ids.ACCOUNTS,
                    "each entry starts at the balance of the previous one, and versions have no gap",
                    ENTRIES + """
                        select account_id from (select account_id, account_version, balance_before,
                            lag(balance_after) over w as ended, lag(account_version) over w as earlier
                          from entries window w as (partition by account_id order by account_version)) c
                        where earlier is not null and (balance_before <> ended or account_version <> earlier + 1)\
                        """),
            new Check(
                    Ids.ACCOUNTS,
                    "the balances of each entry differ by its amount, and none is negative",
                    ENTRIES + """
                        select account_id from entries
                        where balance_after - balance_before <> moved or balance_after < 0 or balance_before < 0\
                        """),
            new Check(Ids.ACCOUNTS, "each entry belongs to an account", ENTRIES + """
                select e.account_id from entries e
                left join {accounts} a on a.id = e.account_id where a.id is null\
                """),
            new Check(Ids.ACCOUNTS, "each transaction has the currency of its account", """
                select c.account_id from (select account_id, currency from {ledger} l
                  union all select account_id, currency from {ledger_archive} l) c
                join {accounts} a on a.id = c.account_id
                where a.currency is null or c.currency <> a.currency\
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
                    TRANSACTIONS + ", " + ROUNDS + """
                        select t.transaction_id from transactions t
                        left join every_round r on r.account_id = t.account_id and r.game_round_id = t.game_round_id
                        where t.kind = 'DEBIT' and (r.debit_id is null or r.debit_id <> t.transaction_id)\
                        """),
            new Check(Ids.TRANSACTIONS, "each round is stored once", "with " + ROUNDS + """
                select debit_id from every_round group by debit_id having count(*) > 1
                union all
                select max(debit_id) from every_round group by account_id, game_round_id having count(*) > 1\
                """),
            new Check(Ids.TRANSACTIONS, "only closed rounds are in the archive, with their debits", """
                select r.debit_id from {rounds_archive} r
                left join {ledger_archive} d on d.transaction_id = r.debit_id
                where r.state = 'BET' or d.transaction_id is null
                union all
                select d.transaction_id from {ledger_archive} d
                left join {rounds_archive} r on r.account_id = d.account_id and r.game_round_id = d.game_round_id
                where d.kind = 'DEBIT' and r.debit_id is null\
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
                    TRANSACTIONS + ", " + ROUNDS + """
                        select r.debit_id from every_round r
                        left join transactions s on s.reference_transaction_id = r.debit_id
                        left join transactions d on d.transaction_id = r.debit_id
                        where r.state <> case s.kind when 'CREDIT' then 'SETTLED' when 'ROLLBACK' then 'REVERTED'
                          else 'BET' end or (d.transaction_id is null and r.state <> 'REVERTED')\
                        """));

    /** Finds missing entries by the versions that the store keeps itself, which begin at 1. */
    static final Check VERSIONS = new Check(
            Ids.ACCOUNTS, "each account has an entry of each of its versions, from the first one on", ENTRIES + """
                select v.account_id from {account_versions} v
                left join (select account_id, count(*) as entries, min(account_version) as oldest from entries
                  group by account_id) e on e.account_id = v.account_id
                where v.version <> coalesce(e.entries, 0) or e.oldest <> 1\
                """);

    private LedgerChecks() {}
}
