package dev.operatorkit.examples.ledger;

import dev.operatorkit.examples.ledger.Ledger.Entry;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.PlayerOutcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.rules.Decision;
import dev.operatorkit.wallet.rules.Movement;
import dev.operatorkit.wallet.rules.RoundRules;
import dev.operatorkit.wallet.rules.StoredState;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Implements the five callbacks on an operator's own ledger. The SDK handles signatures, JSON and statuses, and decides on
 * movements; this class locks, reads and writes the ledger.
 *
 * @param ledger the ledger
 * @param accountByToken the operator's sessions
 * @param clock the clock for the times of entries
 */
public record LedgerWallet(Ledger ledger, Map<String, String> accountByToken, Clock clock)
        implements Wallet, PlayerDirectory, StoredState {
    @Override
    public Optional<Session> findSession(String token) {
        return Optional.ofNullable(accountByToken.get(token)).map(account -> new Session(account, Instant.MAX));
    }

    @Override
    public Optional<Player> findPlayer(String accountId) {
        return ledger.balance(accountId)
                .map(balance -> new Player(accountId, "Player " + accountId, new Balance(balance, clock.instant())));
    }

    @Override
    public PlayerOutcome authenticatePlayer(PlayerRequest request, CallbackContext context) {
        return PlayerOutcome.of(request, this, context.receivedAt());
    }

    @Override
    public Outcome debit(Debit debit, CallbackContext context) {
        return apply(Movement.of(debit, this, context.receivedAt(), context));
    }

    @Override
    public Outcome credit(Credit credit, CallbackContext context) {
        return apply(Movement.of(credit, context));
    }

    @Override
    public Outcome rollback(Rollback rollback, CallbackContext context) {
        return apply(Movement.of(rollback, context));
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, CallbackContext context) {
        return apply(Movement.of(callback, this, context.receivedAt(), context));
    }

    @Override
    public Optional<TransactionResult> findTransaction(TransactionLookup lookup, CallbackContext context) {
        return transaction(lookup.transactionId())
                .filter(stored -> stored.accountId().equals(lookup.accountId()))
                .map(StoredTransaction::toResult);
    }

    /** Decides with the ids and the account locked, and writes before they are released. */
    private Outcome apply(Movement movement) {
        return ledger.withReferences(
                movement.idsToLock(),
                () -> ledger.withAccount(
                        movement.accountId(),
                        () -> RoundRules.decide(this, movement).toOutcome(this::write)));
    }

    private StoredTransaction write(Decision.Apply apply) {
        var id = "entry-" + apply.movement().transactionId();
        var stored = apply.toStored(id, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        ledger.post(new Entry(
                stored.transactionId(),
                stored.kind().name(),
                stored.accountId(),
                stored.gameRoundId(),
                stored.referenceTransactionId(),
                stored.amount(),
                stored.balanceAfter(),
                stored.createdAt()));
        return stored;
    }

    @Override
    public Optional<Account> account(String accountId) {
        // This ledger numbers no entries of an account, and needs no time of the last one.
        return ledger.balance(accountId).map(balance -> new Account(accountId, balance, 0, Instant.EPOCH));
    }

    @Override
    public Optional<StoredTransaction> transaction(String transactionId) {
        return ledger.find(transactionId).map(LedgerWallet::stored);
    }

    @Override
    public Optional<StoredTransaction> settlement(String referenceTransactionId) {
        return ledger.findClosing(referenceTransactionId).map(LedgerWallet::stored);
    }

    /** Derives the round from its first entry: a debit, or the rollback of a debit that never arrived (D-25). */
    @Override
    public Optional<Round> round(Round.Key key) {
        return ledger.findFirst(key.accountId(), key.gameRoundId()).map(first -> {
            var debitId = first.closes() == null ? first.reference() : first.closes();
            var state = settlement(debitId)
                    .map(closing -> closing.kind() == Kind.CREDIT ? Round.State.SETTLED : Round.State.REVERTED)
                    .orElse(Round.State.BET);
            return new Round(key, debitId, state);
        });
    }

    private static StoredTransaction stored(Entry entry) {
        return StoredTransaction.builder()
                .transactionId(entry.reference())
                .kind(Kind.valueOf(entry.kind()))
                .accountId(entry.account())
                .gameRoundId(entry.round())
                .referenceTransactionId(entry.closes())
                .operatorTransactionId("entry-" + entry.reference())
                .amount(entry.amount())
                .balanceAfter(entry.after())
                .accountVersion(0)
                .bodyHash(new byte[0])
                .createdAt(entry.at())
                .build();
    }
}
