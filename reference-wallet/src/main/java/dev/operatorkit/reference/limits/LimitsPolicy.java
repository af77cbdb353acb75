package dev.operatorkit.reference.limits;

import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.ProposedDebit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Refuses the bets of excluded players, and stakes that would pass a limit of their day. */
public final class LimitsPolicy implements DebitPolicy {

    /** Names the limit that refused a bet, for the metrics. */
    public enum Reason {
        /** The player is excluded. */
        SELF_EXCLUDED("the player is self-excluded"),
        /** The stakes of the day would exceed their limit. */
        STAKE_LIMIT("the stake exceeds what is left of the player's stake limit for today"),
        /** The loss of the day would exceed its limit if this bet was lost. */
        LOSS_LIMIT("the stake exceeds what is left of the player's loss limit for today");

        private final String message;

        Reason(String message) {
            this.message = message;
        }

        /** Returns the message for the provider. */
        public String message() {
            return message;
        }
    }

    @Override
    public Optional<PolicyRefusal> check(ProposedDebit debit) {
        return debit.data(LimitedAccount.class)
                .flatMap(account -> Optional.ofNullable(findReason(account, debit)))
                .map(reason -> new PolicyRefusal(reason, reason.message));
    }

    private static @Nullable Reason findReason(LimitedAccount account, ProposedDebit debit) {
        var limits = account.limits();
        var today = DayTotals.dayOf(debit.time());
        if (limits.excludedUntil() != null && today.isBefore(limits.excludedUntil())) {
            return Reason.SELF_EXCLUDED;
        }
        var stake = debit.stake().minorUnits();
        if (stake == 0) {
            return null; // a free round stakes nothing, even if a limit was lowered below what is lost already
        }
        var totals = account.totalsAfter(debit.earlier()).on(today);
        if (isAbove(limits.stakeLimit(), totals.staked(), stake)) {
            return Reason.STAKE_LIMIT;
        }
        return isAbove(limits.lossLimit(), totals.lost(), stake) ? Reason.LOSS_LIMIT : null;
    }

    private static boolean isAbove(@Nullable Long limit, long before, long stake) {
        return limit != null && DayTotals.saturatedSum(before, stake) > limit;
    }
}
