package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.TlsVerdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the result of checking a wallet with callbacks that move no money.
 *
 * @param tls the verdict on the certificate (GEN-1)
 */
public record WalletProbe(List<Check> checks, TlsVerdict tls, Instant at) {
    public WalletProbe {
        checks = List.copyOf(checks);
    }

    /** Defines what is checked, in the order of the checks. */
    public enum Subject {
        CONNECTION("Connects"),
        /** Checks that a request without a signature is rejected with 401. */
        UNSIGNED("Rejects unsigned (SIG-13)"),
        SIGNATURE("Accepts our signature"),
        /** Checks that the session token belongs to a player (WAL-2). */
        TOKEN("Knows this token"),
        /** Checks that the player's account has the currency of the launch (WAL-2). */
        CURRENCY("Currency"),
        /** Checks that both clocks agree and that old timestamps are rejected. The simulator's clock, which can be moved, is another. */
        CLOCK("Agrees on the time (SIG-10)");

        private final String title;

        Subject(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** Defines the results of a check, the gravest first. */
    public enum State {
        FAILED,
        /** Marks a failed check whose question stays open, since there was no HTTP response. */
        UNANSWERED,
        WARNED,
        SKIPPED,
        PASSED
    }

    /**
     * Holds one check.
     *
     * @param mistake the mistake in a few words; empty if there is none
     * @param next the one thing to do; empty if there is none
     * @param otherwise what to check if it is not that; empty if the finding proves the mistake
     */
    public record Check(Subject subject, State state, String finding, String mistake, String next, String otherwise) {
        static Check passed(Subject subject, String finding) {
            return new Check(subject, State.PASSED, finding, "", "", "");
        }

        static Check failed(Subject subject, String finding) {
            return new Check(subject, State.FAILED, finding, "", "", "");
        }

        static Check skipped(Subject subject, String finding) {
            return new Check(subject, State.SKIPPED, finding, "", "", "");
        }

        /** Returns this check with the mistake and the remedy. */
        Check because(String mistakeInWords, String remedy) {
            return new Check(subject, state, finding, mistakeInWords, remedy, otherwise);
        }

        /** Returns this check with a mistake that is only likely, and what to check if it is another. */
        Check butPerhaps(String other) {
            return new Check(subject, state, finding, mistake, next, other);
        }

        public boolean isGuess() {
            return !otherwise.isEmpty();
        }

        /** Returns whether the thing to do is done in the settings of the operator, which the page then links to. */
        public boolean isMendedInSettings() {
            return next.contains("the settings");
        }

        /** Returns whether the wallet is not ready because of this check. */
        public boolean isFailed() {
            return state == State.FAILED || state == State.UNANSWERED;
        }
    }

    public Check check(Subject subject) {
        return checks.stream()
                .filter(check -> check.subject() == subject)
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether the wallet is ready: connected, and no check failed. */
    public boolean passed() {
        return check(Subject.CONNECTION).state() == State.PASSED
                && firstFailed().isEmpty();
    }

    /** Returns whether the wallet accepted a connection, even if what answers there is not HTTP. */
    public boolean isConnected() {
        var state = check(Subject.CONNECTION).state();
        return state == State.PASSED || state == State.UNANSWERED;
    }

    /** Returns a short summary for a heading: the mistake of the first failed check, if one failed. */
    public String summary() {
        return firstFailed()
                .map(check -> (check.isGuess() ? "likely " : "") + check.mistake())
                .orElse(
                        isConnected()
                                ? "wallet ready"
                                : check(Subject.CONNECTION).mistake());
    }

    /** Returns the check to act on: the failed signature first, since a wrong secret explains the others. */
    private Optional<Check> firstFailed() {
        return Stream.concat(Stream.of(check(Subject.CONNECTION), check(Subject.SIGNATURE)), checks.stream())
                .filter(Check::isFailed)
                .findFirst();
    }
}
