package dev.operatorkit.simulator.wallet;

import dev.operatorkit.money.Money;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an answer means (D-31, D-32). Each kind can say itself in one line. */
public sealed interface CallbackReply {
    /** Stands in the words of every answer that breaks the contract (D-31, D-61). */
    String VIOLATION = "contract violation";

    /** One line for transcript and histories. */
    String describe();

    /** Puts what breaks the contract first, so that it is never taken for success. */
    private static String with(List<String> violations, String words) {
        return violations.isEmpty() ? words : VIOLATION + ": " + String.join("; ", violations) + "; " + words;
    }

    /**
     * Processed, now or before: 200 with a readable result (WAL-13).
     *
     * @param operatorTransactionId kept for troubleshooting, never a key (WAL-14)
     * @param balance as it is after the movement; what is past the currency's decimals is left out
     * @param violations how the answer breaks the contract all the same (D-61)
     */
    record Done(String operatorTransactionId, Money balance, List<String> violations) implements CallbackReply {
        /** Copies the list. */
        public Done {
            violations = List.copyOf(violations);
        }

        /** An answer that keeps the contract. */
        public Done(String operatorTransactionId, Money balance) {
            this(operatorTransactionId, balance, List.of());
        }

        @Override
        public String describe() {
            return with(violations, "200 done, balance " + balance + ", wallet's id " + operatorTransactionId);
        }
    }

    /**
     * The player is known: 200 of {@code /player} (WAL-2).
     *
     * @param accountId the account
     * @param displayName what the game shows
     * @param balance as it is now; what is past the currency's decimals is left out
     * @param violations how the answer breaks the contract all the same (D-61)
     */
    record Known(String accountId, String displayName, Money balance, List<String> violations)
            implements CallbackReply {
        /** Copies the list. */
        public Known {
            violations = List.copyOf(violations);
        }

        /** An answer that keeps the contract. */
        public Known(String accountId, String displayName, Money balance) {
            this(accountId, displayName, balance, List.of());
        }

        @Override
        public String describe() {
            return with(violations, "200 account " + accountId + ", balance " + balance);
        }
    }

    /**
     * Any other status than 200.
     *
     * @param status the status
     * @param message what the wallet says about it, or null
     * @param expected whether the specification or D-15, D-29, D-30, D-36 know this status for this callback
     * @param repeated whether the callback was sent more than once: then nobody knows what the others did (D-29, D-31)
     */
    record Refused(int status, @Nullable String message, boolean expected, boolean repeated) implements CallbackReply {
        /** The answer to a callback that was sent once. */
        public Refused(int status, @Nullable String message, boolean expected) {
            this(status, message, expected, false);
        }

        /** Returns whether the answer promises that a debit moved nothing: 409, 422 and 401 do (DEL-3, D-31). */
        public boolean isRefusedDebit() {
            return !repeated && (status == 409 || status == 422 || status == 401);
        }

        @Override
        public String describe() {
            return status
                    + (message == null ? "" : " " + message)
                    + (expected ? "" : " (" + VIOLATION + ": a status that this callback does not know)")
                    + (repeated ? " (sent more than once, so in doubt)" : "");
        }
    }

    /**
     * 200 with something else than what is due: recorded as a violation of the contract, and worth nothing.
     *
     * @param what is wrong with it
     */
    record Broken(String what) implements CallbackReply {
        @Override
        public String describe() {
            return VIOLATION + ": 200, but " + what;
        }
    }

    /**
     * No answer.
     *
     * @param trouble the kind of silence
     * @param detail one line
     */
    record Silent(WireResult.Cause cause, String detail) implements CallbackReply {
        @Override
        public String describe() {
            return "no answer, " + cause + ": " + detail;
        }
    }
}
