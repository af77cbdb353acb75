package dev.operatorkit.simulator.wallet;

import static dev.operatorkit.simulator.wallet.WalletProber.TOLERANCE;
import static dev.operatorkit.simulator.wallet.WalletProber.describe;
import static dev.operatorkit.simulator.wallet.WalletProber.isAccepted;
import static dev.operatorkit.simulator.wallet.WalletProber.isBeyond;
import static dev.operatorkit.simulator.wallet.WalletProber.status;
import static dev.operatorkit.simulator.wallet.WalletProber.synchronise;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out by which mistake a wallet rejects a signature of ours. */
record SignatureMistake(WalletCaller caller, ProbeRequest request) {
    /** Lists clocks of an application that differ from that of its machine: by minutes, and by the hours of a time zone. */
    private static final List<Duration> CLOCK_OFFSETS = IntStream.concat(
                    IntStream.iterate(10, minutes -> minutes < 60, minutes -> minutes + 10),
                    IntStream.iterate(60, minutes -> minutes <= 14 * 60, minutes -> minutes + 15))
            .boxed()
            .flatMap(minutes -> Stream.of(Duration.ofMinutes(minutes), Duration.ofMinutes(-minutes)))
            .toList();

    private static final int MAX_SHOWN = 300;

    /**
     * Checks that the wallet verifies the bytes of a body, after it has accepted a read, so that nothing else can be wrong with the signature.
     * Empty if it does.
     */
    Optional<Check> inBody() {
        var id = "probe-" + UUID.randomUUID();
        var nothing = Money.zero(request.currency());
        var bet = new Bet(id, id, "operatorkit-probe", request.game(), request.token(), nothing, null);
        var credit = CallbackWriter.complete().credit(id + "-win", bet, nothing);
        if (status(caller.call(credit)) != 401) {
            return Optional.empty();
        }
        var rewritten = Diagnosis.rewrittenBodies(credit.body()).stream()
                .filter(body -> status(caller.callSigned(
                                caller.address().prefix() + credit.path(),
                                body,
                                credit,
                                caller.signer(),
                                Duration.ZERO))
                        != 401)
                .findFirst();
        return Optional.of(Check.failed(
                        Subject.SIGNATURE,
                        "401 to a signed POST. A signed GET was accepted a moment ago with the same secret, prefix and"
                                + " clock, so the wallet does not verify the body that was sent."
                                + rewritten
                                        .map(body -> " It accepts a signature over " + beginning(body)
                                                + " where this was sent: " + beginning(credit.body()))
                                        .orElse(""))
                .because("body not verified as received", ChangedBytes.BODY_ADVICE));
    }

    private static String beginning(byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s", " ");
        return text.substring(0, Math.min(text.length(), MAX_SHOWN)) + "…";
    }

    /** Finds the mistake that makes the wallet accept another signature than ours. */
    Check explain(Callback lookup, @Nullable Duration ahead) {
        var shift = ahead != null && isBeyond(ahead, TOLERANCE) ? ahead : Duration.ZERO;
        if (!shift.isZero() && isAccepted(caller.call(lookup, TransportFault.withTimestampShift(shift)))) {
            return rejected("wrong clock", synchronise(shift));
        }
        var prefix = caller.address().prefix();
        if (!prefix.isEmpty()
                && isAccepted(caller.callSigned(lookup.path(), lookup.data(), lookup, caller.signer(), shift))) {
            return rejected(
                    "wrong prefix",
                    "The wallet verifies the path without '" + prefix + "'. Verify the full path as it was sent: no"
                            + " proxy or framework may strip the prefix (SIG-3).");
        }
        for (var other : request.otherSecrets().entrySet()) {
            if (isAccepted(caller.callSigned(
                    prefix + lookup.path(), lookup.data(), lookup, new Signer(other.getValue()), shift))) {
                return rejected(
                        "wrong secret", "The wallet uses the secret " + other.getKey() + ". Use the unchanged bytes.");
            }
        }
        for (var offset : shift.isZero() ? CLOCK_OFFSETS : List.<Duration>of()) {
            if (isAccepted(caller.call(lookup, TransportFault.withTimestampShift(offset)))) {
                return rejected(
                        "wrong clock in the wallet",
                        "The wallet takes the time for about " + describe(offset)
                                + (ahead == null ? " ours. " : " ours, although its Date header is right. ")
                                + "Compare with UTC in milliseconds, not with"
                                + " local time or a clock of the application (SIG-10).");
            }
        }
        return rejected(
                        shift.isZero() ? "wrong secret" : "wrong clock and wrong secret",
                        "Give the wallet the bytes of our secret, no more and no less, or name its secret file in the"
                                + " settings.")
                .butPerhaps("The signature we sent is valid. If the secret is right too, check (1) the full path with"
                        + " prefix, (2) the raw query or body, (3) the clock, (4) the allowed source addresses. A"
                        + " wallet that rejects every request looks the same: see its log.");
    }

    private static Check rejected(String mistake, String next) {
        return Check.failed(Subject.SIGNATURE, "401 to a request with our signature.")
                .because(mistake, next);
    }
}
