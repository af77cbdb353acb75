package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks a wallet step by step and names the likely mistake. It sends only reads (lookups of an unknown transaction and one
 * player callback), so that no money moves, and stops at the first call without a response.
 */
public final class WalletProber {
    private static final String NOT_CONNECTED = "Not tried: there is no connection.";
    private static final String NO_CALLBACKS = "Not tried: there are no callbacks at this address.";
    private static final String NO_HTTP = "Not tried: no HTTP server answers at this address.";
    private static final String NO_WALLET = "Not tried: the server at this address is not a wallet.";
    /** Limits the search for the cause of a rejected signature, at a wallet that is slow. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(8);

    private static final List<Duration> USUAL_SHIFTS =
            Stream.of(10, -10, 60, -60, 120, -120).map(Duration::ofMinutes).toList();

    private final WalletCaller caller;
    private final ProbeRequest request;
    private final Clock clock;
    private final Callback lookup = lookup("probe-");
    /** Has a space in its id, since some wallets decode the path before they verify it (D-40). */
    private final Callback encodedLookup = lookup("probe ");

    private final ClockSkew skew = new ClockSkew();
    /** Holds how far the wallet's clock is ahead if a trial with shifted timestamps has shown it. */
    private @Nullable Duration shiftFound;

    private final Map<Subject, Check> checks = new EnumMap<>(Subject.class);

    private WalletProber(WalletCaller caller, ProbeRequest request, Clock clock) {
        this.caller = caller;
        this.request = request;
        this.clock = clock;
    }

    private static Callback lookup(String prefix) {
        return CallbackWriter.complete().lookup("operatorkit-probe", prefix + UUID.randomUUID());
    }

    /** Checks a wallet. Never throws for errors of the wallet. */
    public static WalletProbe probe(WalletCaller caller, ProbeRequest request, Clock clock) {
        var at = clock.instant();
        var prober = new WalletProber(caller, request, clock);
        prober.checkAll();
        return new WalletProbe(List.copyOf(prober.checks.values()), caller.tlsVerdict(), at);
    }

    /** Returns the result for an operator without a wallet address. */
    public static WalletProbe withoutAddress(Clock clock) {
        var checks = Stream.of(Subject.values())
                .map(subject -> subject == Subject.CONNECTION
                        ? ConnectionFindings.noAddress()
                        : Check.skipped(subject, NOT_CONNECTED))
                .toList();
        return new WalletProbe(checks, TlsVerdict.UNREACHABLE, clock.instant());
    }

    private void checkAll() {
        var problem = caller.probe();
        if (problem.isPresent()) {
            add(ConnectionFindings.notConnected(problem.get(), caller));
            skipOthers(NOT_CONNECTED);
            return;
        }
        add(ConnectionFindings.connected(caller));
        var unsigned = send(() -> caller.callUnsigned(encodedLookup));
        var stranger = ProbeFindings.stranger(unsigned, caller.address());
        if (stranger != null) {
            add(stranger);
            skipOthers(stranger.subject() == Subject.CONNECTION ? NO_HTTP : NO_WALLET);
            return;
        }
        checkCallbacks((Answered) unsigned.result());
    }

    private void checkCallbacks(Answered unsigned) {
        var signed = send(() -> caller.call(encodedLookup));
        var player = send(() -> caller.call(CallbackWriter.complete().player(request.game(), request.token())));
        // A lookup of an unknown transaction is 404 too (D-30), so only /player proves that the path is right.
        var isElsewhere = status(signed) == 404 && status(player) == 404;
        add(
                isElsewhere && unsigned.status() == 404
                        ? ProbeFindings.wrongPath(caller.address())
                        : ProbeFindings.unsigned(unsigned));
        var rejectsUnsigned = hasPassed(Subject.UNSIGNED);
        var isRejected = rejectsUnsigned && status(signed) == 401;
        var isOnlyPathRejected = isRejected && isAccepted(send(() -> caller.call(lookup)));
        if (isOnlyPathRejected) {
            add(ProbeFindings.decodedPath((Answered) signed.result()));
        } else if (isRejected) {
            add(explainRejection((Answered) signed.result()));
        } else {
            add(
                    isElsewhere
                            ? ProbeFindings.nothingSigned(caller.address())
                            : ProbeFindings.signed(signed, rejectsUnsigned));
        }
        var isSignatureRejected = isRejected && !isOnlyPathRejected;
        if (isSignatureRejected || isElsewhere) {
            skip(Subject.TOKEN, isSignatureRejected ? "Not tried: the wallet rejects our signature." : NO_CALLBACKS);
            skip(Subject.CURRENCY, ProbeFindings.NEEDS_PLAYER);
        } else {
            var reply = ReplyReader.player(player);
            add(ProbeFindings.token(reply, request));
            add(ProbeFindings.currency(reply, request.currency()));
        }
        checkClock(isOnlyPathRejected || hasPassed(Subject.SIGNATURE));
    }

