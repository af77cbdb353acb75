package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.engine.Decision.Apply;
import dev.operatorkit.wallet.engine.MovementResult.Refused;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the operator's policy for debits that the round rules would apply, and refuses those for which it fails. */
record PolicyCheck(DebitPolicy policy) {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyCheck.class);

    /** Returns the refusal of a movement; null if it is accepted or not a debit. */
    @Nullable
    Refused refuse(Movement movement, Apply decided, WorkingSnapshot snapshot) {
        var debit = movement.debit();
        if (debit == null || policy.equals(DebitPolicy.ACCEPT_ALL)) {
            return null;
        }
        try {
            var refusal = policy.check(snapshot.propose(debit, movement.accountId(), decided.amount()));
            return refusal.map(by -> new Refused(Refusal.REFUSED_BY_POLICY, by)).orElse(null);
        } catch (Throwable e) {
            // Errors and Kotlin's checked exceptions too: the other movements must not be affected.
            LogText.warn(LOG, "The policy failed for the debit " + LogText.of(movement.transactionId()), e);
            return new Refused(Refusal.POLICY_FAILED);
        }
    }
}
