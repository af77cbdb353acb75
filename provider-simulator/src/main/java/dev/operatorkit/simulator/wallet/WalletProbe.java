package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds the results of three harmless checks of a wallet. They look up an unknown transaction, so that no money moves.
 *
 * @param connection the check of the connection
 * @param unsigned the check that a request without a signature is rejected with 401 (SIG-13)
 * @param signed the check that our signature is accepted
 */
public record WalletProbe(Check connection, Check unsigned, Check signed) {
    private static final int LONGEST_MESSAGE = 200;

    /** Defines the results of a check. */
    public enum State {
        /** Marks a passed check. */
        PASSED,
        /** Marks a failed check. */
        FAILED,
        /** Marks a check that was not possible. */
        SKIPPED
    }

    /**
     * Holds one check.
     *
     * @param state the result
     * @param finding the observed response
     * @param next the likely mistake and its remedy; empty if it passed
     */
    public record Check(State state, String finding, String next) {
        static Check passed(String finding) {
            return new Check(State.PASSED, finding, "");
        }

        static Check failed(String finding, String next) {
            return new Check(State.FAILED, finding, next);
        }

        static Check skipped(String why) {
            return new Check(State.SKIPPED, why, "");
        }
    }

    private record ErrorBody(@Nullable String message) {}

    /** Returns whether all checks passed. */
    public boolean passed() {
        return checks().stream().allMatch(check -> check.state() == State.PASSED);
    }

    /** Returns the three checks in order. */
    public List<Check> checks() {
        return List.of(connection, unsigned, signed);
    }

    /** Returns a short summary for a heading. */
    public String summary() {
        if (connection.state() != State.PASSED) {
            return "wallet not reachable";
        }
        if (signed.state() == State.FAILED) {
            return "wallet rejects our signature";
        }
        return unsigned.state() == State.PASSED ? "wallet ready" : "wallet does not reject unsigned requests";
    }

    /** Returns the result for an unreachable wallet. */
    public static WalletProbe unreachable(String reason) {
        return new WalletProbe(
                Check.failed(reason, "Start the wallet, or give its address with --wallet."),
                Check.skipped("Not tried without a connection."),
                Check.skipped("Not tried without a connection."));
    }

    /** Probes a wallet. */
    public static WalletProbe of(WalletCaller caller) {
        var problem = caller.probe();
        if (problem.isPresent()) {
            return unreachable(problem.get());
        }
        var lookup = CallbackWriter.complete().lookup("operatorkit-probe", "probe-" + UUID.randomUUID());
        var unsigned = judgeUnsigned(caller.callUnsigned(lookup).result());
        return new WalletProbe(
                Check.passed("Connected to " + caller.address() + "."),
                unsigned,
                judgeSigned(caller.call(lookup).result(), unsigned.state() == State.PASSED));
    }

    private static Check judgeUnsigned(WireResult reception) {
        return switch (reception) {
            case NoResponse silence -> unanswered(silence);
            case Answered answered ->
                switch (answered.status()) {
                    case 401 -> Check.passed("401 to a request without a signature.");
                    case 404 ->
                        Check.failed(
                                "404 to a request without a signature, where 401 is required (SIG-13).",
                                "Either there are no callbacks at this address: check its path, including the prefix."
                                        + " Or the wallet routes requests before it verifies them: verify first.");
                    default ->
                        Check.failed(
                                answered.status()
                                        + " to a request without a signature, where 401 is required (SIG-13).",
                                "Verify the signature before anything else, and answer 401 if it is missing. Check"
                                        + " that no proxy or other program listens at this address.");
                };
        };
    }

    private static Check judgeSigned(WireResult reception, boolean rejectsUnsigned) {
        return switch (reception) {
            case NoResponse silence -> unanswered(silence);
            case Answered answered ->
                switch (answered.status()) {
                    case 401 ->
                        Check.failed(
                                "401 to a request with our signature" + said(answered) + ".",
                                "The signature we sent is valid. Your wallet verified something different. Check: (1)"
                                    + " the secret, (2) the full path with prefix, (3) the raw query or body, (4) the"
                                    + " clock, (5) the allowed source addresses.");
                    case 200, 404, 422 ->
                        rejectsUnsigned
                                ? Check.passed(answered.status() + " to a request with our signature.")
                                : Check.skipped(answered.status()
                                        + " to a request with our signature, which proves nothing as long as a request"
                                        + " without one is not rejected.");
                    default ->
                        Check.failed(
                                answered.status() + " to a signed lookup of an unknown transaction" + said(answered)
                                        + ", where 404 is expected (D-30).",
                                "See the wallet's log. A lookup writes nothing, so it never answers 500" + " (ERR-4).");
                };
        };
    }

    private static Check unanswered(NoResponse silence) {
        return Check.failed(
                "No response (" + silence.cause() + "): " + silence.detail() + ".",
                "Check that the address serves HTTP/1.1, with https:// if the wallet uses TLS. See the wallet's"
                        + " log.");
    }

    /** Returns the wallet's message about its refusal. */
    private static String said(Answered answered) {
        try {
            var message = Json.read(answered.body(), ErrorBody.class).message;
            return message == null
                    ? ""
                    : ", '" + message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)) + "'";
        } catch (MalformedJsonException e) {
            return "";
        }
    }
}
