package dev.operatorkit.examples.ledger;

import dev.operatorkit.examples.ledger.Ledger.Account;
import dev.operatorkit.examples.ledger.Ledger.Entry;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerOutcome;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Implements the five callbacks on an operator's own ledger. The SDK still handles signatures, JSON and statuses; this
 * class applies the rules of rounds, in this order, with the id and the account locked.
 */
public final class LedgerWallet implements Wallet {
    private final Ledger ledger;
    private final Map<String, String> accountByToken;
    private final Clock clock;

    /** Creates a wallet over a ledger; the accounts by token come from the operator's sessions. */
    public LedgerWallet(Ledger ledger, Map<String, String> accountByToken, Clock clock) {
        this.ledger = ledger;
        this.accountByToken = accountByToken;
        this.clock = clock;
    }

    @Override
    public PlayerOutcome authenticatePlayer(String gameId, String token) {
        return Optional.ofNullable(accountByToken.get(token))
                .flatMap(id -> ledger.with(
                        id, account -> new Player(id, "Player " + id, new Balance(account.balance(), clock.instant()))))
                .<PlayerOutcome>map(PlayerOutcome.Accepted::new)
                .orElse(new PlayerOutcome.InvalidToken("the token is unknown or expired"));
    }

    @Override
    public Outcome debit(Debit debit, byte[] body) {
        var owner = debit.token() == null ? debit.playerId() : accountByToken.get(debit.token());
        if (owner == null || (debit.playerId() != null && !debit.playerId().equals(owner))) {
            var message = "the token does not belong to this player";
            return answerReplay("debit", debit.transactionId(), debit.playerId(), debit.token(), message);
        }
        return move("debit", debit.transactionId(), null, owner, account -> {
            var stake = amount(debit.stake(), account);
            if (stake == null || (Debit.FREE_ROUND.equals(debit.reason()) && stake.minorUnits() != 0)) {
                return refused("the stake is not valid for this account");
            }
            // A round has one debit (RND-1), and a debit whose rollback arrived first is never applied.
            if (isKnown(account, debit.gameRoundId(), debit.transactionId())) {
                return refused("the round has a debit already, or it was rolled back");
            }
            if (stake.minorUnits() > account.balance().minorUnits()) {
                return new Outcome.InsufficientFunds("the balance is too low");
            }
            return post(account, debit.transactionId(), "debit", debit.gameRoundId(), null, negative(stake));
        });
    }

