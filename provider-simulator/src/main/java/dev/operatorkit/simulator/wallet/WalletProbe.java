package dev.operatorkit.simulator.wallet;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.simulator.wallet.WireResult.Answered;
import dev.operatorkit.simulator.wallet.WireResult.NoResponse;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What three harmless questions find out about a wallet. They look up a transaction that nobody has, so that nothing moves.
 *
 * @param connection whether a connection comes up
 * @param unsigned whether it rejects a request without a signature with 401 (SIG-13)
 * @param signed whether it accepts our signature
 */
public record WalletProbe(Check connection, Check unsigned, Check signed) {
    private static final int LONGEST_MESSAGE = 200;

    /** How a check ended. */
    public enum State {
        /** As it should be. */
        PASSED,
        /** Not as it should be. */
        FAILED,
        /** It could not be told. */
        SKIPPED
    }

    /**
     * One question and its answer.
     *
     * @param state how it ended
     * @param finding what was seen
     * @param next the likely mistake and what to do about it; empty when it passed
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

    /** Returns whether all is well. */
    public boolean passed() {
        return checks().stream().allMatch(check -> check.state() == State.PASSED);
    }

    /** Returns the three checks, in their order. */
    public List<Check> checks() {
        return List.of(connection, unsigned, signed);
    }

    /** Returns the result in a few words, for a heading. */
    public String summary() {
        if (connection.state() != State.PASSED) {
            return "wallet not reachable";
        }
        if (signed.state() == State.FAILED) {
            return "wallet rejects our signature";
        }
        return unsigned.state() == State.PASSED ? "wallet ready" : "wallet does not reject unsigned requests";
    }

    /** A wallet that cannot be asked. */
    public static WalletProbe unreachable(String why) {
        return new WalletProbe(
                Check.failed(why, "Start the wallet, or give its address with --wallet."),
                Check.skipped("Not tried without a connection."),
                Check.skipped("Not tried without a connection."));
    }

    /** Asks the wallet. */
    public static WalletProbe of(WalletCaller caller) {
        var trouble = caller.probe();
        if (trouble.isPresent()) {
            return unreachable(trouble.get());
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
                                "404 to a request without a signature, where 401 is due (SIG-13).",
                                "Either nothing is mounted at this address: check its path, prefix included. Or"
                                        + " requests are routed before they are verified: verify first.");
                    default ->
                        Check.failed(
                                answered.status() + " to a request without a signature, where 401 is due (SIG-13).",
                                "Verify the signature before anything else, and answer 401 when it is missing. Is a"
                                        + " proxy or another program answering at this address?");
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
                                        + " to a request with our signature, which proves nothing while a request"
                                        + " without one is not rejected.");
                    default ->
                        Check.failed(
                                answered.status() + " to a signed lookup of a transaction that nobody has"
                                        + said(answered) + ", where 404 is due (D-30).",
                                "Look into the wallet's log. A lookup writes nothing, so it never answers 500"
                                        + " (ERR-4).");
                };
        };
    }

    private static Check unanswered(NoResponse silence) {
        return Check.failed(
                "No answer, " + silence.cause() + ": " + silence.detail() + ".",
                "Does the address speak HTTP/1.1 there, with https:// where the wallet has TLS? Look into the wallet's"
                        + " log.");
    }

    /** What the wallet says about its refusal. */
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
