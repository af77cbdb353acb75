package dev.operatorkit.reference.store;

/**
 * Holds the statements that every movement runs, for both databases. Each handles a batch of any size: a parameter is a whole
 * column of values. They are plain SQL, which can be read, measured and explained directly, and go to the driver unchanged: having
 * jOOQ render them for every batch took half of the CPU time of a debit. A test proves that PostgreSQL scans for none of them.
 *
 * <p>A separate statement takes the lock first, so nobody else can change what the later statements read. A single statement
 * that locks and writes would check for a duplicate in a snapshot older than the lock.
 */
final class MovementSql {
    /** Sets the isolation level of a transaction that locks no account; must be its first statement. */
    static final String READ_COMMITTED = "set transaction isolation level read committed";

    /**
     * Locks ids until the end of the transaction, on PostgreSQL only: H2 has one writer. No index covers a rollback of an unknown
     * debit and a debit of another account under the id that it refers to, and their units lock different accounts (D-25, D-52).
     */
    static final String LOCK_IDS = cast("""
        select pg_advisory_xact_lock(hash) from
          (select distinct hashtextextended(id, 0) as hash from unnest(:texts) as w (id) order by hash) hashes
        """);

    /**
     * Locks accounts in the order of their ids, the same for every unit of work, so that no two wait for each other. The limits are
     * in the same row: after a wait PostgreSQL reads the locked row again, but not a table joined to it.
     */
    static final String LOCK_ACCOUNTS = cast("select id, currency, balance, version, updated_at, " + LimitColumns.NAMES
            + " from accounts where id = any(:texts) order by id for update");

    /** Reads the transactions with these ids: all that a replay needs (IDM-2). */
    static final String READ_STORED = cast(transactions("ledger", "transaction_id"));

    /**
     * Reads the transactions with these ids, and the settlements of debits with these ids. The archive is included: an id is
     * never applied twice, however old (IDM-1).
     */
    static final String READ_LEDGER = cast(String.join(
            " union all ",
            transactions("ledger", "transaction_id"),
            transactions("ledger", "reference_transaction_id"),
            transactions("ledger_archive", "transaction_id"),
            transactions("ledger_archive", "reference_transaction_id")));

    /**
     * Reads the rounds with these keys, one row per key. The archive is included: a closed round stays closed, however old (D-56).
     * One statement reads both tables, so that it sees a round that is being moved in one of them. The archive is read by a
     * subquery, with one column for two, since a join with it was planned as a scan while it was empty.
     */
    static final String READ_ROUNDS = cast("""
        select w.account_id, w.game_round_id, r.debit_id, r.state,
          case when r.debit_id is null then (select a.state || ' ' || a.debit_id from rounds_archive a
            where a.account_id = w.account_id and a.game_round_id = w.game_round_id limit 1) end
        from unnest(:texts, :texts) as w (account_id, game_round_id)
        left join rounds r on r.account_id = w.account_id and r.game_round_id = w.game_round_id
        """);

    static final Write INSERT_ROUNDS = Write.same("""
        insert into rounds (account_id, game_round_id, debit_id, state, opened_at)
        select w.account_id, w.game_round_id, w.debit_id, w.state, cast(w.opened_at as timestamp with time zone)
        from unnest(:texts, :texts, :texts, :texts, :texts) as w (account_id, game_round_id, debit_id, state, opened_at)
        """);

    static final Write INSERT_LEDGER = Write.same(LedgerColumn.insert());

    /**
     * Closes rounds that are still open (RND-4). No condition says that the state is BET, which would let a plan made while there
     * were few open rounds use an index of all of them.
     */
    static final Write CLOSE_ROUNDS = new Write("""
        merge into rounds r
        using (select account_id, game_round_id, state from unnest(:texts, :texts, :texts)
          as u (account_id, game_round_id, state)) w
        on r.account_id = w.account_id and r.game_round_id = w.game_round_id
        when matched and r.state = 'BET' then update set state = w.state
        """, """
            update rounds r set state = w.state
            from unnest(:texts, :texts, :texts) as w (account_id, game_round_id, state)
            where r.account_id = w.account_id and r.game_round_id = w.game_round_id
              and r.state not in ('SETTLED', 'REVERTED')
            """);

    /** Stores the state of the accounts after the batch, none of which has limits. */
    static final Write UPDATE_ACCOUNTS = new Write("""
        merge into accounts a
        using (select id, balance, version, updated_at from unnest(:texts, :longs, :longs, :texts)
          as u (id, balance, version, updated_at)) w
        on a.id = w.id
        when matched then update set balance = w.balance, version = w.version,
          updated_at = cast(w.updated_at as timestamp with time zone)
        """, """
            update accounts a set balance = w.balance, version = w.version,
              updated_at = cast(w.updated_at as timestamp with time zone)
            from unnest(:texts, :longs, :longs, :texts) as w (id, balance, version, updated_at)
            where a.id = w.id
            """);

    /** Stores the state of the accounts after the batch, with the totals of those that have limits. */
    static final Write UPDATE_LIMITED_ACCOUNTS = new Write("""
        merge into accounts a
        using (select id, balance, version, updated_at, limits_day, day_staked, day_lost
          from unnest(:texts, :longs, :longs, :texts, :texts, :longs, :longs)
          as u (id, balance, version, updated_at, limits_day, day_staked, day_lost)) w
        on a.id = w.id
        when matched then update set balance = w.balance, version = w.version,
          updated_at = cast(w.updated_at as timestamp with time zone),
          limits_day = cast(w.limits_day as date), day_staked = w.day_staked, day_lost = w.day_lost
        """, """
            update accounts a set balance = w.balance, version = w.version,
              updated_at = cast(w.updated_at as timestamp with time zone),
              limits_day = cast(w.limits_day as date), day_staked = w.day_staked, day_lost = w.day_lost
            from unnest(:texts, :longs, :longs, :texts, :texts, :longs, :longs)
              as w (id, balance, version, updated_at, limits_day, day_staked, day_lost)
            where a.id = w.id
            """);

    /**
     * Holds the two forms of a statement that writes. On H2 the caller compares the number of rows. PostgreSQL does it itself,
     * with one more parameter, the expected number: any other number divides by zero, which ends the transaction before its
     * commit.
     */
    record Write(String onH2, String onPostgres) {
        Write {
            onH2 = cast(onH2);
            onPostgres = "with written as (" + cast(onPostgres) + " returning 1)"
                    + " select 1 / cast(count(*) = ? as integer) from written";
        }

        private static Write same(String statement) {
            return new Write(statement, statement);
        }
    }

    private MovementSql() {}

    private static String transactions(String table, String id) {
        return "select " + LedgerColumn.NAMES + " from " + table + " where " + id + " = any(:texts)";
    }

    /** Replaces the parameters by casts to an array type, in the only spelling that both databases accept. */
    private static String cast(String statement) {
        return statement
                .strip()
                .replace(":texts", "cast(? as varchar array)")
                .replace(":longs", "cast(? as bigint array)")
                .replace(":bytes", "cast(? as bytea array)");
    }
}
