package dev.operatorkit.reference.simulation;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.PlayerOutcome;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plants a fault between the callbacks and the wallet: one process with the memory and the mistakes of its own. */
final class SabotagedWallet implements Wallet {
    private final PlantedFault fault;
    private final Wallet wallet;
    private final Backend backend;
    private final PlayerDirectory players;
    private final Clock clock;
    private final Map<String, Kind> kinds;
    private final Map<String, Outcome> answered = new HashMap<>();
    private final Set<String> underWay = new HashSet<>();
    private Outcome.@Nullable Applied last;
    private Instant lastAt = Instant.EPOCH;

    /** Creates a process whose movements are noted in {@code kinds}. */
    SabotagedWallet(
            PlantedFault fault,
            Wallet wallet,
            Backend backend,
            PlayerDirectory players,
            Clock clock,
            Map<String, Kind> kinds) {
        this.fault = fault;
        this.wallet = wallet;
        this.backend = backend;
        this.players = players;
        this.clock = clock;
        this.kinds = kinds;
    }

    @Override
    public PlayerOutcome authenticatePlayer(String gameId, String token) {
        return wallet.authenticatePlayer(gameId, token);
    }

    @Override
    public Outcome debit(Debit debit, byte[] rawBody) {
        var id = debit.transactionId();
        if (fault == PlantedFault.BALANCE_JUDGED_BEFORE_ID && isAboveBalance(debit)) {
            return new Outcome.InsufficientFunds("planted");
        }
        var token = debit.token();
        if (fault == PlantedFault.REPLAY_JUDGED_BY_TOKEN
                && token != null
                && !clock.instant()
                        .isBefore(players.findSession(token).orElseThrow().expiresAt())) {
            return new Outcome.Refused("planted");
        }
        if (fault == PlantedFault.TRAILING_ZEROS_REFUSED
                && debit.stake().amount().value().scale() > 2) {
            return new Outcome.Refused("planted");
        }
        var taken = switch (fault) {
            case STAKE_ROUNDED ->
                withStake(debit, debit.stake().amount().value().setScale(2, RoundingMode.HALF_UP));
            case STAKE_THROUGH_DOUBLE -> withStake(debit, throughDouble(debit));
            default -> debit;
        };
        var outcome = answer(Kind.DEBIT, id, () -> wallet.debit(taken, rawBody));
        var isAbsent = fault == PlantedFault.ABSENT_BY_READING_WITHOUT_LOCK
                && backend.find(id).isEmpty();
        if ((fault == PlantedFault.UNKNOWN_OUTCOME_REFUSED || isAbsent) && outcome instanceof Outcome.Indeterminate) {
            return new Outcome.Refused("planted");
        }
        if (fault == PlantedFault.BALANCE_BEFORE_MOVEMENT && outcome instanceof Outcome.Applied applied) {
            var balance = applied.result().balance().money();
            return with(applied, balance.plus(debit.stake().toMoney(balance.currency())));
        }
        return outcome;
    }

    private boolean isAboveBalance(Debit debit) {
        var account = backend.committed().accounts().get(Objects.requireNonNull(debit.playerId()));
        return account != null
                && debit.stake()
                                .amount()
                                .value()
                                .compareTo(account.balance().toAmount().value())
                        > 0;
    }

    /** Returns the stake as a whole number of minor units that was a double, cut off. */
    private BigDecimal throughDouble(Debit debit) {
        var value = debit.stake().amount().value();
        var account = backend.committed().accounts().get(Objects.requireNonNull(debit.playerId()));
        if (account == null || value.signum() < 0 || value.scale() > 2) {
            return value;
        }
        var decimals = account.balance().currency().decimals();
        return BigDecimal.valueOf((long) (value.doubleValue() * Math.pow(10, decimals)), decimals);
    }

    private static Debit withStake(Debit debit, BigDecimal value) {
        var stake = debit.stake();
        var amount = new Amount(value);
        return new Debit(
                debit.transactionId(),
                debit.gameRoundId(),
                debit.playerId(),
                debit.gameId(),
                debit.token(),
                new WireAmount(amount, stake.currency()),
                debit.reason(),
                debit.freeRoundData());
    }

    @Override
    public Outcome credit(Credit credit, byte[] rawBody) {
        var taken = mistake(credit);
        return settle(Kind.CREDIT, credit.transactionId(), () -> wallet.credit(taken, rawBody));
    }

