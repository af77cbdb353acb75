package dev.operatorkit.simulator.wallet;

import static dev.operatorkit.simulator.wallet.WalletProber.TOLERANCE;
import static dev.operatorkit.simulator.wallet.WalletProber.isAccepted;
import static dev.operatorkit.simulator.wallet.WalletProber.isBeyond;
import static dev.operatorkit.simulator.wallet.WalletProber.status;
import static dev.operatorkit.simulator.wallet.WalletProber.synchronise;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.run.SignatureProbe;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds out by which mistake a wallet rejects a signature of ours. */
record SignatureMistake(WalletCaller caller, ProbeRequest request) {
    /**
     * Checks that the wallet verifies the bytes of a body, after it has accepted a read, so that nothing else can be wrong with the signature.
     * Empty if it does.
     */
    Optional<Check> inBody() {
        var player = new Player(
                request.token(), "operatorkit-probe", request.currency().code());
        return SignatureProbe.findChangedBody(player, request.game(), "probe-" + UUID.randomUUID(), this::post)
                .map(changed -> {
                    var finding = "401 to a signed POST. A signed GET was accepted a moment ago with the same secret,"
                            + " prefix and clock. " + changed.finding() + ".";
                    var check = Check.failed(Subject.SIGNATURE, finding)
                            .because("body not verified as received", SignatureProbe.BODY_ADVICE);
                    return changed.isCertain()
                            ? check
                            : check.butPerhaps(
                                    "Check (1) that the wallet has the same clock for every callback, (2) that it"
                                            + " responds 422 to a credit of an unknown debit (D-24). See its log.");
                });
    }

    private int post(String body) {
        return status(caller.call(Callback.post(CallbackKind.CREDIT, body.getBytes(StandardCharsets.UTF_8))));
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
        var clock = SignatureProbe.findWrongClock(
                caller::millis, offset -> isAccepted(caller.call(lookup, TransportFault.withTimestampShift(offset))));
        if (clock.isPresent()) {
            var isDateRight = ahead != null && !isBeyond(ahead, Duration.ofSeconds(2));
            var contrast = isDateRight ? " Its Date header is right. " : " ";
            return rejected("wrong clock in the wallet", clock.get() + contrast + SignatureProbe.CLOCK_ADVICE);
        }
        return rejected(
                        shift.isZero() ? "wrong secret" : "wrong clock and wrong secret",
                        "Give the wallet exactly the bytes of our secret, or name its secret file in the settings.")
                .butPerhaps("The signature we sent is valid. If the secret is right too, check (1) the full path with"
                        + " prefix, (2) the raw query or body, (3) the clock, (4) the allowed source addresses. A"
                        + " wallet that rejects every request looks the same: see its log.");
    }

    private static Check rejected(String mistake, String next) {
        return Check.failed(Subject.SIGNATURE, "401 to a request with our signature.")
                .because(mistake, next);
    }
}
