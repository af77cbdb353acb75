package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Interprets a response (D-31, D-32). */
public sealed interface CallbackReply {
    /** Occurs in the description of every response that breaks the contract (D-31, D-61). */
    String VIOLATION = "contract violation";

    /** Returns one line for transcript and histories. */
    String describe();

    /** Puts what breaks the contract first, so that it is never taken for success. */
    private static String with(List<String> violations, String success, String details) {
        return violations.isEmpty()
                ? success + details
                : VIOLATION + ": " + String.join("; ", violations) + "; " + details;
    }

    /**
     * Reports a processed movement, now or earlier: 200 with a valid result (WAL-13).
     *
     * @param operatorTransactionId the wallet's id, for troubleshooting only, never a key (WAL-14)
     * @param balance the balance after the movement, cut to the currency's decimals
     * @param updatedAt the time of the balance by the wallet's clock; the epoch if the wallet names none
     * @param violations the violations of the contract (D-61)
     */
    record Done(String operatorTransactionId, Money balance, Instant updatedAt, List<String> violations)
            implements CallbackReply {
        public Done {
            violations = List.copyOf(violations);
        }

        @Override
        public String describe() {
            return with(violations, "200 done, ", "balance " + balance + ", wallet's id " + operatorTransactionId);
        }
    }

    /**
     * Reports a known player: 200 of {@code /player} (WAL-2).
     *
     * @param balance the current balance, cut to the currency's decimals
     * @param updatedAt the time of the balance by the wallet's clock; the epoch if the wallet names none
     * @param violations the violations of the contract (D-61)
     */
    record Known(String accountId, String displayName, Money balance, Instant updatedAt, List<String> violations)
            implements CallbackReply {
        public Known {
            violations = List.copyOf(violations);
        }

        @Override
        public String describe() {
            return with(violations, "200 ", "account " + accountId + ", balance " + balance);
        }
    }

    /**
     * Reports a status other than 200.
     *
     * @param message the wallet's message, or null
     * @param violation why the status breaks the contract; null if the specification or D-15, D-29, D-30, D-36 allow it
     * @param repeated true if the callback was sent more than once, so that another copy may have been applied (D-29, D-31)
     */
    record Refused(
            int status, @Nullable String message, @Nullable String violation, boolean repeated)
            implements CallbackReply {
        public Refused(int status, @Nullable String message, @Nullable String violation) {
            this(status, message, violation, false);
        }

        /** Returns whether the contract allows this status for this callback. */
        public boolean isExpected() {
            return violation == null;
        }

        /** Returns whether the status guarantees that a debit moved no money: 409, 422 and 401 do (DEL-3, D-31). */
        public boolean isRefusedDebit() {
            return !repeated && (status == 409 || status == 422 || status == 401);
        }

        @Override
        public String describe() {
            return status
                    + (message == null ? "" : " " + message)
                    + (violation == null ? "" : " (" + VIOLATION + ": " + violation + ")")
                    + (repeated ? " (sent more than once, so in doubt)" : "");
        }
    }

    /** Reports a 200 with an invalid body, which is a contract violation and proves nothing. */
    record Broken(String what) implements CallbackReply {
        @Override
        public String describe() {
            return VIOLATION + ": 200, but " + what;
        }
    }

    /** Reports that there was no response. */
    record Silent(WireResult.Cause cause, String detail) implements CallbackReply {
        @Override
        public String describe() {
            return cause.isBeforeSend() ? detail : "no response: " + detail;
        }
    }
}
