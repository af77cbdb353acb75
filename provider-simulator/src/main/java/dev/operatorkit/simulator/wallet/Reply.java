package dev.operatorkit.simulator.wallet;

import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/** What an answer means (D-31, D-32). Each kind can say itself in one line. */
public sealed interface Reply {
    /** One line for transcript and histories. */
    String words();

    /**
     * Processed, now or before: 200 with a readable result (WAL-13).
     *
     * @param operatorTransactionId kept for troubleshooting, never a key (WAL-14)
     * @param balance as it is after the movement
     */
    record Done(String operatorTransactionId, Money balance) implements Reply {
        @Override
        public String words() {
            return "200 done, balance " + balance + ", wallet's id " + operatorTransactionId;
        }
    }

    /**
     * The player is known: 200 of {@code /player} (WAL-2).
     *
     * @param accountId the account
     * @param displayName what the game shows
     * @param balance as it is now
     */
    record Known(String accountId, String displayName, Money balance) implements Reply {
        @Override
        public String words() {
            return "200 account " + accountId + ", balance " + balance;
        }
    }

    /**
     * Any other status than 200.
     *
     * @param status the status
     * @param message what the wallet says about it, or null
     * @param expected whether the specification or D-15, D-29, D-30, D-36 know this status for this callback
     */
    record Refused(int status, @Nullable String message, boolean expected) implements Reply {
        @Override
        public String words() {
            return status
                    + (message == null ? "" : " " + message)
                    + (expected ? "" : " (contract violation: a status that this callback does not know)");
        }
    }

    /**
     * 200 with something else than what is due: recorded as a violation of the contract, and worth nothing.
     *
     * @param what is wrong with it
     */
    record Broken(String what) implements Reply {
        @Override
        public String words() {
            return "contract violation: 200, but " + what;
        }
    }

    /**
     * No answer.
     *
     * @param trouble the kind of silence
     * @param detail one line
     */
    record Silent(Reception.Trouble trouble, String detail) implements Reply {
        @Override
        public String words() {
            return "no answer, " + trouble + ": " + detail;
        }
    }
}
