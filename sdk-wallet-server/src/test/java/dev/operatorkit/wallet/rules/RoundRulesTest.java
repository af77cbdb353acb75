package dev.operatorkit.wallet.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.Round.State;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.rules.Decision.Apply;
import dev.operatorkit.wallet.rules.Decision.Refuse;
import dev.operatorkit.wallet.rules.Decision.Replay;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests every combination of what can be stored and what can be requested, and each line of the table. */
class RoundRulesTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Round.Key ROUND = new Round.Key("player", "round");
    private static final Account ACCOUNT = account(1_000);
    private static final Known NOTHING = new Known(ACCOUNT, null, null, null, null);
    private static final StoredTransaction BET = stored("bet", Kind.DEBIT, "player", "round", null, 300);
    private static final Known OPEN = new Known(ACCOUNT, null, BET, null, new Round(ROUND, "bet", State.BET));
    private static final InMemoryPlayers SESSIONS = new InMemoryPlayers(new InMemoryWalletStore());

    /**
     * Holds what is stored.
     *
     * @param same the transaction with the id of the movement
     * @param debit the transaction that a settlement refers to
     * @param settlement the settlement that refers to this debit, or to the movement itself
     */
    private record Known(
            @Nullable Account account,
            @Nullable StoredTransaction same,
            @Nullable StoredTransaction debit,
            @Nullable StoredTransaction settlement,
            @Nullable Round last)
            implements StoredState {
        @Override
        public Optional<Account> account(String accountId) {
            return Optional.ofNullable(account);
        }

        @Override
        public Optional<StoredTransaction> transaction(String id) {
            return Optional.ofNullable(id.equals("tx") ? same : debit);
        }

        @Override
        public Optional<StoredTransaction> settlement(String id) {
            return Optional.ofNullable(settlement).filter(stored -> id.equals(stored.referenceTransactionId()));
        }

        @Override
        public Optional<Round> round(Round.Key key) {
            return Optional.ofNullable(last);
        }
    }

    @Test
    void every_combination_of_stored_states_follows_the_table() {
        var seen = 0;
        for (var kind : Kind.values()) {
            var asked = asked(kind, "5.00");
            for (var account : Arrays.asList(null, ACCOUNT, account(499))) {
                for (var same : transactionsWithSameId()) {
                    for (var debit : kind == Kind.DEBIT ? onlyNull() : referencedDebits()) {
                        for (var settlement : settlements(asked.debitId())) {
                            for (var round : rounds(asked.debitId())) {
                                var known = new Known(account, same, debit, settlement, round);
                                assertThat(decide(asked, known))
                                        .as("%s %s", kind, known)
                                        .isEqualTo(expected(asked, known));
                                seen++;
                            }
                        }
                    }
                }
            }
        }
        assertThat(seen).isEqualTo(3 * 4 * 2 * 6 * (1 + 5 + 5));
    }

    @Test
    void an_id_blocked_by_a_tombstone_is_refused_for_a_settlement() {
        var tombstone = stored("undo", Kind.ROLLBACK, "player", "other", "tx", 0);
        var barred = new Known(ACCOUNT, null, BET, tombstone, OPEN.last());
        for (var kind : List.of(Kind.CREDIT, Kind.ROLLBACK)) {
            assertThat(decide(asked(kind, "5.00"), barred)).isEqualTo("TRANSACTION_ID_TAKEN");
        }
    }

    /** Restates the specification's table independently, starting from what must hold for money to move. */
    private static String expected(Movement asked, Known known) {
        var same = known.same();
        if (same != null) {
            return same.kind() == asked.kind() && same.accountId().equals("player") ? "replay" : "TRANSACTION_ID_TAKEN";
        }
        if (known.account() == null) {
            return "UNKNOWN_PLAYER";
        }
        var balance = known.account().balance().minorUnits();
        var round = known.last();
        if (asked.kind() == Kind.DEBIT) {
            var fresh = known.settlement() == null && round == null;
            if (fresh) {
                return balance >= 500 ? "500 -> " + (balance - 500) + " BET" : "INSUFFICIENT_FUNDS";
            }
            return known.settlement() != null ? "ALREADY_ROLLED_BACK" : "ROUND_ALREADY_OPENED";
        }
        var debit = known.debit();
        if (debit == null) {
            var touched = known.settlement() != null
                    || (round != null && round.debitTransactionId().equals("bet"));
            if (touched) {
                return "ROUND_CLOSED";
            }
            if (asked.kind() == Kind.CREDIT) {
                return "UNKNOWN_DEBIT";
            }
            return "tombstone 0 -> " + balance + (round == null ? " REVERTED" : " untouched");
        }
        if (debit.kind() != Kind.DEBIT) {
            return "REFERENCE_NOT_A_DEBIT";
        }
        if (!debit.accountId().equals("player")) {
            return "WRONG_PLAYER";
        }
        if (!debit.gameRoundId().equals("round")) {
            return "WRONG_ROUND";
        }
        var open = round != null && round.equals(new Round(ROUND, "bet", State.BET)) && known.settlement() == null;
        if (!open) {
            return "ROUND_CLOSED";
        }
        return asked.kind() == Kind.CREDIT
                ? "500 -> " + (balance + 500) + " SETTLED"
                : "300 -> " + (balance + 300) + " REVERTED";
    }

    private static String describe(Decision decision) {
        if (decision instanceof Refuse refuse) {
            return refuse.refusal().name();
        }
        if (decision instanceof Replay) {
            return "replay";
        }
        var apply = (Apply) decision;
        var round = apply.round().map(after -> after.state().name()).orElse("untouched");
        return (apply.isTombstone() ? "tombstone " : "") + apply.amount().minorUnits() + " -> "
                + apply.balanceAfter().minorUnits() + " " + round;
    }

    private static List<@Nullable StoredTransaction> transactionsWithSameId() {
        var same = new ArrayList<@Nullable StoredTransaction>(onlyNull());
        for (var kind : Kind.values()) {
            same.add(stored("tx", kind, "player", "round", kind == Kind.DEBIT ? null : "bet", 1));
        }
        return same;
    }

    private static List<@Nullable StoredTransaction> referencedDebits() {
        return Arrays.asList(
                null,
                BET,
                stored("bet", Kind.CREDIT, "player", "round", "x", 300),
                stored("bet", Kind.DEBIT, "another", "round", null, 300),
                stored("bet", Kind.DEBIT, "player", "another", null, 300));
    }

    private static List<@Nullable StoredTransaction> settlements(String debitId) {
        return Arrays.asList(null, stored("end", Kind.ROLLBACK, "player", "round", debitId, 0));
    }

    private static List<@Nullable Round> rounds(String debitId) {
        return Arrays.asList(
                null,
                new Round(ROUND, debitId, State.BET),
                new Round(ROUND, debitId, State.SETTLED),
                new Round(ROUND, debitId, State.REVERTED),
                new Round(ROUND, "another", State.BET),
                new Round(ROUND, "another", State.REVERTED));
    }

    private static List<@Nullable StoredTransaction> onlyNull() {
        return Arrays.asList((StoredTransaction) null);
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "10.00, 0", "10.000, 0", "0.01, 999", "1e1, 0", "-0, 1000"})
    void a_stake_up_to_the_balance_is_accepted(String stake, long left) {
        assertThat(decide(asked(Kind.DEBIT, stake), NOTHING)).endsWith("-> " + left + " BET");
    }

    @ParameterizedTest
    @CsvSource({
        "10.01, INSUFFICIENT_FUNDS",
        "0.001, TOO_MANY_DECIMALS",
        "99999999999999999999, AMOUNT_TOO_LARGE",
    })
    void an_invalid_stake_is_refused(String stake, String refusal) {
        assertThat(decide(asked(Kind.DEBIT, stake), NOTHING)).isEqualTo(refusal);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 -> 1000 BET", "0.01, NON_ZERO_FREE_ROUND_STAKE"})
    void a_free_round_with_a_stake_is_refused(String stake, String decision) {
        var free = asked(Kind.DEBIT, new WireAmount(Amount.parse(stake), null), "freeround");
        assertThat(decide(free, NOTHING)).isEqualTo(decision);
    }

    @ParameterizedTest
    @EnumSource(names = "ROLLBACK", mode = EnumSource.Mode.EXCLUDE)
    void a_negative_amount_is_refused_only_after_the_id_was_looked_up(Kind kind) {
        var asked = asked(kind, "-0.01");
        assertThat(decide(asked, kind == Kind.DEBIT ? NOTHING : OPEN)).isEqualTo("NEGATIVE_AMOUNT");

        var applied = stored("tx", kind, "player", "round", kind == Kind.DEBIT ? null : "bet", 1);
        assertThat(RoundRules.decide(known(applied), asked)).isEqualTo(new Replay(applied));
    }

    @ParameterizedTest
    @CsvSource({
        ", , another, replay",
        ", unknown, another, replay",
        "player, , player, replay",
        "player, , another, TRANSACTION_ID_TAKEN",
        ", token-of-player, another, TRANSACTION_ID_TAKEN",
        "player, token-of-other, player, TRANSACTION_ID_TAKEN",
        "player, token-of-other, other, TRANSACTION_ID_TAKEN",
    })
    void a_lookup_only_movement_is_a_replay_unless_it_names_another_account(
            @Nullable String playerId, @Nullable String token, String account, String expected) {
        SESSIONS.addSession("token-of-player", "player", Instant.MAX);
        SESSIONS.addSession("token-of-other", "other", Instant.MAX);
        var invalid = new InvalidCallback(Kind.DEBIT, "tx", playerId, token, "why");
        var asked = Movement.of(invalid, SESSIONS, Instant.EPOCH, CallbackContext.ofBody(new byte[] {1}));
        assertThat(decide(asked, known(stored("tx", Kind.DEBIT, account, "round", null, 1))))
                .isEqualTo(expected);
        assertThat(decide(asked, known(stored("tx", Kind.CREDIT, account, "round", "bet", 1))))
                .isEqualTo("TRANSACTION_ID_TAKEN");
        assertThat(decide(asked, NOTHING)).isEqualTo("INVALID");
        // Identical bytes named this account when they were applied.
        var hash = asked.context().bodyHash();
        assertThat(decide(asked, known(stored("tx", Kind.DEBIT, account, "round", null, 1, hash))))
                .isEqualTo("replay");
    }

    @ParameterizedTest
    @EnumSource(names = "ROLLBACK", mode = EnumSource.Mode.EXCLUDE)
    void another_currency_is_refused(Kind kind) {
        var dollars = new WireAmount(Amount.parse("1"), "USD");
        assertThat(decide(asked(kind, dollars, "bet"), kind == Kind.DEBIT ? NOTHING : OPEN))
                .isEqualTo("WRONG_CURRENCY");
    }

    /** The operator has changed the currency of an account with an open round. */
    @ParameterizedTest
    @EnumSource(names = "DEBIT", mode = EnumSource.Mode.EXCLUDE)
    void a_settlement_of_a_debit_in_another_currency_is_refused(Kind kind) {
        var euro = account(1_000);
        var dollar = new Account(euro.id(), new Money(1_000, CurrencyCode.of("USD")), euro.version(), euro.updatedAt());
        var five = new WireAmount(Amount.parse("5"), null);
        assertThat(decide(asked(kind, five, "bet"), new Known(dollar, null, BET, null, OPEN.last())))
                .isEqualTo("WRONG_CURRENCY");
    }

    @Test
    void a_payout_may_raise_the_balance_to_the_maximum_and_not_beyond() {
        assertThat(decide(asked(Kind.CREDIT, "5.00"), open(Long.MAX_VALUE - 500)))
                .isEqualTo("500 -> " + Long.MAX_VALUE + " SETTLED");
        assertThat(decide(asked(Kind.CREDIT, "5.01"), open(Long.MAX_VALUE - 500)))
                .isEqualTo("BALANCE_TOO_LARGE");
        assertThat(decide(asked(Kind.ROLLBACK, "0"), open(Long.MAX_VALUE - 300)))
                .isEqualTo("300 -> " + Long.MAX_VALUE + " REVERTED");
        assertThat(decide(asked(Kind.ROLLBACK, "0"), open(Long.MAX_VALUE - 299)))
                .isEqualTo("BALANCE_TOO_LARGE");
    }

    /** An operator's correction may leave a player in debt; a refusal would be repeated for days and then lost. */
    @Test
    void a_settlement_is_applied_to_a_balance_below_zero() {
        assertThat(decide(asked(Kind.CREDIT, "5.00"), open(-1))).isEqualTo("500 -> 499 SETTLED");
        assertThat(decide(asked(Kind.ROLLBACK, "0"), open(-1))).isEqualTo("300 -> 299 REVERTED");
    }

    @Test
    void a_losing_round_is_closed_by_a_payout_of_zero() {
        assertThat(decide(asked(Kind.CREDIT, "0"), OPEN)).isEqualTo("0 -> 1000 SETTLED");
    }

    private static String decide(Movement asked, Known known) {
        return describe(RoundRules.decide(known, asked));
    }

    private static Known open(long balance) {
        return new Known(account(balance), null, BET, null, OPEN.last());
    }

    private static Known known(StoredTransaction same) {
        return new Known(ACCOUNT, same, null, null, null);
    }

    private static Account account(long cents) {
        return new Account("player", new Money(cents, EUR), 7, Instant.EPOCH);
    }

    private static Movement asked(Kind kind, String amount) {
        return asked(kind, new WireAmount(Amount.parse(amount), null), "bet");
    }

    private static Movement asked(Kind kind, WireAmount amount, String reason) {
        var context = CallbackContext.ofBody();
        return switch (kind) {
            case DEBIT -> {
                var debit = new Debit("tx", "round", "player", null, null, amount, reason, null);
                yield Movement.of(debit, SESSIONS, Instant.EPOCH, context);
            }
            case CREDIT -> Movement.of(new Credit("tx", "bet", "round", "player", null, amount, reason, null), context);
            case ROLLBACK -> Movement.of(new Rollback("tx", "bet", "round", "player", null, reason), context);
        };
    }

    private static StoredTransaction stored(
            String id, Kind kind, String account, String round, @Nullable String reference, long cents) {
        return stored(id, kind, account, round, reference, cents, new byte[0]);
    }

    private static StoredTransaction stored(
            String id,
            Kind kind,
            String account,
            String round,
            @Nullable String reference,
            long cents,
            byte[] bodyHash) {
        var money = new Money(cents, EUR);
        return StoredTransaction.builder()
                .transactionId(id)
                .kind(kind)
                .accountId(account)
                .gameRoundId(round)
                .referenceTransactionId(reference)
                .operatorTransactionId("op")
                .amount(money)
                .balanceAfter(money)
                .accountVersion(1)
                .bodyHash(bodyHash)
                .createdAt(Instant.EPOCH)
                .build();
    }
}
