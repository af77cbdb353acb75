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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The five callbacks on a ledger of one's own. Signatures, JSON and statuses stay the SDK's; the rules of rounds are these,
 * in this order, within the lock of one account.
 */
public final class LedgerWallet implements Wallet {
    private final Ledger ledger;
    private final Map<String, String> accountByToken;
    private final Clock clock;

    /** Over that ledger; which token is whose comes from the operator's sessions. */
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
            var why = "the token is not this player's";
            return repeat("debit", debit.transactionId(), debit.playerId(), debit.token(), why);
        }
        return move("debit", debit.transactionId(), owner, account -> {
            var stake = amount(debit.stake(), account);
            if (stake == null || (Debit.FREE_ROUND.equals(debit.reason()) && stake.minorUnits() != 0)) {
                return refused("the stake does not fit");
            }
            // A round has one debit; one that was rolled back before it came never happens.
            if (isKnown(account, debit.gameRoundId(), debit.transactionId())) {
                return refused("the round is taken");
            }
            if (stake.minorUnits() > account.balance().minorUnits()) {
                return new Outcome.InsufficientFunds("the balance is too low");
            }
            return post(account, debit.transactionId(), "debit", debit.gameRoundId(), null, negative(stake));
        });
    }

    @Override
    public Outcome credit(Credit credit, byte[] body) {
        return move("credit", credit.transactionId(), credit.playerId(), account -> {
            var payout = amount(credit.payout(), account);
            var open = openDebit(account, credit.referenceTransactionId(), credit.gameRoundId());
            if (payout == null || open == null) {
                return refused(payout == null ? "the payout does not fit" : "there is no such open round");
            }
            return post(account, credit.transactionId(), "credit", open.round(), open.reference(), payout);
        });
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] body) {
        var debitId = rollback.referenceTransactionId();
        return move("rollback", rollback.transactionId(), rollback.playerId(), account -> {
            if (ledger.find(debitId).isEmpty() && !isClosed(account, debitId)) {
                // The debit may still be on its way: it is kept in mind that it must never be taken.
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
        return repeat(kind, callback.transactionId(), callback.playerId(), callback.token(), callback.message());
    }

    @Override
    public Optional<TransactionResult> findTransaction(String accountId, String transactionId) {
        return ledger.find(transactionId)
                .filter(entry -> entry.account().equals(accountId))
                .map(LedgerWallet::result);
    }

    /**
     * What cannot be applied is refused only after its id was looked up: it may repeat what was applied (D-21). A token that
     * belongs to nobody any more names no other account.
     */
    private Outcome repeat(
            String kind, String id, @Nullable String playerId, @Nullable String token, String otherwise) {
        var owner = token == null ? null : accountByToken.get(token);
        var named = playerId == null ? owner : playerId;
        // In the lock of its account, so that an attempt that is under way has ended.
        return named == null
                ? findRepeat(kind, id, playerId, owner, otherwise)
                : ledger.with(named, account -> findRepeat(kind, id, playerId, owner, otherwise))
                        .orElseGet(() -> findRepeat(kind, id, playerId, owner, otherwise));
    }

    private Outcome findRepeat(
            String kind, String id, @Nullable String playerId, @Nullable String owner, String otherwise) {
        var before = ledger.find(id).orElse(null);
        if (before == null) {
            return refused(otherwise);
        }
        var same = before.kind().equals(kind)
                && (playerId == null || playerId.equals(before.account()))
                && (owner == null || owner.equals(before.account()));
        return same ? new Outcome.Applied(result(before)) : refused("the transactionId is taken");
    }

    /** What was done before is answered as it was then; everything else is judged alone with its account. */
    private Outcome move(String kind, String id, String accountId, Function<Account, Outcome> decide) {
        return ledger.with(accountId, account -> {
                    var before = ledger.find(id).orElse(null);
                    if (before == null) {
                        return decide.apply(account);
                    }
                    var same =
                            before.account().equals(accountId) && before.kind().equals(kind);
                    return same ? new Outcome.Applied(result(before)) : refused("the transactionId is taken");
                })
                .orElseGet(() -> refused("there is no such player"));
    }

    private Outcome post(Account account, String id, String kind, String round, @Nullable String closes, Money change) {
        Money after;
        try {
            after = account.balance().plus(change);
        } catch (ArithmeticException | IllegalArgumentException e) {
            return refused("the balance would be too large");
        }
        var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var entry = new Entry(id, kind, account.id(), round, closes, change, after, at);
        return ledger.post(account, entry) ? new Outcome.Applied(result(entry)) : refused("the transactionId is taken");
    }

    private @Nullable Entry openDebit(Account account, String debitId, String round) {
        return account.entries().stream()
                .filter(entry ->
                        entry.reference().equals(debitId) && entry.kind().equals("debit"))
                .filter(entry -> entry.round().equals(round) && !isClosed(account, debitId))
                .findFirst()
                .orElse(null);
    }

    private static boolean isClosed(Account account, String debitId) {
        return account.entries().stream().anyMatch(entry -> debitId.equals(entry.closes()));
    }

    private static boolean isKnown(Account account, String round, String debitId) {
        return isClosed(account, debitId)
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

    private static Outcome refused(String why) {
        return new Outcome.Refused(Objects.requireNonNull(why));
    }
}
