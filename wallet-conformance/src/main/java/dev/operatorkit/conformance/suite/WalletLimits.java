package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a wallet limits stakes or checks campaigns, which it may (D-63): a case that needs more is skipped. Only a
 * refusal that no earlier debit explains costs a few calls.
 */
public final class WalletLimits {
    private static final long[] LARGER = {100, 10_000};

    private final Preconditions given;
    private @Nullable BigDecimal smallest;
    private @Nullable BigDecimal largest;
    private boolean acceptsCampaign;

    WalletLimits(Preconditions given) {
        this.given = given;
    }

    Preconditions given() {
        return given;
    }

    /** Skips the case when the stake exceeds the limit that the tester gave. */
    void requireWithin(MovementBody debit) {
        var limit = given.maxStake();
        if (limit != null && debit.amount().compareTo(limit) > 0) {
            throw new SkipCase("needs a stake of " + debit.amount().toPlainString() + ", but --max-stake is "
                    + limit.toPlainString() + "; give a player whose balance is below it");
        }
    }

    /** Records a debit that the wallet accepted. */
    synchronized void recordAccepted(MovementBody debit) {
        var stake = debit.amount();
        if (stake.signum() > 0) {
            smallest = smallest == null ? stake : smallest.min(stake);
            largest = largest == null ? stake : largest.max(stake);
        } else {
            acceptsCampaign |= isFree(debit);
        }
    }

    /** Returns the largest stake that the wallet has accepted, or half of a stake that it refused. */
    public synchronized BigDecimal largestBelow(BigDecimal refused) {
        var half = refused.divide(BigDecimal.TWO, refused.scale(), RoundingMode.DOWN);
        return largest != null && largest.compareTo(refused) < 0 ? largest : half;
    }

    /** Returns true when the wallet has accepted a free round. */
    public synchronized boolean acceptsCampaign() {
        return acceptsCampaign;
    }

    /** Skips the case when a limit of the wallet explains why it refused this debit. */
    void requireUnlimited(CaseContext t, MovementBody debit, WalletResponse refusal) {
        if (isFree(debit)) {
            requireCampaign(t, debit, refusal);
        } else if (t.calls().account(debit.player()).isPresent() && isWholeUnits(debit) && !isCovered(debit.amount())) {
            requireStake(t, debit, refusal);
        }
    }

    private void requireCampaign(CaseContext t, MovementBody debit, WalletResponse refusal) {
        var isDoubtful = !given.namesCampaign() && debit.amount().signum() == 0 && !acceptsCampaign();
        if (isDoubtful && !isAccepted(t, t.free(t.debit(debit.player(), BigDecimal.ZERO)))) {
            throw new SkipCase("needs a campaign that the wallet knows; give it with --campaign (status "
                    + refusal.status() + " for the campaign " + t.campaign() + ")");
        }
    }

    private void requireStake(CaseContext t, MovementBody debit, WalletResponse refusal) {
        var affordable = debit.amount().min(t.balance(debit.player()));
        if (affordable.signum() <= 0 || isAccepted(t, t.debit(debit.player(), affordable))) {
            return;
        }
        var accepted = accepted(t, debit.player(), affordable);
        if (accepted != null) {
            var advice = accepted.compareTo(affordable) < 0
                    ? "Name the limit with --max-stake and give a player whose balance is below it."
                    : "Stakes of a case are a few minor units: lower the wallet's smallest stake.";
            throw new SkipCase("needs a wallet that accepts a stake of " + affordable.toPlainString()
                    + "; this one refuses it (status " + refusal.status() + ") and accepts " + accepted.toPlainString()
                    + ". " + advice);
        }
    }

    /** Returns a stake that the wallet accepts, other than the one that it refuses. */
    private @Nullable BigDecimal accepted(CaseContext t, Player player, BigDecimal refused) {
        synchronized (this) {
            if (smallest != null && smallest.compareTo(refused) < 0) {
                return smallest;
            }
        }
        return Arrays.stream(LARGER)
                .mapToObj(player::units)
                .filter(stake -> stake.compareTo(refused) > 0 && isAccepted(t, t.debit(player, stake)))
                .findFirst()
                .orElse(null);
    }

    private boolean isAccepted(CaseContext t, MovementBody probe) {
        if (t.calls().send(probe, t.request(probe)).status() != 200) {
            return false;
        }
        recordAccepted(probe);
        t.settle(t.rollback(probe));
        return true;
    }

    private synchronized boolean isCovered(BigDecimal stake) {
        return smallest != null && largest != null && smallest.compareTo(stake) <= 0 && stake.compareTo(largest) <= 0;
    }

    /** Returns false for an amount that the currency cannot hold, which is not a matter of limits. */
    private static boolean isWholeUnits(MovementBody debit) {
        return debit.amount().signum() > 0
                && debit.amount().stripTrailingZeros().scale() <= debit.player().decimals();
    }

    private static boolean isFree(MovementBody debit) {
        return debit.raw("reason").equals("\"freeround\"");
    }
}
