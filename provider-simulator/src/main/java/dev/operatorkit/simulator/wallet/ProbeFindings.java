package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.wallet.WalletProbe.Check;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Judges the responses to the calls of a {@link WalletProber}: what was seen, the likely mistake, and the one thing to do. */
final class ProbeFindings {
    private static final int LONGEST_MESSAGE = 200;
    private static final String ENTER_TOKEN = "In the settings, enter the session token of one of your players.";
    private static final String WRONG_PATH = "wrong prefix or path";
    static final String NEEDS_PLAYER = "Not tried: only an accepted player callback shows the currency of the account.";

    private ProbeFindings() {}

    private record ErrorBody(@Nullable String message) {}

    /** Returns the check of an unsigned request that something other than a wallet answered; null if a wallet may have. */
    static @Nullable Check stranger(Exchange exchange, WalletAddress address) {
        if (exchange.result() instanceof NoResponse silence) {
            return silence.cause() == Cause.NOT_HTTP
                    ? ConnectionFindings.notHttp(address, silence)
                    : unanswered(Subject.UNSIGNED, silence);
        }
        var answer = (Answered) exchange.result();
        var status = answer.status();
        if (status >= 502 && status <= 504) {
            return failed(
                            Subject.UNSIGNED,
                            status + " to a request without a signature, where 401 is required (SIG-13).",
                            "proxy without a wallet",
                            "A proxy answers, and the wallet behind it does not. Start the wallet, or correct the"
                                    + " proxy.")
                    .butPerhaps("A wallet can answer " + status + " too: see its log.");
        }
        if (status >= 300 && status < 400) {
            return failed(
                    Subject.UNSIGNED,
                    status + " to a request without a signature, where 401 is required (SIG-13): a redirect"
                            + answer.values("Location").stream()
                                    .findFirst()
                                    .map(location -> " to " + cut(location))
                                    .orElse("")
                            + ".",
                    "redirect",
                    "In the settings, enter the address that answers itself: callbacks do not follow redirects, since"
                            + " the path is signed.");
        }
        if (ConnectionFindings.isClientCertificateMissing(new String(answer.body(), StandardCharsets.UTF_8))) {
            return ConnectionFindings.clientCertificateMissing(
                    Subject.UNSIGNED, status + " to a request without a client certificate, from a proxy.");
        }
        if (isPage(answer) && status != 401) {
            return failed(
                    Subject.UNSIGNED,
                    status + " to a request without a signature, where 401 is required (SIG-13): a web page.",
                    "a website, not a wallet",
                    "In the settings, correct the port and the path of the wallet address.");
        }
        return null;
    }

