package dev.operatorkit.reference.store;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * Keeps the hot tables small: closed rounds that can no longer be retried (DEL-1) move to the archive tables with their
 * transactions, in small batches, while the wallet runs. As long as the archive keeps them, their ids stay in use and the
 * rounds stay closed (IDM-1, D-56). Open rounds and rollbacks without a debit (D-25) are never archived.
 */
public final class Archive {
    /** Limits the age from below: the retry window of three days, plus time for a manual review. */
    public static final Duration MIN_AGE = Duration.ofDays(7);

    private static final int BATCH_SIZE = 2000;

    private static final String SELECT_BATCH = """
        select r.account_id, r.game_round_id, r.debit_id from rounds r
        join ledger d on d.transaction_id = r.debit_id
        join ledger s on s.reference_transaction_id = r.debit_id
        where r.state <> 'BET' and r.opened_at < {0} and s.created_at < {0}
        limit {1}\
        """;

    private final Database database;
    private final Clock clock;

    /** Creates an archive in a database. */
    public Archive(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Moves every closed round whose settlement is older than {@code age}, and returns their number. */
    public long olderThan(Duration age) {
        if (age.compareTo(MIN_AGE) < 0) {
            throw new IllegalArgumentException(
                    "Rounds younger than " + MIN_AGE.toDays() + " days may still be retried. Choose a higher age.");
        }
        var before = clock.instant().minus(age).atOffset(ZoneOffset.UTC);
        long moved = 0;
        int last;
        do {
            last = database.writes().transactionResult(transaction -> move(transaction.dsl(), before));
            moved += last;
        } while (last == BATCH_SIZE);
        return moved;
    }

    private static int move(DSLContext sql, OffsetDateTime before) {
        var chosen = sql.fetch(SELECT_BATCH, DSL.val(before), DSL.inline(BATCH_SIZE));
        if (chosen.isEmpty()) {
            return 0;
        }
        var accounts = ArrayBinding.texts(chosen.getValues(0, String.class).toArray(String[]::new));
        var rounds = ArrayBinding.texts(chosen.getValues(1, String.class).toArray(String[]::new));
        var debits = ArrayBinding.texts(chosen.getValues(2, String.class).toArray(String[]::new));
        sql.execute(
                "insert into ledger_archive (" + LedgerColumn.NAMES + ") select " + LedgerColumn.NAMES
                        + " from ledger where transaction_id = any({0}) or reference_transaction_id = any({0})",
                debits);
        sql.execute(
                "delete from ledger where transaction_id = any({0}) or reference_transaction_id = any({0})", debits);
        sql.execute(
                "insert into rounds_archive (account_id, game_round_id, debit_id, state, opened_at)"
                        + " select r.account_id, r.game_round_id, r.debit_id, r.state, r.opened_at"
                        + " from rounds r join unnest({0}, {1}) as w (a, g)"
                        + " on r.account_id = w.a and r.game_round_id = w.g",
                accounts, rounds);
        sql.execute(
                "delete from rounds where exists (select 1 from unnest({0}, {1}) as w (a, g)"
                        + " where account_id = w.a and game_round_id = w.g)",
                accounts, rounds);
        return chosen.size();
    }
}
