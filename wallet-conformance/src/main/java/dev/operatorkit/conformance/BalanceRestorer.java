package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Restores the balances of the players after a case: rolls open rounds back, then debits or credits the difference. */
final class BalanceRestorer {
    private static final int ATTEMPTS = 3;

    /** A replica is rarely further behind. */
    static final Duration BEFORE_READING_AGAIN = Duration.ofMillis(300);

    private static final int MOST_STAKES = 300;
    private static final int MOST_OPEN = 8;
    private static final Set<Integer> BUSY = Set.of(409, 429, 500, 503);

    /** Limits the minor units that a player may be off between cases: less than what a case needs and a player has. */
    private static final BigDecimal MOST_UNITS = BigDecimal.valueOf(20);

    private final CaseContext tester;

    BalanceRestorer(CaseContext tester) {
        this.tester = tester;
    }

    /**
     * Leaves the rounds of a case open, and the balances as they are, until they are worth the calls; then restores them.
     * Returns what could not be restored.
     */
    List<Unrestored> restoreSome() {
        leaveRoundsOpen();
        var accounts = tester.calls().accounts();
        return tester.calls().openRounds().hasSilent() || accounts.stream().anyMatch(BalanceRestorer::isFarOff)
                ? restoreAll()
                : List.of();
    }

    private static boolean isFarOff(PlayerAccount account) {
        var start = account.start();
        var latest = account.latest();
        var stakes = account.open().stream().map(MovementBody::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
        return account.open().size() >= MOST_OPEN
                || isMuch(account.player(), stakes)
                || (start != null && latest != null && isMuch(account.player(), latest.subtract(start)));
    }

    private static boolean isMuch(Player player, BigDecimal amount) {
        return player.inUnits(amount).abs().compareTo(MOST_UNITS) > 0;
    }

    /** Restores every balance and returns what could not be restored. */
    List<Unrestored> restoreAll() {
        var left = new ArrayList<Unrestored>();
        for (var attempt = 1; ; attempt++) {
            try {
                restoreAll(left);
                return left;
            } catch (NoResponse | Failure e) {
                // A Failure may be a lost response, after which the wallet still responds.
                if (e instanceof NoResponse || attempt == ATTEMPTS) {
                    left.add(Unrestored.refusal(
                            players(), "the wallet did not accept the correction: " + e.getMessage()));
                    abandonRounds(left);
                    return left;
                }
            }
        }
    }

    private List<Player> players() {
        return tester.calls().accounts().stream().map(PlayerAccount::player).toList();
    }

    private void restoreAll(List<Unrestored> left) {
        rollBack();
        for (var account : tester.calls().accounts()) {
            var start = account.start();
            var rest = start == null ? BigDecimal.ZERO : restore(account, start);
            if (start != null && rest.signum() != 0) {
                account.acceptBalance(start.subtract(rest));
                left.add(Unrestored.difference(account.player(), rest));
            }
        }
    }

    /** Leaves the open rounds of the case until the end of the run. */
    private void abandonRounds(List<Unrestored> left) {
        for (var debit : tester.calls().openRounds().takeUnsettled()) {
            left.add(Unrestored.refusal(List.of(debit.player()), "open: debit " + describe(debit)));
            accountOf(debit).abandon(debit);
        }
    }

    private PlayerAccount accountOf(MovementBody debit) {
        return tester.calls()
                .account(debit.player())
                .orElse(tester.calls().accounts().getFirst());
    }

    /** Describes debits that may lack a settlement, for whoever has to settle them. */
    static List<String> describe(List<MovementBody> debits) {
        return debits.stream().map(BalanceRestorer::describe).toList();
    }

    private static String describe(MovementBody debit) {
        return debit.id() + " of round " + debit.round() + " and player " + debit.player();
    }

    /** Hands the open rounds of the case over to its players. */
    private void leaveRoundsOpen() {
        tester.calls()
                .openRounds()
                .takeUnsettled()
                .forEach(debit -> accountOf(debit).leaveOpen(debit));
    }

    /** Returns true when the wallet applied a movement of the case that moves the balance. */
    boolean hasCaseMoved() {
        return tester.calls().hasMoved();
    }

    /** Rolls the open rounds of the case back, and returns why that was not possible. */
    List<Unrestored> settleRounds() {
        try {
            rollBack();
            return List.of();
        } catch (NoResponse | Failure e) {
            return List.of(Unrestored.refusal(players(), "the wallet did not accept a rollback: " + e.getMessage()));
        }
    }

    /** Rolls open rounds back, several at a time; one that the wallet could not accept beside others is sent once more. */
    private void rollBack() {
        var open = tester.calls().openRounds();
        tester.calls()
                .accounts()
                .forEach(account -> account.takeOpen().forEach(debit -> open.recordSending(debit, false)));
        awaitSilent();
        var debits = open.unsettled();
        var answers = tester.sendBeside(debits.stream()
                .<Supplier<WalletResponse>>map(debit -> () -> sendRollback(debit))
                .toList());
        for (var i = 0; i < debits.size(); i++) {
            if (debits.size() > 1 && BUSY.contains(answers.get(i).status())) {
                sendRollback(debits.get(i));
            }
        }
        open.takeUnsettled();
    }

    private WalletResponse sendRollback(MovementBody debit) {
        return tester.send(tester.rollback(debit.player(), tester.id(), debit.round(), debit.id()));
    }

    /**
     * Sends every movement again that got no response: the wallet may still be applying it, and only the repeat's response says
     * that it is done (IDM-2). Otherwise it would move the balance during another case.
     */
    private void awaitSilent() {
        for (var message : tester.calls().openRounds().takeSilent()) {
            try {
                tester.send(message);
            } catch (NoResponse e) {
                if (e.isUnreachable()) {
                    throw e;
                }
            }
        }
    }

    /** Returns the difference that remains. A balance may be reported late, as by a replica: one that is too low is read again. */
    private BigDecimal restore(PlayerAccount account, BigDecimal before) {
        var rest = correct(account.player(), before);
        if (rest.signum() > 0) {
            LockSupport.parkNanos(BEFORE_READING_AGAIN.toNanos());
            account.forgetLook();
            rest = correct(account.player(), before);
        }
        return rest;
    }

    private BigDecimal correct(Player player, BigDecimal before) {
        var missing = before.subtract(tester.balance(player));
        if (missing.signum() == 0) {
            return missing;
        }
        if (missing.signum() > 0) {
            var id = tester.id();
            var round = tester.id();
            tester.send(tester.debit(player, id, round, BigDecimal.ZERO));
            tester.send(tester.credit(player, tester.id(), round, id, missing));
        } else {
            take(player, missing.negate());
        }
        return before.subtract(tester.balance(player));
    }

    /** Takes an amount, in several stakes when the wallet limits them (D-63). */
    private void take(Player player, BigDecimal amount) {
        var left = amount;
        var stake = amount;
        for (var i = 0; i < MOST_STAKES && left.signum() > 0; i++) {
            stake = stake.min(left);
            var debit = tester.debit(player, tester.id(), tester.id(), stake);
            if (tester.send(debit).status() == 200) {
                tester.send(tester.credit(player, tester.id(), debit.round(), debit.id(), BigDecimal.ZERO));
                left = left.subtract(stake);
            } else {
                stake = tester.largestStake(stake);
            }
        }
    }
}