    /** Finds out which usual mistake makes the wallet accept another signature than ours. */
    private Check explainRejection(Answered rejection) {
        var end = clock.instant().plus(LONGEST_SEARCH);
        var shift = skew.shift();
        if (!rejection.values("WWW-Authenticate").isEmpty()) {
            return ProbeFindings.login(rejection);
        }
        if (!shift.isZero() && isAccepted(TransportFault.withTimestampShift(shift))) {
            return ProbeFindings.wrongClock(rejection, shift);
        }
        if (!caller.address().prefix().isEmpty()
                && isAccepted(send(() -> caller.callSignedOver(lookup.path(), lookup, shift)))) {
            return ProbeFindings.prefixStripped(rejection, caller.address());
        }
        for (var other : request.otherSecrets().entrySet()) {
            if (clock.instant().isBefore(end)
                    && isAccepted(send(() -> caller.callSignedWith(other.getValue(), lookup, shift)))) {
                return ProbeFindings.otherSecret(rejection, other.getKey());
            }
        }
        if (skew.ahead() == null) {
            for (var usual : USUAL_SHIFTS) {
                if (clock.instant().isBefore(end) && isAccepted(TransportFault.withTimestampShift(usual))) {
                    shiftFound = usual;
                    return ProbeFindings.wrongClock(rejection, usual);
                }
            }
        }
        return ProbeFindings.wrongSecret(rejection, !shift.isZero());
    }

    /** Checks by the {@code Date} header, and by timestamps that a wallet must reject or accept (SIG-10). */
    private void checkClock(boolean isSignatureAccepted) {
        var ahead = skew.ahead();
        if (!isSignatureAccepted) {
            add(clockOfRejectedSignature(ahead));
        } else if (isAccepted(TransportFault.withTimestampShift(Duration.ofMinutes(-10)))) {
            add(ClockFindings.anyTimestamp());
        } else if (ahead == null) {
            var past = isAccepted(TransportFault.withTimestampShift(Duration.ofMinutes(-4)));
            var future = isAccepted(TransportFault.withTimestampShift(Duration.ofMinutes(4)));
            add(ClockFindings.byTrial(past, future));
        } else {
            add(ClockFindings.ofAcceptedSignature(ahead));
        }
    }

    private Check clockOfRejectedSignature(@Nullable Duration ahead) {
        if (ahead != null) {
            return ClockFindings.byHeader(ahead);
        }
        return shiftFound == null
                ? Check.skipped(
                        Subject.CLOCK, "Not known: the wallet sends no Date header and accepts no timestamp of ours.")
                : ClockFindings.byAcceptedTimestamp(shiftFound);
    }

    private boolean isAccepted(TransportFault fault) {
        return isAccepted(send(() -> caller.call(lookup, fault)));
    }

    private static boolean isAccepted(Exchange exchange) {
        var status = status(exchange);
        return status == 200 || status == 404 || status == 422;
    }

    /** Returns the status, or 0 without a response. */
    private static int status(Exchange exchange) {
        return exchange.result() instanceof Answered answered ? answered.status() : 0;
    }

    private Exchange send(Supplier<Exchange> call) {
        var sent = clock.instant();
        var exchange = call.get();
        if (exchange.result() instanceof Answered answered) {
            skew.measure(sent, clock.instant(), answered);
        }
        return exchange;
    }

    private boolean hasPassed(Subject subject) {
        var check = checks.get(subject);
        return check != null && check.state() == State.PASSED;
    }

    private void add(Check check) {
        checks.put(check.subject(), check);
    }

    private void skip(Subject subject, String why) {
        add(Check.skipped(subject, why));
    }

    private void skipOthers(String why) {
        for (var subject : Subject.values()) {
            checks.putIfAbsent(subject, Check.skipped(subject, why));
        }
    }
}
