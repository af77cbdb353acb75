package dev.operatorkit.peers.spring;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * Moves money, each callback in one transaction of five statements: lock the account, read the entries with the ids, write the
 * round, the entry and the balance. The lock comes first, so that a repeated callback finds what its first attempt committed (IDM-2).
 */
@Service
class Movements {
    private static final String ENTRY =
            "select transaction_id, kind, account_id, game_round_id, reference_transaction_id, operator_transaction_id,"
                    + " currency, amount, balance_after, created_at from ledger";
    private static final String BY_IDS =
            ENTRY + " where transaction_id in (?, ?) union all " + ENTRY + " where reference_transaction_id in (?, ?)";

    private static final RowMapper<Account> ACCOUNT = (row, number) -> new Account(
            row.getString("id"),
            row.getString("display_name"),
            money(row, "balance"),
            row.getLong("version"),
            time(row, "updated_at"));
    private static final RowMapper<Entry> ENTRIES = (row, number) -> new Entry(
            row.getString("transaction_id"),
            Kind.valueOf(row.getString("kind")),
            row.getString("account_id"),
            row.getString("game_round_id"),
            row.getString("reference_transaction_id"),
            money(row, "amount"),
            result(row.getString("operator_transaction_id"), money(row, "balance_after"), time(row, "created_at")));

    private final JdbcTemplate sql;
    private final SessionTokens tokens;

