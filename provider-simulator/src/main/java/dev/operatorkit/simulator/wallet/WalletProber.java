package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.simulator.time.Durations;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks a wallet before it is used and names the commonest mistakes: address, TLS, prefix, secret, body, token, currency and clock. It
 * sends reads (lookups of an unknown transaction and one player callback), and a credit of 0 for a debit that does not exist, which a
 * wallet refuses (D-24), so that no money moves. The conformance suite finds everything else.
 */
public final class WalletProber {
    private static final String NO_CONNECTION = "Not tried: there is no connection.";
    private static final String NEEDS_PLAYER = "Not tried: only an accepted player callback shows the currency.";
    private static final String SEE_LOG = "See the wallet's log.";
    private static final String CORRECT_PORT =
            "In the settings, correct the port, or enter https:// if the wallet uses TLS.";
    /** Limits the age of a timestamp, either way (SIG-10). */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final WalletCaller caller;
    private final ProbeRequest request;
    private final Clock clock;
    private final Callback lookup = lookup("probe-");
    /** Has a space in its id, since some wallets decode the path before they verify it (D-40). */
    private final Callback encodedLookup = lookup("probe ");
    /** Holds how far the wallet's clock is ahead of ours, by the {@code Date} header; null if no response had one. */
    private @Nullable Duration ahead;
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
        var checks = new EnumMap<Subject, Check>(Subject.class);
        var next = "In the settings, enter the wallet's address.";
        checks.put(
                Subject.CONNECTION,
                new Check(Subject.CONNECTION, State.SKIPPED, "No wallet address yet.", "no wallet address", next, ""));
        skipOthers(checks, NO_CONNECTION);
        return new WalletProbe(List.copyOf(checks.values()), TlsVerdict.UNREACHABLE, clock.instant());
    }

    private void checkAll() {
        var problem = caller.probe();
        if (problem.isPresent()) {
            add(notConnected(problem.get()));
            skipOthers(checks, NO_CONNECTION);
            return;
        }
        var transport = caller.tlsVerdict() == TlsVerdict.PLAIN_HTTP
                ? "Plain HTTP is fine on one machine and fails in production (GEN-1)."
                : "The certificate is valid (GEN-1).";
        add(Check.passed(Subject.CONNECTION, "Connected to " + caller.address() + ". " + transport));
        switch (caller.callUnsigned(encodedLookup).result()) {
            case NoResponse none -> {
                add(unanswered(none.cause() == Cause.NOT_HTTP ? Subject.CONNECTION : Subject.UNSIGNED, none));
                skipOthers(checks, "Not tried: no HTTP server answers at this address.");
            }
            case Answered unsigned -> checkCallbacks(unsigned);
        }
    }

    private Check notConnected(String problem) {
        return Check.failed(Subject.CONNECTION, problem.endsWith(".") ? problem : problem + ".")
                .because(mistake(caller.tlsVerdict()), remedy(caller.tlsVerdict()));
    }

    private static String mistake(TlsVerdict verdict) {
        return switch (verdict) {
            case SELF_SIGNED -> "self-signed certificate";
            case UNKNOWN_AUTHORITY -> "unknown certificate authority";
            case EXPIRED, NOT_YET_VALID -> "certificate out of date";
            case WRONG_HOST -> "certificate of another host";
            case NO_HANDSHAKE -> "no TLS at this port";
            case VALID, PLAIN_HTTP, UNREACHABLE -> "wallet not reachable";
        };
    }

    private static String remedy(TlsVerdict verdict) {
        return switch (verdict) {
            case SELF_SIGNED, UNKNOWN_AUTHORITY ->
                "Install a certificate of a public authority (GEN-1). For tests, start the simulator with"
                        + " `--ca-cert /path/to/authority.pem`.";
            case EXPIRED, NOT_YET_VALID -> "Renew the certificate, and check the clock of this machine.";
            case WRONG_HOST -> "In the settings, call the wallet by a name in its certificate, or install another one.";
            case NO_HANDSHAKE ->
                "In the settings, enter http:// if the wallet serves plain HTTP. If it demands a client certificate,"
                        + " start the simulator with `--client-cert` and `--client-key`.";
            case VALID, PLAIN_HTTP, UNREACHABLE -> "Start the wallet, or correct its address in the settings.";
        };
    }

    private static Check unanswered(Subject subject, NoResponse none) {
        var isHttp = none.cause() != Cause.NOT_HTTP;
        var finding = isHttp ? "No response (" + none.cause() + "): " : "Connected, but no HTTP server answers: ";
        return new Check(
                subject,
                State.UNANSWERED,
                finding + none.detail() + ".",
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
        if (hasPassed(Subject.SIGNATURE)) {
            new SignatureMistake(caller, request).inBody().ifPresent(this::add);
        }
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
        if (isElsewhere && status == 404) {
            return wrongPath(Subject.UNSIGNED, "a request without a signature, where 401 is required (SIG-13)");
        }
        var finding = status + " to a request without a signature, where 401 is required (SIG-13).";
        if (status >= 500) {
            return Check.failed(Subject.UNSIGNED, finding)
                    .because("wallet fails before it verifies", SEE_LOG)
                    .butPerhaps("If a proxy answers, start the wallet behind it.");
        }
        return status >= 300 && status < 400
                ? Check.failed(Subject.UNSIGNED, finding)
                        .because(
                                "redirect",
                                "In the settings, enter the address that answers itself: callbacks do not follow"
                                        + " redirects.")
                : Check.failed(Subject.UNSIGNED, finding)
                        .because(
                                "wallet does not reject unsigned requests",
                                "Verify the signature before anything else, and answer 401 if it is missing. If this"
                                        + " is not your wallet, correct its address in the settings.");
    }

    private Check wrongPath(Subject subject, String what) {
        var prefix = caller.address().prefix();
        return Check.failed(subject, "404 to " + what + ".")
                .because(
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
            case 401 ->
                isOnlyPathRejected
                        ? Check.failed(
                                        Subject.SIGNATURE,
                                        "401 to a signed lookup of an id with a space, which the path has as %20. The"
                                                + " same lookup of an id without one was accepted.")
                                .because("path not verified as sent", ChangedBytes.PATH_ADVICE)
                                .butPerhaps("If the wallet does, a proxy in front of it decodes or rewrites the path.")
                        : new SignatureMistake(caller, request).explain(lookup, ahead);
            case 200, 400, 404, 422 ->
                Check.passed(Subject.SIGNATURE, status + " to a request with our signature: it was accepted.");
            default ->
                Check.failed(
                                Subject.SIGNATURE,
                                status + " to a signed lookup of an unknown transaction, where 404 is expected (D-30).")
                        .because("unexpected status " + status, SEE_LOG);
        };
    }

    /** Judges the player callback. A token that was not entered is not a failure. */
    private void checkPlayer(CallbackReply reply) {
        var enter = "In the settings, enter the session token of one of your players.";
        var isUnknown = reply instanceof CallbackReply.Refused refused && refused.status() == 403;
        if (reply instanceof CallbackReply.Known known && known.violations().isEmpty()) {
            add(Check.passed(Subject.TOKEN, "It belongs to account " + known.accountId() + "."));
            checkCurrency(known);
            return;
        }
        add(Check.skipped(Subject.CURRENCY, NEEDS_PLAYER));
        if (isUnknown && !request.isTokenGiven()) {
            var finding = "No token yet: the wallet does not know '" + request.token() + "', the demo's.";
            add(new Check(Subject.TOKEN, State.SKIPPED, finding, "no token yet", enter, ""));
        } else {
            var isUnsigned = reply instanceof CallbackReply.Refused refused && refused.status() == 401;
            var check = Check.failed(Subject.TOKEN, reply.describe() + " to /player.");
            add(
                    isUnsigned
                            ? check.because(
                                    "answers differ",
                                    "The wallet accepted another call that is signed with the same secret. Look for"
                                            + " nodes whose secret, clock or version differ. " + SEE_LOG)
                            : check.because(
                                    isUnknown ? "unknown token" : "no usable response to /player",
                                    isUnknown
                                            ? enter
                                            : "Correct the wallet's response to /player (WAL-2). " + SEE_LOG));
        }
    }

    private void checkCurrency(CallbackReply.Known known) {
        var currency = known.balance().currency();
        var finding = "The account is in " + currency + ", the launch in " + request.currency() + " (WAL-2).";
        var next = "In the settings, set the currency to " + currency + ", or use another player.";
        add(
                currency.equals(request.currency())
                        ? Check.passed(Subject.CURRENCY, finding)
                        : Check.failed(Subject.CURRENCY, finding).because("other currency", next));
    }

    /** Judges by the {@code Date} header, and by an old timestamp that a wallet must reject (SIG-10). */
    private void checkClock() {
        var isAccepted = hasPassed(Subject.SIGNATURE) || isOnlyPathRejected;
        if (isAccepted && isAccepted(caller.call(lookup, TransportFault.withTimestampShift(Duration.ofMinutes(-10))))) {
            add(Check.failed(Subject.CLOCK, "The wallet accepted a timestamp that is ten minutes old.")
                    .because(
                            "wallet does not check the timestamp",
                            "Reject timestamps more than five minutes from your clock, either way (SIG-10)."));
            return;
        }
        if (ahead == null) {
            add(
                    isAccepted
                            ? Check.passed(Subject.CLOCK, "The wallet accepts our timestamps.")
                            : Check.skipped(Subject.CLOCK, "Not known: the wallet sends no Date header."));
            return;
        }
        var finding = isBeyond(ahead, Duration.ofSeconds(2))
                ? "The wallet's clock is " + describe(ahead) + " ours, by its Date header."
                : "The clocks agree within 2 seconds, by the wallet's Date header.";
        if (isBeyond(ahead, TOLERANCE) && !isAccepted) {
            add(Check.failed(Subject.CLOCK, finding).because("wrong clock", synchronise(ahead)));
        } else if (isBeyond(ahead, Duration.ofMinutes(1))) {
            add(new Check(Subject.CLOCK, State.WARNED, finding, "clocks differ", synchronise(ahead), ""));
        } else {
            add(Check.passed(Subject.CLOCK, finding));
        }
    }

    static boolean isBeyond(Duration difference, Duration limit) {
        return difference.abs().compareTo(limit) > 0;
    }

    static String synchronise(Duration ahead) {
        return "Synchronise both machines (NTP). The wallet's clock is " + describe(ahead)
                + " ours. More than five minutes apart, every callback is rejected (SIG-10).";
    }

    private static String describe(Duration ahead) {
        return Durations.format(Duration.ofSeconds(ahead.abs().toSeconds()))
                + (ahead.isNegative() ? " behind" : " ahead of");
    }

    private Exchange send(Callback callback) {
        var sent = clock.instant();
        var exchange = caller.call(callback);
        if (exchange.result() instanceof Answered answered) {
            measure(sent, clock.instant(), answered);
        }
        return exchange;
    }

    /** Measures the clock by one response. A header that is not an HTTP date is ignored, and so is that of a cached response. */
    private void measure(Instant sent, Instant received, Answered answer) {
        if (answer.values("Date").size() != 1 || !answer.values("Age").isEmpty()) {
            return;
        }
        try {
            var date = ZonedDateTime.parse(answer.values("Date").get(0), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var middle = sent.plus(Duration.between(sent, received).dividedBy(2));
            // The header has whole seconds, so the middle of its second is the best estimate.
            ahead = Duration.between(middle, date.plusMillis(500));
        } catch (DateTimeException e) {
            // Proves nothing about the clock.
        }
    }

    static boolean isAccepted(Exchange exchange) {
        var status = status(exchange);
        return status == 200 || status == 404 || status == 422;
    }

    /** Returns the status, or 0 without a response. */
    static int status(Exchange exchange) {
        return exchange.result() instanceof Answered answered ? answered.status() : 0;
    }

    private boolean hasPassed(Subject subject) {
        var check = checks.get(subject);
        return check != null && check.state() == State.PASSED;
    }

    private void add(Check check) {
        checks.put(check.subject(), check);
    }

    private static void skipOthers(Map<Subject, Check> checks, String why) {
        for (var subject : Subject.values()) {
            checks.putIfAbsent(subject, Check.skipped(subject, why));
        }
    }
}