    private Credit mistake(Credit credit) {
        var debit = backend.find(credit.referenceTransactionId()).orElse(null);
        if (debit == null) {
            return credit;
        }
        return switch (fault) {
            case SETTLEMENT_OF_OTHER_ROUND -> with(credit, debit.gameRoundId(), credit.playerId(), credit.payout());
            case SETTLEMENT_OF_OTHER_PLAYER -> with(credit, credit.gameRoundId(), debit.accountId(), credit.payout());
            case OVERFLOW_CUT_OFF -> with(credit, credit.gameRoundId(), credit.playerId(), withoutOverflow(credit));
            default -> credit;
        };
    }

    private WireAmount withoutOverflow(Credit credit) {
        var payout = credit.payout();
        var balance = Objects.requireNonNull(backend.committed().accounts().get(credit.playerId()))
                .balance();
        var most = new Money(Long.MAX_VALUE - balance.minorUnits(), balance.currency()).toAmount();
        return payout.amount().value().compareTo(most.value()) > 0 ? new WireAmount(most, payout.currency()) : payout;
    }

    private static Credit with(Credit credit, String round, String player, WireAmount payout) {
        return new Credit(
                credit.transactionId(),
                credit.referenceTransactionId(),
                round,
                player,
                credit.gameId(),
                payout,
                credit.reason(),
                credit.freeRoundData());
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] rawBody) {
        return settle(Kind.ROLLBACK, rollback.transactionId(), () -> wallet.rollback(rollback, rawBody));
    }

    private Outcome settle(Kind kind, String id, Supplier<Outcome> inner) {
        if (fault == PlantedFault.REPLAYED_SETTLEMENT_503 && answered.get(id) instanceof Outcome.Applied) {
            return new Outcome.RetryLater("planted");
        }
        var outcome = answer(kind, id, inner);
        return fault == PlantedFault.SETTLEMENT_REFUSED_WHEN_BUSY && outcome instanceof Outcome.RetryLater
                ? new Outcome.Refused("planted")
                : outcome;
    }

    private Outcome answer(Kind kind, String id, Supplier<Outcome> inner) {
        var before = answered.get(id);
        var isStored = switch (fault) {
            case CACHE_WITHOUT_KIND -> before instanceof Outcome.Applied;
            case REFUSAL_409_STORED -> before instanceof Outcome.InsufficientFunds;
            case REFUSAL_422_STORED -> before instanceof Outcome.Refused;
            default -> false;
        };
        if (before != null && isStored) {
            return before;
        }
        if (fault == PlantedFault.COPY_REFUSED_WHILE_UNDER_WAY && underWay.contains(id)) {
            return new Outcome.Refused("planted");
        }
        kinds.put(id, kind);
        underWay.add(id);
        var outcome = inner.get();
        underWay.remove(id);
        answered.put(id, outcome);
        return outcome instanceof Outcome.Applied applied ? answer(applied, before) : outcome;
    }

    private Outcome answer(Outcome.Applied applied, @Nullable Outcome before) {
        var replayed = before instanceof Outcome.Applied;
        if (fault == PlantedFault.REPLAY_WITH_BALANCE_OF_TODAY && replayed) {
            return with(applied, balanceOfToday(applied));
        }
        if (fault == PlantedFault.REPLAY_WITH_TIME_OF_TODAY && replayed) {
            return new Outcome.Applied(new TransactionResult(
                    applied.result().operatorTransactionId(), applied.result().balance(), clock.instant()));
        }
        if (fault == PlantedFault.ANSWERS_EXCHANGED) {
            var other = last != null && clock.instant().equals(lastAt) ? last : applied;
            last = applied;
            lastAt = clock.instant();
            return other;
        }
        return applied;
    }

    private Money balanceOfToday(Outcome.Applied applied) {
        var id = applied.result().operatorTransactionId();
        var committed = backend.committed();
        return committed.transactions().values().stream()
                .filter(entry -> entry.operatorTransactionId().equals(id))
                .map(entry -> Objects.requireNonNull(committed.accounts().get(entry.accountId()))
                        .balance())
                .findFirst()
                .orElseThrow();
    }

    private static Outcome with(Outcome.Applied applied, Money balance) {
        var result = applied.result();
        return new Outcome.Applied(new TransactionResult(
                result.operatorTransactionId(),
                new Balance(balance, result.balance().updatedAt()),
                result.createdAt()));
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, byte[] rawBody) {
        return wallet.answerInvalid(callback, rawBody);
    }

    @Override
    public Optional<TransactionResult> findTransaction(String accountId, String transactionId) {
        var account = fault == PlantedFault.LOOKUP_OF_OTHER_PLAYER
                ? backend.find(transactionId).map(StoredTransaction::accountId).orElse(accountId)
                : accountId;
        return wallet.findTransaction(account, transactionId);
    }
}