    private static boolean isPage(Answered answer) {
        return answer.values("Content-Type").stream()
                        .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith("text/html"))
                || new String(answer.body(), 0, Math.min(answer.body().length, 100), StandardCharsets.UTF_8)
                        .stripLeading()
                        .startsWith("<");
    }

    static Check unsigned(Answered answer) {
        var status = answer.status();
        if (status == 401) {
            return Check.passed(Subject.UNSIGNED, "401 to a request without a signature.");
        }
        var finding = status + " to a request without a signature, where 401 is required (SIG-13).";
        if (status >= 500) {
            return failed(
                    Subject.UNSIGNED,
                    finding,
                    "wallet fails before it verifies",
                    "See the wallet's log: a missing header must not be an error.");
        }
        return failed(
                Subject.UNSIGNED,
                finding,
                status == 404 ? "wallet routes before it verifies" : "wallet does not reject unsigned requests",
                "Verify the signature before anything else, and answer 401 if it is missing.");
    }

    static Check wrongPath(WalletAddress address) {
        return failed(
                Subject.UNSIGNED,
                "404 to a request without a signature, where 401 is required (SIG-13), and to every other callback.",
                WRONG_PATH,
                checkPath(address));
    }

    static Check nothingSigned(WalletAddress address) {
        return failed(
                Subject.SIGNATURE,
                "404 to a request with our signature, also to /player.",
                WRONG_PATH,
                checkPath(address));
    }

    private static String checkPath(WalletAddress address) {
        var prefix = address.prefix();
        return "In the settings, "
                + (prefix.isEmpty() ? "add to" : "replace " + prefix + " at the end of")
                + " the wallet address" + (prefix.isEmpty() ? "" : " by")
                + " the prefix of your wallet, such as " + (prefix.equals("/wallet") ? "/callbacks" : "/wallet")
                + ": the path above its /player and /debit (SIG-3). " + prefix + "/player was called.";
    }

    static Check signed(Exchange exchange, boolean rejectsUnsigned) {
        if (exchange.result() instanceof NoResponse silence) {
            return unanswered(Subject.SIGNATURE, silence);
        }
        var answer = (Answered) exchange.result();
        var status = answer.status();
        return switch (status) {
            case 200, 400, 404, 422 ->
                rejectsUnsigned
                        ? Check.passed(
                                Subject.SIGNATURE,
                                "The signature was accepted: " + status + " to a request with our signature"
                                        + (status == 404
                                                ? " for an unknown transaction."
                                                : ", where 404 is recommended (D-30)."))
                        : Check.skipped(
                                Subject.SIGNATURE,
                                status + " to a request with our signature, which proves nothing as long as a request"
                                        + " without one is not rejected.");
            default ->
                failed(
                        Subject.SIGNATURE,
                        status + " to a signed lookup of an unknown transaction" + said(answer)
                                + ", where 404 is expected (D-30).",
                        "unexpected status " + status,
                        "See the wallet's log. A lookup writes nothing, so it never answers 500 (ERR-4).");
        };
    }

    static Check login(Answered rejection) {
        return rejected(
                rejection,
                "a proxy asks for a login",
                "The header WWW-Authenticate comes from a proxy or a web server. Let callbacks pass without a login:"
                        + " their signature is the login.");
    }

    static Check wrongClock(Answered rejection, Duration ahead) {
        return failed(
                Subject.SIGNATURE,
                rejection(rejection) + " The same with a timestamp " + ClockSkew.describe(ahead)
                        + " ours was accepted.",
                "wrong clock",
                synchronise(ahead));
    }

    /** Says how to mend clocks that differ. Which of them is right cannot be known here. */
    static String synchronise(Duration ahead) {
        return "Synchronise both machines (NTP). If this machine's clock is right, set the wallet's "
                + (ahead.isNegative() ? "forward" : "back") + " about " + ClockSkew.size(ahead)
                + ". More than five minutes apart, every callback is rejected (SIG-10).";
    }

    static Check prefixStripped(Answered rejection, WalletAddress address) {
        return rejected(
                rejection,
                "wrong prefix",
                "The wallet verifies the path without '" + address.prefix()
                        + "'. Verify the full path as it was sent: no proxy or framework may strip the prefix"
                        + " (SIG-3).");
    }

    static Check decodedPath(Answered rejection) {
        return failed(
                        Subject.SIGNATURE,
                        "401 to a signed lookup of an id with a space, which the path has as %20" + said(rejection)
                                + ". The same lookup of an id without one was accepted.",
                        "path not verified as sent",
                        EncodedPath.ADVICE)
                .butPerhaps("If the wallet does, a proxy in front of it decodes or rewrites the path.");
    }

    static Check otherSecret(Answered rejection, String mistake) {
        return rejected(
                rejection, "wrong secret", "The wallet uses the secret " + mistake + ". Use the bytes as they are.");
    }

    static Check wrongSecret(Answered rejection, boolean isClockWrong) {
        return rejected(
                        rejection,
                        isClockWrong ? "wrong clock and wrong secret" : "wrong secret",
                        "Give the wallet the bytes of our secret, no more and no less, or name its secret file in the"
                                + " settings.")
                .butPerhaps("The signature we sent is valid. If the secret is right too, check (1) the full path with"
                        + " prefix, (2) the raw query or body, (3) the clock, (4) the allowed source"
                        + " addresses. A wallet that rejects every request looks the same: see its log.");
    }

    private static Check rejected(Answered rejection, String mistake, String next) {
        return failed(Subject.SIGNATURE, rejection(rejection), mistake, next);
    }

    private static String rejection(Answered rejection) {
        return "401 to a request with our signature" + said(rejection) + ".";
    }

    /** Judges the player callback. A token that nobody has entered is not a failure. */
    static Check token(CallbackReply reply, ProbeRequest request) {
        if (!request.isTokenGiven() && reply instanceof CallbackReply.Refused refused && refused.isExpected()) {
            return new Check(
                    Subject.TOKEN,
                    State.SKIPPED,
                    "No token yet: the wallet does not know '" + request.token() + "', the demo's.",
                    "no token yet",
                    ENTER_TOKEN);
        }
        return switch (reply) {
            case CallbackReply.Known known
            when known.violations().isEmpty() ->
                Check.passed(Subject.TOKEN, "It belongs to account " + known.accountId() + ".");
            case CallbackReply.Known known -> broken(known.describe());
            case CallbackReply.Broken broken -> broken(broken.describe());
            case CallbackReply.Refused refused -> refused(refused);
            default -> failed(Subject.TOKEN, reply.describe() + ".", "no response to /player", "See the wallet's log.");
        };
    }

    private static Check broken(String finding) {
        return failed(
                Subject.TOKEN,
                finding + ".",
                "contract violation",
                "Correct the wallet's response to /player: accountId, displayName and balance (WAL-2).");
    }

    private static Check refused(CallbackReply.Refused refused) {
        var finding = refused.describe() + " to /player.";
        return switch (refused.status()) {
            case 401 ->
                failed(
                                Subject.TOKEN,
                                finding,
                                "query not verified as sent",
                                "Verify the raw query string as it was sent, before anything decodes or sorts it"
                                        + " (SIG-6).")
                        .butPerhaps("If it does, it may answer 401 to an unknown token, where 403 is required (D-15).");
            case 404 ->
                failed(
                        Subject.TOKEN,
                        finding,
                        "no /player",
                        "Serve GET /player below the same prefix as the other callbacks.");
            case 422 ->
                failed(Subject.TOKEN, finding, "unknown game", "In the settings, choose a game that the wallet knows.");
            case 403 -> failed(Subject.TOKEN, finding, "unknown token", ENTER_TOKEN);
            default -> failed(Subject.TOKEN, finding, "unexpected status " + refused.status(), "See the wallet's log.");
        };
    }

    static Check currency(CallbackReply reply, CurrencyCode launched) {
        if (!(reply instanceof CallbackReply.Known known)) {
            return Check.skipped(Subject.CURRENCY, NEEDS_PLAYER);
        }
        var account = known.balance().currency();
        return account.equals(launched)
                ? Check.passed(Subject.CURRENCY, "The account is in " + account + ", as in the launch.")
                : failed(
                        Subject.CURRENCY,
                        "The account is in " + account + ", the launch in " + launched
                                + ", so the game cannot start (WAL-2).",
                        "other currency",
                        "In the settings, set the currency to " + account + ", or use a player in " + launched + ".");
    }

    private static Check unanswered(Subject subject, NoResponse silence) {
        var finding = describe(silence.cause()) + silence.detail() + ".";
        if (ConnectionFindings.isClientCertificateMissing(silence.detail())) {
            return ConnectionFindings.clientCertificateMissing(subject, finding);
        }
        return switch (silence.cause()) {
            case NOT_HTTP, TOO_LARGE ->
                unanswered(subject, finding, ConnectionFindings.NO_HTTP, ConnectionFindings.CORRECT_PORT);
            case TIMEOUT ->
                unanswered(
                        subject,
                        finding,
                        "wallet does not respond",
                        "See the wallet's log: it accepts connections but does not answer in time.");
            default ->
                unanswered(
                        subject,
                        finding,
                        "wallet closes connections",
                        "In the settings, check that the wallet address begins with https:// if the wallet uses TLS."
                                + " See the wallet's log.");
        };
    }

    /** Says what is wrong. What is no HTTP is a response all the same. */
    private static String describe(Cause cause) {
        return switch (cause) {
            case NOT_HTTP -> "Not HTTP: ";
            case TOO_LARGE -> "Too large: ";
            default -> "No response (" + cause + "): ";
        };
    }

    static Check unanswered(Subject subject, String finding, String mistake, String next) {
        return new Check(subject, State.UNANSWERED, finding, mistake, next);
    }

    static Check failed(Subject subject, String finding, String mistake, String next) {
        return new Check(subject, State.FAILED, finding, mistake, next);
    }

    /** Returns the wallet's message about its refusal. */
    private static String said(Answered answered) {
        try {
            var message = Json.read(answered.body(), ErrorBody.class).message;
            return message == null ? "" : ", saying '" + cut(message) + "'";
        } catch (MalformedJsonException e) {
            return "";
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "…";
    }
}