    @Override
    public Outcome credit(Credit credit, byte[] body) {
        var debitId = credit.referenceTransactionId();
        return move("credit", credit.transactionId(), debitId, credit.playerId(), account -> {
            var payout = amount(credit.payout(), account);
            var open = openDebit(account, debitId, credit.gameRoundId());
            if (payout == null || open == null) {
                return refused(
                        payout == null ? "the payout is not valid for this account" : "there is no such open round");
            }
            return post(account, credit.transactionId(), "credit", open.round(), open.reference(), payout);
        });
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] body) {
        var debitId = rollback.referenceTransactionId();
        return move("rollback", rollback.transactionId(), debitId, rollback.playerId(), account -> {
            if (debitId.equals(rollback.transactionId())) {
                return refused("the referenceTransactionId is not a debit");
            }
            if (ledger.find(debitId).isEmpty() && !ledger.isClosed(debitId)) {
                // The debit may still arrive: this entry is the tombstone that keeps it from being applied.
                var nothing = Money.zero(account.balance().currency());
                return post(account, rollback.transactionId(), "rollback", rollback.gameRoundId(), debitId, nothing);
            }
            var open = openDebit(account, debitId, rollback.gameRoundId());
            return open == null
                    ? refused("there is no such open round")
                    : post(
                            account,
                            rollback.transactionId(),
                            "rollback",
                            open.round(),
                            debitId,
                            negative(open.change()));
        });
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, byte[] body) {
        var kind = callback.kind().name().toLowerCase(Locale.ROOT);
        return answerReplay(kind, callback.transactionId(), callback.playerId(), callback.token(), callback.message());
    }

    @Override
    public Optional<TransactionResult> findTransaction(String accountId, String transactionId) {
        return ledger.find(transactionId)
                .filter(entry -> entry.account().equals(accountId))
                .map(LedgerWallet::result);
    }

    /**
     * Looks an invalid callback up before refusing it: it may be a replay of an applied one (D-21). An expired token
     * identifies no account, so it contradicts none.
     */
    private Outcome answerReplay(
            String kind, String id, @Nullable String playerId, @Nullable String token, String refusal) {
        var owner = token == null ? null : accountByToken.get(token);
        // Waits for an attempt in progress, whichever account it is for: until it has ended, 422 would be a guess
        // (ERR-3).
        return ledger.withReferences(List.of(id), () -> findReplay(kind, id, playerId, owner, refusal));
    }

    private Outcome findReplay(
            String kind, String id, @Nullable String playerId, @Nullable String owner, String refusal) {
        var stored = ledger.find(id).orElse(null);
        if (stored == null) {
            return refused(refusal);
        }
        var same = stored.kind().equals(kind)
                && (playerId == null || playerId.equals(stored.account()))
                && (owner == null || owner.equals(stored.account()));
        return same ? new Outcome.Applied(result(stored)) : refused("the transactionId is taken");
    }

    /**
     * Returns the stored result of a replay, and decides everything else with the ids and the account locked. The id of
     * the debit is locked too: while a rollback finds it unknown, no account may receive it (D-25).
     */
    private Outcome move(
            String kind, String id, @Nullable String debitId, String accountId, Function<Account, Outcome> decide) {
        var ids = debitId == null ? List.of(id) : List.of(id, debitId);
        return ledger.withReferences(ids, () -> ledger.with(accountId, account -> move(kind, id, account, decide)))
                .orElseGet(() -> refused("there is no such player"));
    }

    private Outcome move(String kind, String id, Account account, Function<Account, Outcome> decide) {
        var before = ledger.find(id).orElse(null);
        if (before == null) {
            // An id that a rollback has barred is taken for a settlement too (D-25).
            return !kind.equals("debit") && ledger.isClosed(id)
                    ? refused("the transactionId is taken")
                    : decide.apply(account);
        }
        var same = before.account().equals(account.id()) && before.kind().equals(kind);
        return same ? new Outcome.Applied(result(before)) : refused("the transactionId is taken");
    }

    private Outcome post(Account account, String id, String kind, String round, @Nullable String closes, Money change) {
        Money after;
        try {
            after = account.balance().plus(change);
        } catch (ArithmeticException | IllegalArgumentException e) {
            return refused("the balance would exceed the maximum");
        }
        var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var entry = new Entry(id, kind, account.id(), round, closes, change, after, at);
        return ledger.post(account, entry) ? new Outcome.Applied(result(entry)) : refused("the transactionId is taken");
    }

    private @Nullable Entry openDebit(Account account, String debitId, String round) {
        return account.entries().stream()
                .filter(entry ->
                        entry.reference().equals(debitId) && entry.kind().equals("debit"))
                .filter(entry -> entry.round().equals(round) && !ledger.isClosed(debitId))
                .findFirst()
                .orElse(null);
    }

    private boolean isKnown(Account account, String round, String debitId) {
        return ledger.isClosed(debitId)
                || account.entries().stream().anyMatch(entry -> entry.round().equals(round));
    }

    private static @Nullable Money amount(WireAmount sent, Account account) {
        try {
            return sent.toMoney(account.balance().currency());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Money negative(Money money) {
        return Money.zero(money.currency()).minus(money);
    }

    private static TransactionResult result(Entry entry) {
        return new TransactionResult("entry-" + entry.reference(), new Balance(entry.after(), entry.at()), entry.at());
    }

    private static Outcome refused(String message) {
        return new Outcome.Refused(Objects.requireNonNull(message));
    }
}
