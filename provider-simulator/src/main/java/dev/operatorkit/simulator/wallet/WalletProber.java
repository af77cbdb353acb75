package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Checks a wallet before it is used and names the commonest mistakes: address, TLS, prefix, secret, token, currency and clock. It
 * sends only reads (lookups of an unknown transaction and one player callback), so that no money moves. The conformance suite
 * finds everything else.
 */
public final class WalletProber {
    private static final String NEEDS_PLAYER = "Not tried: only an accepted player callback shows the currency.";
    private static final String SEE_LOG = "See the wallet's log.";
    private static final String CORRECT_PORT =
            "In the settings, correct the port, or enter https:// if the wallet uses TLS.";

    private final WalletCaller caller;
    private final ProbeRequest request;
    private final Clock clock;
    private final Callback lookup = lookup("probe-");
    /** Has a space in its id, since some wallets decode the path before they verify it (D-40). */
    private final Callback encodedLookup = lookup("probe ");

    private final ClockSkew skew = new ClockSkew();
    /** Marks a wallet that rejects our signature only over a path with percent-encoding. */
    private boolean isOnlyPathRejected;

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
        var next = "In the settings, enter the wallet's address.";
        var checks = Stream.of(Subject.values())
                .map(subject -> subject == Subject.CONNECTION
                        ? new Check(subject, State.SKIPPED, "No wallet address yet.", "no wallet address", next, "")
                        : Check.skipped(subject, "Not tried: there is no connection."))
                .toList();
        return new WalletProbe(checks, TlsVerdict.UNREACHABLE, clock.instant());
    }

    private void checkAll() {
        var problem = caller.probe();
        if (problem.isPresent()) {
            add(notConnected(problem.get()));
            skipOthers("Not tried: there is no connection.");
            return;
        }
        add(Check.passed(
                Subject.CONNECTION,
                "Connected to " + caller.address() + ". "
                        + (caller.tlsVerdict() == TlsVerdict.PLAIN_HTTP
                                ? "Plain HTTP is fine on one machine and fails in production (GEN-1)."
                                : "The certificate is valid (GEN-1).")));
        switch (caller.callUnsigned(encodedLookup).result()) {
            case NoResponse none -> {
                add(unanswered(none.cause() == Cause.NOT_HTTP ? Subject.CONNECTION : Subject.UNSIGNED, none));
                skipOthers("Not tried: no HTTP server answers at this address.");
            }
            case Answered unsigned -> checkCallbacks(unsigned);
        }
    }

    private Check notConnected(String problem) {
        var finding = problem.endsWith(".") ? problem : problem + ".";
        return switch (caller.tlsVerdict()) {
            case SELF_SIGNED ->
                notConnected(
                        finding,
                        "self-signed certificate",
                        "Install a certificate of a public authority (GEN-1). For tests, save this certificate as PEM"
                                + " and start the simulator with `--ca-cert /path/to/wallet.pem`.");
            case UNKNOWN_AUTHORITY ->
                notConnected(
                        finding,
                        "unknown certificate authority",
                        "Start the simulator with `--ca-cert /path/to/authority.pem`, or install a certificate of a"
                                + " public authority (GEN-1).");
            case EXPIRED, NOT_YET_VALID ->
                notConnected(
                        finding,
                        "certificate out of date",
                        "Renew the certificate, and check the clock of this machine.");
            case WRONG_HOST ->
                notConnected(
                        finding,
                        "certificate of another host",
                        "In the settings, call the wallet by a name in its certificate, or install a certificate for "
                                + caller.address().host() + ".");
            case NO_HANDSHAKE ->
                notConnected(
                                finding,
                                "no TLS at this port",
                                "In the settings, enter http:// if the wallet serves plain HTTP, or correct the port.")
                        .butPerhaps("If the port serves TLS, it must offer TLS 1.2 or 1.3 (GEN-1). If it demands a"
                                + " client certificate, start the simulator with `--client-cert` and `--client-key`.");
            case VALID, PLAIN_HTTP, UNREACHABLE ->
                notConnected(
                        finding, "wallet not reachable", "Start the wallet, or correct its address in the settings.");
        };
    }

    private static Check notConnected(String finding, String mistake, String next) {
        return Check.failed(Subject.CONNECTION, finding, mistake, next);
    }

    private static Check unanswered(Subject subject, NoResponse none) {
        var isHttp = none.cause() != Cause.NOT_HTTP;
        return new Check(
                subject,
                State.UNANSWERED,
                (isHttp ? "No response (" + none.cause() + "): " : "Connected, but no HTTP server answers: ")
                        + none.detail() + ".",
                isHttp ? "wallet closes connections" : "not an HTTP server",
                isHttp ? CORRECT_PORT + " " + SEE_LOG : "Another program listens at this address. " + CORRECT_PORT,
                "");
    }

    private void checkCallbacks(Answered unsigned) {
        var signed = send(encodedLookup);
        var player = send(CallbackWriter.complete().player(request.game(), request.token()));
        // A lookup of an unknown transaction is 404 too (D-30), so only /player proves that the path is right.
        var isElsewhere = status(signed) == 404 && status(player) == 404;
        add(unsigned(unsigned, isElsewhere));
        isOnlyPathRejected = unsigned.status() == 401 && status(signed) == 401 && isAccepted(send(lookup));
        add(
                isElsewhere
                        ? wrongPath(Subject.SIGNATURE, "a request with our signature, also to /player")
                        : signed(signed));
        if (isElsewhere || (status(signed) == 401 && !isOnlyPathRejected)) {
            add(Check.skipped(Subject.TOKEN, "Not tried: the wallet accepts no callback of ours."));
            add(Check.skipped(Subject.CURRENCY, NEEDS_PLAYER));
        } else {
            checkPlayer(ReplyReader.player(player));
        }
        checkClock();
    }

    /** Judges the response to a request without a signature, which a wallet must reject (SIG-13). */
    private Check unsigned(Answered answer, boolean isElsewhere) {
        var status = answer.status();
        if (status == 401) {
            return Check.passed(Subject.UNSIGNED, "401 to a request without a signature.");
        }
        if (status == 404 && isElsewhere) {
            return wrongPath(
                    Subject.UNSIGNED,
                    "a request without a signature, where 401 is required (SIG-13), as to all others");
        }
        var finding = status + " to a request without a signature, where 401 is required (SIG-13).";
        if (status >= 300 && status < 400) {
            return Check.failed(
                    Subject.UNSIGNED,
                    finding,
                    "redirect",
                    "In the settings, enter the address that answers itself: callbacks do not follow redirects.");
        }
        return status >= 500
                ? Check.failed(Subject.UNSIGNED, finding, "wallet fails before it verifies", SEE_LOG)
                        .butPerhaps("If a proxy answers, start the wallet behind it.")
                : Check.failed(
                        Subject.UNSIGNED,
                        finding,
                        "wallet does not reject unsigned requests",
                        "Verify the signature before anything else, and answer 401 if it is missing. If this is not"
                                + " your wallet, correct its address in the settings.");
    }

    private Check wrongPath(Subject subject, String what) {
        var prefix = caller.address().prefix();
        return Check.failed(
                subject,
                "404 to " + what + ".",
                "wrong prefix or path",
                "In the settings, "
                        + (prefix.isEmpty()
                                ? "add to the wallet address"
                                : "replace " + prefix + " at the end of the wallet address by")
                        + " the prefix of your wallet: the path above its /player and /debit (SIG-3). " + prefix
                        + "/player was called.");
    }

    private Check signed(Exchange exchange) {
        if (exchange.result() instanceof NoResponse none) {
            return unanswered(Subject.SIGNATURE, none);
        }
        var status = status(exchange);
        if (!hasPassed(Subject.UNSIGNED)) {
            return Check.skipped(
                    Subject.SIGNATURE,
                    status + " to a request with our signature, which proves nothing as long as a request without one"
                            + " is not rejected.");
        }
        return switch (status) {
            case 401 -> isOnlyPathRejected ? decodedPath() : explainRejection();
            case 200, 400, 404, 422 ->
                Check.passed(Subject.SIGNATURE, status + " to a request with our signature: it was accepted.");
            default ->
                Check.failed(
                        Subject.SIGNATURE,
                        status + " to a signed lookup of an unknown transaction, where 404 is expected (D-30).",
                        "unexpected status " + status,
                        SEE_LOG);
        };
    }

    private static Check decodedPath() {
        return Check.failed(
                        Subject.SIGNATURE,
                        "401 to a signed lookup of an id with a space, which the path has as %20. The same lookup of"
                                + " an id without one was accepted.",
                        "path not verified as sent",
                        EncodedPath.ADVICE)
                .butPerhaps("If the wallet does, a proxy in front of it decodes or rewrites the path.");
    }

    /** Finds the mistake that makes the wallet accept another signature than ours. */
    private Check explainRejection() {
        var shift = skew.ahead() == null ? acceptedShift() : skew.shift();
        if (!shift.isZero() && isAccepted(caller.call(lookup, TransportFault.withTimestampShift(shift)))) {
            return rejected("wrong clock", synchronise(shift));
        }
        var prefix = caller.address().prefix();
        if (!prefix.isEmpty() && isAccepted(caller.callSignedOver(lookup.path(), lookup, shift))) {
            return rejected(
                    "wrong prefix",
                    "The wallet verifies the path without '" + prefix + "'. Verify the full path as it was sent: no"
                            + " proxy or framework may strip the prefix (SIG-3).");
        }
        for (var other : request.otherSecrets().entrySet()) {
            if (isAccepted(caller.callSignedWith(other.getValue(), lookup, shift))) {
                return rejected(
                        "wrong secret",
                        "The wallet uses the secret " + other.getKey() + ". Use the bytes as they are.");
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

    /** Returns the shift of our timestamps that a wallet without a {@code Date} header accepts, or zero. */
    private Duration acceptedShift() {
        return Stream.of(10, -10, 60, -60)
                .map(Duration::ofMinutes)
                .filter(shift -> isAccepted(caller.call(lookup, TransportFault.withTimestampShift(shift))))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private static Check rejected(String mistake, String next) {
        return Check.failed(Subject.SIGNATURE, "401 to a request with our signature.", mistake, next);
    }

    /** Judges the player callback. A token that was not entered is not a failure. */
    private void checkPlayer(CallbackReply reply) {
        if (reply instanceof CallbackReply.Known known && known.violations().isEmpty()) {
            add(Check.passed(Subject.TOKEN, "It belongs to account " + known.accountId() + "."));
            var currency = known.balance().currency();
            var finding = "The account is in " + currency + ", the launch in " + request.currency() + " (WAL-2).";
            add(
                    currency.equals(request.currency())
                            ? Check.passed(Subject.CURRENCY, finding)
                            : Check.failed(
                                    Subject.CURRENCY,
                                    finding,
                                    "other currency",
                                    "In the settings, set the currency to " + currency + ", or use another player."));
            return;
        }
        add(Check.skipped(Subject.CURRENCY, NEEDS_PLAYER));
        var enter = "In the settings, enter the session token of one of your players.";
        var isUnknown = reply instanceof CallbackReply.Refused refused && refused.status() == 403;
        if (isUnknown && !request.isTokenGiven()) {
            var finding = "No token yet: the wallet does not know '" + request.token() + "', the demo's.";
            add(new Check(Subject.TOKEN, State.SKIPPED, finding, "no token yet", enter, ""));
        } else {
            add(Check.failed(
                    Subject.TOKEN,
                    reply.describe() + " to /player.",
                    isUnknown ? "unknown token" : "no usable response to /player",
                    isUnknown ? enter : "Correct the wallet's response to /player (WAL-2). " + SEE_LOG));
        }
    }

    /** Judges by the {@code Date} header, and by an old timestamp that a wallet must reject (SIG-10). */
    private void checkClock() {
        var ahead = skew.ahead();
        var isAccepted = hasPassed(Subject.SIGNATURE) || isOnlyPathRejected;
        if (isAccepted && isAccepted(caller.call(lookup, TransportFault.withTimestampShift(Duration.ofMinutes(-10))))) {
            add(Check.failed(
                    Subject.CLOCK,
                    "The wallet accepted a timestamp that is ten minutes old.",
                    "wallet does not check the timestamp",
                    "Reject timestamps more than five minutes from your clock, either way (SIG-10)."));
        } else if (ahead == null) {
            add(
                    isAccepted
                            ? Check.passed(Subject.CLOCK, "The wallet accepts our timestamps.")
                            : Check.skipped(Subject.CLOCK, "Not known: the wallet sends no Date header."));
        } else {
            add(clock(ahead, isAccepted));
        }
    }

    private static Check clock(Duration ahead, boolean isAccepted) {
        var finding = ahead.abs().compareTo(Duration.ofSeconds(2)) < 0
                ? "The clocks agree within 2 seconds, by the wallet's Date header."
                : "The wallet's clock is " + ClockSkew.describe(ahead) + " ours, by its Date header.";
        if (ahead.abs().compareTo(ClockSkew.TOLERANCE) > 0 && !isAccepted) {
            return Check.failed(Subject.CLOCK, finding, "wrong clock", synchronise(ahead));
        }
        return ahead.abs().compareTo(Duration.ofMinutes(1)) <= 0
                ? Check.passed(Subject.CLOCK, finding)
                : new Check(Subject.CLOCK, State.WARNED, finding, "clocks differ", synchronise(ahead), "");
    }

    private static String synchronise(Duration ahead) {
        return "Synchronise both machines (NTP). The wallet's clock is about " + ClockSkew.describe(ahead)
                + " ours. More than five minutes apart, every callback is rejected (SIG-10).";
    }

    private Exchange send(Callback callback) {
        var sent = clock.instant();
        var exchange = caller.call(callback);
        if (exchange.result() instanceof Answered answered) {
            skew.measure(sent, clock.instant(), answered);
        }
        return exchange;
    }

    private static boolean isAccepted(Exchange exchange) {
        var status = status(exchange);
        return status == 200 || status == 404 || status == 422;
    }

    /** Returns the status, or 0 without a response. */
    private static int status(Exchange exchange) {
        return exchange.result() instanceof Answered answered ? answered.status() : 0;
    }

    private boolean hasPassed(Subject subject) {
        var check = checks.get(subject);
        return check != null && check.state() == State.PASSED;
    }

    private void add(Check check) {
        checks.put(check.subject(), check);
    }

    private void skipOthers(String why) {
        for (var subject : Subject.values()) {
            checks.putIfAbsent(subject, Check.skipped(subject, why));
        }
    }
}
