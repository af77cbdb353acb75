package dev.operatorkit.reference.store;

/**
 * The statements that every movement runs, for both databases, each for a batch of any size: each parameter is a whole
 * column of values. Plain SQL, so that it can be read, measured and explained as it is; a test proves that PostgreSQL
 * answers none of them with a scan. They go to the driver as they are: to have jOOQ render them anew for every batch took
 * half of the processor that a debit costs.
 *
 * <p>The lock comes first and alone: what the later statements read is then what nobody else can change. One statement
 * that reads and writes at once would judge a duplicate by a snapshot from before the lock.
 */
final class MovementSql {
    /** Accounts, locked in the order of their ids, which is the same for every unit: no two can wait for each other. */
    static final String LOCK_ACCOUNTS = cast("""
        select id, currency, balance, version, updated_at
        from accounts where id = any(:texts) order by id for update
        """);

    /** What is stored under these ids: all that a replay needs (IDM-2). */
    static final String READ_STORED = cast("""
        select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,
          currency, amount, balance_after, account_version, reason, fingerprint, created_at
        from ledger where transaction_id = any(:texts)
        """);

    /**
     * What is known under these ids, as transactions and as the debits that settlements refer to. The archive counts: an
     * id is never applied twice, however old (IDM-1).
     */
    static final String READ_LEDGER = cast("""
        select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,
          currency, amount, balance_after, account_version, reason, fingerprint, created_at
        from ledger where transaction_id = any(:texts)
        union all
        select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,
          currency, amount, balance_after, account_version, reason, fingerprint, created_at
        from ledger where reference_transaction_id = any(:texts)
        union all
        select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,
          currency, amount, balance_after, account_version, reason, fingerprint, created_at
        from ledger_archive where transaction_id = any(:texts)
        union all
        select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,
          currency, amount, balance_after, account_version, reason, fingerprint, created_at
        from ledger_archive where reference_transaction_id = any(:texts)
        """);

    /**
     * The rounds of these accounts and keys, one row for each that was asked about. The archive counts: a closed round stays closed,
     * however old (D-56). Both tables are read by one statement, so that a round on its way from one to the other is seen in one of
     * them. The archive is asked by a subquery, with one column for two, since a join with it was planned as a scan while it was empty.
     */
    static final String READ_ROUNDS = cast("""
        select w.account_id, w.game_round_id, r.debit_id, r.state,
          case when r.debit_id is null then (select a.state || ' ' || a.debit_id from rounds_archive a
            where a.account_id = w.account_id and a.game_round_id = w.game_round_id limit 1) end
        from unnest(:texts, :texts) as w (account_id, game_round_id)
        left join rounds r on r.account_id = w.account_id and r.game_round_id = w.game_round_id
        """);

    static final String INSERT_ROUNDS = cast("""
        insert into rounds (account_id, game_round_id, debit_id, state, opened_at)
        select w.account_id, w.game_round_id, w.debit_id, w.state, cast(w.opened_at as timestamp with time zone)
        from unnest(:texts, :texts, :texts, :texts, :texts) as w (account_id, game_round_id, debit_id, state, opened_at)
        """);

    static final String INSERT_LEDGER = cast("""
        insert into ledger (transaction_id, account_id, account_version, kind, game_round_id,
          reference_transaction_id, operator_transaction_id, currency, amount, balance_before, balance_after,
          reason, fingerprint, created_at)
        select w.transaction_id, w.account_id, w.account_version, w.kind, w.game_round_id,
          w.reference_transaction_id, w.operator_transaction_id, w.currency, w.amount, w.balance_before,
          w.balance_after, w.reason, w.fingerprint, cast(w.created_at as timestamp with time zone)
        from unnest(:texts, :texts, :longs, :texts, :texts, :texts, :texts, :texts, :longs, :longs, :longs,
          :texts, :bytes, :texts)
          as w (transaction_id, account_id, account_version, kind, game_round_id, reference_transaction_id,
            operator_transaction_id, currency, amount, balance_before, balance_after, reason, fingerprint,
            created_at)
        """);

    /**
     * Only a round that is still open can be closed (RND-4); the caller counts. The state is no part of the join: it would
     * offer the index of all open rounds to a plan that was made while there were few.
     */
    static final String CLOSE_ROUNDS = cast("""
        merge into rounds r
        using (select account_id, game_round_id, state from unnest(:texts, :texts, :texts)
          as u (account_id, game_round_id, state)) w
        on r.account_id = w.account_id and r.game_round_id = w.game_round_id
        when matched and r.state = 'BET' then update set state = w.state
        """);

    /** Where the accounts stand after the batch; the caller counts. */
    static final String UPDATE_ACCOUNTS = cast("""
        merge into accounts a
        using (select id, balance, version, updated_at from unnest(:texts, :longs, :longs, :texts)
          as u (id, balance, version, updated_at)) w
        on a.id = w.id
        when matched then update set balance = w.balance, version = w.version,
          updated_at = cast(w.updated_at as timestamp with time zone)
        """);

    private MovementSql() {}

    /** The one spelling of an array's type that both databases read. */
    private static String cast(String statement) {
        return statement
                .strip()
                .replace(":texts", "cast(? as varchar array)")
                .replace(":longs", "cast(? as bigint array)")
                .replace(":bytes", "cast(? as bytea array)");
    }
}
