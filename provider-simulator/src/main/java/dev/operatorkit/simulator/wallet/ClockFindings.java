package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.time.Duration;

/** Judges the clock of a wallet, and whether the wallet checks timestamps (SIG-10). */
final class ClockFindings {
    private static final Duration NOTICEABLE = Duration.ofMinutes(1);

    private ClockFindings() {}

    static Check anyTimestamp() {
        return ProbeFindings.failed(
                Subject.CLOCK,
                "The wallet accepted a timestamp that is ten minutes old.",
                "wallet does not check the timestamp",
                "Reject timestamps more than five minutes from your clock, either way (SIG-10).");
    }

    static Check byHeader(Duration ahead) {
        return ahead.abs().compareTo(ClockSkew.TOLERANCE) <= 0
                ? Check.passed(Subject.CLOCK, describe(ahead))
                : ProbeFindings.failed(Subject.CLOCK, describe(ahead), "wrong clock", ProbeFindings.synchronise(ahead));
    }

    /** Judges a clock that was found by the one timestamp that the wallet accepts. */
    static Check byAcceptedTimestamp(Duration ahead) {
        return ProbeFindings.failed(
                Subject.CLOCK,
                "The wallet's clock is about " + ClockSkew.describe(ahead) + " ours, by the timestamps it accepts.",
                "wrong clock",
                ProbeFindings.synchronise(ahead));
    }

    static Check ofAcceptedSignature(Duration ahead) {
        if (ahead.abs().compareTo(ClockSkew.TOLERANCE) > 0) {
            return warned(
                    describe(ahead) + " Yet the wallet accepts our timestamps.",
                    "another clock in the Date header",
                    "Check the clock of the proxy before the wallet.");
        }
        return ahead.abs().compareTo(NOTICEABLE) <= 0
                ? Check.passed(Subject.CLOCK, describe(ahead))
                : warned(describe(ahead), "clocks differ", ProbeFindings.synchronise(ahead));
    }

    private static String describe(Duration ahead) {
        return ahead.abs().compareTo(Duration.ofSeconds(2)) < 0
                ? "The clocks agree within 2 seconds, by the wallet's Date header."
                : "The wallet's clock is " + ClockSkew.describe(ahead) + " ours, by its Date header.";
    }

    /** Judges by whether timestamps four minutes old and four minutes ahead are accepted. */
    static Check byTrial(boolean past, boolean future) {
        if (past && future) {
            return Check.passed(Subject.CLOCK, "The clocks agree within a minute, by the timestamps it accepts.");
        }
        var finding = !past && !future
                ? "The wallet accepts timestamps only within less than four minutes."
                : "The wallet's clock is more than a minute " + (past ? "behind" : "ahead of")
                        + " ours, by the timestamps it accepts.";
        return past || future
                ? warned(finding, "clocks differ", "Synchronise both machines (NTP).")
                : warned(finding, "narrow tolerance", "Accept timestamps up to five minutes old or ahead (SIG-10).");
    }

    private static Check warned(String finding, String mistake, String next) {
        return new Check(Subject.CLOCK, State.WARNED, finding, mistake, next);
    }
}