    Movements(JdbcTemplate sql, SessionTokens tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    private enum Kind {
        DEBIT,
        CREDIT,
        ROLLBACK
    }

    private record Account(String id, String name, Money balance, long version, Instant updatedAt) {}

    private record Entry(
            String id,
            Kind kind,
            String accountId,
            String roundId,
            @Nullable String reference,
            Money amount,
            TransactionResult result) {}

    /** Holds what the callbacks of one movement have in common; {@code amount} is null for a rollback. */
    private record Movement(
            Kind kind,
            String id,
            String roundId,
            @Nullable String accountId,
            @Nullable String reference,
            @Nullable WireAmount amount,
            @Nullable String reason,
            byte[] body) {}

    @Transactional
    public TransactionResult debit(Debit debit, byte[] body) {
        var asked = new Movement(
                Kind.DEBIT,
                debit.transactionId(),
                debit.gameRoundId(),
                tokens.account(debit),
                null,
                debit.stake(),
                debit.reason(),
                body);
        var account = lock(asked.accountId());
        var known = read(asked.id(), asked.id());
        var stored = findReplay(asked, known, asked.accountId() == null ? debit.playerId() : asked.accountId());
        return stored != null ? stored : apply(asked, debit, require(account), known);
    }

    private TransactionResult apply(Movement asked, Debit debit, Account account, List<Entry> known) {
        require(known.isEmpty(), "the debit was rolled back before it arrived"); // D-25
        var stake = money(debit.stake(), account);
        require(
                stake.isZero() || !Debit.FREE_ROUND.equals(debit.reason()),
                "the stake of a free round must be 0"); // WAL-5, D-28
        if (stake.minorUnits() > account.balance().minorUnits()) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "insufficient funds");
        }
        require(openRound(asked, asked.id(), "BET"), "the round already has a debit"); // RND-1, D-22
        return write(asked, account, stake, account.balance().minus(stake));
    }

    @Transactional
    public TransactionResult credit(Credit credit, byte[] body) {
        return settle(new Movement(
                Kind.CREDIT,
                credit.transactionId(),
                credit.gameRoundId(),
                credit.playerId(),
                credit.referenceTransactionId(),
                credit.payout(),
                credit.reason(),
                body));
    }

    @Transactional
    public TransactionResult rollback(Rollback rollback, byte[] body) {
        return settle(new Movement(
                Kind.ROLLBACK,
                rollback.transactionId(),
                rollback.gameRoundId(),
                rollback.playerId(),
                rollback.referenceTransactionId(),
                null,
                rollback.reason(),
                body));
    }

    private TransactionResult settle(Movement asked) {
        var debitId = Objects.requireNonNull(asked.reference());
        var locked = lock(asked.accountId());
        var known = read(asked.id(), debitId);
        var stored = findReplay(asked, known, asked.accountId());
        if (stored != null) {
            return stored;
        }
        var account = require(locked);
        require(!asked.id().equals(debitId), "the reference is not a debit");
        require(known.stream().noneMatch(entry -> asked.id().equals(entry.reference())), "the id is a debit's"); // D-25
        require(known.stream().noneMatch(entry -> debitId.equals(entry.reference())), "the round is closed"); // RND-4
        var debit = known.stream().filter(entry -> entry.id().equals(debitId)).findFirst();
        if (debit.isEmpty()) {
            require(asked.kind() == Kind.ROLLBACK, "the debit is unknown"); // D-24
            openRound(asked, debitId, "REVERTED");
            return write(asked, account, new Money(0, account.balance().currency()), account.balance()); // D-25
        }
        return close(asked, account, debit.get());
    }

    private TransactionResult close(Movement asked, Account account, Entry debit) {
        require(debit.kind() == Kind.DEBIT, "the reference is not a debit");
        require(
                debit.accountId().equals(account.id()) && debit.roundId().equals(asked.roundId()),
                "the debit is of another player or round"); // D-26
        var amount = asked.amount() == null ? debit.amount() : money(asked.amount(), account);
        var closed = sql.update(
                "update rounds set state = ? where account_id = ? and game_round_id = ? and state = 'BET'",
                asked.kind() == Kind.CREDIT ? "SETTLED" : "REVERTED",
                account.id(),
                asked.roundId());
        require(closed == 1, "the round is closed"); // RND-4
        return write(asked, account, amount, sum(account.balance(), amount));
    }

    /** Returns the player of a valid token. */
    @Transactional(readOnly = true)
    public Player authenticate(String token) {
        return tokens.account(token)
                .flatMap(id -> sql.query("select * from accounts where id = ?", ACCOUNT, id).stream()
                        .findFirst())
                .map(found -> new Player(found.id(), found.name(), new Balance(found.balance(), found.updatedAt())))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.FORBIDDEN, "the token is not valid")); // D-15
    }

    /** Returns the result of an account's transaction. */
    @Transactional(readOnly = true)
    public Optional<TransactionResult> find(String accountId, String transactionId) {
        return sql
                .query(ENTRY + " where transaction_id = ? and account_id = ?", ENTRIES, transactionId, accountId)
                .stream()
                .findFirst()
                .map(Entry::result);
    }

    private @Nullable Account lock(@Nullable String accountId) {
        return accountId == null
                ? null
                : sql.query("select * from accounts where id = ? for update", ACCOUNT, accountId).stream()
                        .findFirst()
                        .orElse(null);
    }

    private List<Entry> read(String id, String reference) {
        return sql.query(BY_IDS, ENTRIES, id, reference, id, reference);
    }

    /** Returns the stored result of a repeated callback (IDM-2); refuses an id that is another transaction's (D-21). */
    private static @Nullable TransactionResult findReplay(Movement asked, List<Entry> known, @Nullable String named) {
        var same = known.stream().filter(entry -> entry.id().equals(asked.id())).findFirst();
        same.ifPresent(entry -> require(
                entry.kind() == asked.kind() && (named == null || named.equals(entry.accountId())),
                "the id is another transaction's"));
        return same.map(Entry::result).orElse(null);
    }

    private boolean openRound(Movement asked, String debitId, String state) {
        return sql.update(
                        "insert into rounds (account_id, game_round_id, debit_id, state, opened_at)"
                                + " values (?, ?, ?, ?, now()) on conflict do nothing",
                        asked.accountId(),
                        asked.roundId(),
                        debitId,
                        state)
                == 1;
    }

    private TransactionResult write(Movement asked, Account account, Money amount, Money balance) {
        var now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
        var operatorId = UUID.randomUUID().toString();
        sql.update(
                "insert into ledger (transaction_id, account_id, account_version, kind, game_round_id,"
                        + " reference_transaction_id, operator_transaction_id, currency, amount, balance_before,"
                        + " balance_after, reason, fingerprint, created_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                asked.id(),
                account.id(),
                account.version() + 1,
                asked.kind().name(),
                asked.roundId(),
                asked.reference(),
                operatorId,
                balance.currency().code(),
                amount.minorUnits(),
                account.balance().minorUnits(),
                balance.minorUnits(),
                asked.reason(),
                SessionTokens.sha256(asked.body()),
                now.atOffset(ZoneOffset.UTC));
        sql.update(
                "update accounts set balance = ?, version = ?, updated_at = ? where id = ?",
                balance.minorUnits(),
                account.version() + 1,
                now.atOffset(ZoneOffset.UTC),
                account.id());
        return result(operatorId, balance, now);
    }

    private static TransactionResult result(String operatorId, Money balance, Instant createdAt) {
        return new TransactionResult(operatorId, new Balance(balance, createdAt), createdAt);
    }

    private static Account require(@Nullable Account account) {
        if (account == null) {
            throw refusal("the player is unknown");
        }
        return account;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw refusal(otherwise);
        }
    }

    private static Money money(WireAmount amount, Account account) {
        try {
            return amount.toMoney(account.balance().currency());
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private static Money sum(Money balance, Money amount) {
        try {
            return balance.plus(amount);
        } catch (ArithmeticException e) {
            throw refusal("the balance would be too large"); // D-20
        }
    }

    private static ResponseStatusException refusal(String message) {
        return new ResponseStatusException(HttpStatus.UNPROCESSABLE_ENTITY, message);
    }

    private static Money money(ResultSet row, String column) throws SQLException {
        return new Money(row.getLong(column), CurrencyCode.of(row.getString("currency")));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
