package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Gate;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;

/**
 * Sends the first callbacks of a run, which tell who the tokens belong to. A failure here is either the tester's (a wrong address,
 * secret or token, which says nothing about the wallet) or already a finding.
 */
sealed interface Preflight {
    String HOW_TO_SIGN = "Sign path + \"|\" + timestamp + \"|\" + raw query or body with HMAC-SHA512, and write it in"
            + " lowercase hex.";

    /** Holds the players of the tokens, all of which the wallet accepted. */
    record Ready(List<Player> players) implements Preflight {}

    /** Reports that no case can run; the message says what to fix. */
    record Unusable(String message) implements Preflight {}

    /** Reports that the wallet breaks a rule that every other case depends on. */
    record Finding(String caseId, Failure failure) implements Preflight {
        /** Returns the finding for its own case, and a skipped result for any other. */
        CaseResult resultOf(Case each) {
            if (!each.id().equals(caseId)) {
                return CaseResult.skipped(each, "not run, since " + caseId + " fails");
            }
            var exchange = failure.exchange();
            return CaseResult.of(each, Verdict.FAILED, failure.rule() + ": " + failure.getMessage(), failure)
                    .withExchanges(exchange == null ? List.of() : List.of(exchange), 0);
        }
    }

    private static Finding finding(String rule, String expected, String actual, String hint, Exchange exchange) {
        return new Finding(Gate.PLAYER.caseId(), new Failure(rule, expected, actual, hint, exchange));
    }

    /** Sends the player callback for every token of a run. */
    static Preflight of(RunState run, SuiteConfig config) {
        var first = config.phase().resumed();
        return first == null ? of(run, config.tokens()) : ResumedPreflight.open(run, config.tokens(), first);
    }

    /** Sends the player callback for every token. */
    static Preflight of(RunState run, List<String> tokens) {
        var players = new ArrayList<Player>();
        for (var i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            try {
                var answer = run.callPlayer(token);
                var name = tokens.size() == 1 ? "the token" : i == 0 ? "the first token" : "token " + (i + 1);
                if (answer.status() != 200) {
                    return onRefusal(run, token, name, answer);
                }
                var account = answer.json().path("accountId").asText("");
                var currency = answer.json().path("balance").path("currency").asText("");
                var balance = answer.balance();
                if (account.isEmpty() || currency.isEmpty() || balance == null) {
                    return finding(
                            "WAL-2",
                            "accountId and a balance with amount and currency",
                            Check.describe(answer),
                            "",
                            answer.exchange());
                }
                var player = new Player(token, account, currency);
                run.account(player).recordBalance(balance);
                players.add(player);
            } catch (NoResponse e) {
                return players.isEmpty() || e.isUnreachable() ? onNoResponse(run, e) : onSilence(e);
            }
        }
        return checkBody(run, players.get(0)).orElse(new Ready(players));
    }

    /** Reports a wallet that accepts signed reads and verifies other bytes of a body than those that it gets. */
    static Optional<Preflight> checkBody(RunState run, Player player) {
        var answers = new ArrayList<WalletResponse>();
        try {
            return SignatureProbe.findChangedBody(player, run.game(), run.run() + "-signed", body -> {
                        answers.add(run.wire().send(Request.post("/credit", body.getBytes(StandardCharsets.UTF_8))));
                        return answers.getLast().status();
                    })
                    .map(changed -> new Finding(
                            "right-signature-is-accepted",
                            new Failure(
                                    "SIG-5",
                                    "a signed body to be verified as received",
                                    Check.describe(answers.getFirst()) + " to a signed credit, though signed reads are"
                                            + " accepted: " + (changed.isCertain() ? "" : "likely ")
                                            + "body not verified as received. " + changed.finding(),
                                    SignatureProbe.BODY_ADVICE
                                            + (changed.isCertain()
                                                    ? ""
                                                    : " If it does, use one clock for every callback, and"
                                                            + " respond 422 to a credit of an unknown debit (D-24)."),
                                    answers.getFirst().exchange())));
        } catch (NoResponse e) {
            return Optional.empty(); // the cases show it
        }
    }

    /** Reports a wallet that left a call without a response although it has responded before. */
    private static Preflight onSilence(NoResponse e) {
        return finding(
                "GEN-8",
                "a response to the second call, on the connection that the first one left open",
                e.getMessage() + "",
                "Respond to every request of a connection, or close it with Connection: close.",
                e.exchange());
    }

    static Preflight onNoResponse(RunState run, NoResponse e) {
        if (e.getCause() instanceof SSLException) {
            var expected = "a valid certificate of " + run.wire().address().host();
            var hint = "Check that the certificate is not self-signed, expired or for another name. Name a private"
                    + " certificate authority with --ca-cert.";
            var actual = "TLS handshake failed: " + e.getMessage();
            return new Finding("certificate-is-valid", new Failure("GEN-1", expected, actual, hint, e.exchange()));
        }
        if (e.exchange().received().length > 0) {
            return finding(
                    "WAL-2",
                    "a whole response to the player callback",
                    e.getMessage() + "",
                    "Send as many bytes as Content-Length says.",
                    e.exchange());
        }
        if (e.isClosed()) {
            return new Unusable("The wallet at " + run.wire().address()
                    + " accepts connections and closes them without a response. See the wallet's log.");
        }
        return new Unusable("The wallet cannot be reached at " + run.wire().address() + ": " + e.getMessage()
                + ". Start the wallet, or correct --wallet.");
    }

    /** Finds out whether a wallet that refuses a valid signature accepts one that is made in a known wrong way. */
    private static Preflight onRefusal(RunState run, String token, String name, WalletResponse answer) {
        if (answer.status() == 401) {
            for (var mistake : mistakes(run, token)) {
                var taken = run.wire().send(mistake.change().apply(call(run.playerQuery(token))));
                if (taken.status() == 200) {
                    if (isAcceptedLater(run, token)) {
                        return new Unusable("The wallet rejected our signature once and accepted it later: "
                                + Check.describe(answer) + ". Look for nodes whose secret, clock or version differ.");
                    }
                    var expected = "200 for a callback with a valid signature";
                    var actual = Check.describe(answer) + "; it responds 200 when " + mistake.description();
                    var failure = new Failure(mistake.rule(), expected, actual, HOW_TO_SIGN, taken.exchange());
                    return new Finding("right-signature-is-accepted", failure);
                }
            }
        }
        if (answer.status() >= 400 && isAcceptedFromABrowser(run, token)) {
            return finding(
                    "ERR-2",
                    "200 for a player callback with the headers that the specification names",
                    Check.describe(answer) + "; it responds 200 when there is a User-Agent",
                    "Let no firewall refuse callbacks for headers that the service does not promise.",
                    answer.exchange());
        }
        if (answer.status() >= 300 && answer.status() < 400) {
            return finding(
                    "GEN-8",
                    "200 for the player callback",
                    Check.describe(answer),
                    "The service follows no redirect. Respond under the registered path itself.",
                    answer.exchange());
        }
        var rejected = switch (answer.status()) {
            case 401 -> "our signature";
            case 404 -> "the path of the player callback";
            default -> name;
        };
        return new Unusable(
                "The wallet rejected " + rejected + ": " + Check.describe(answer) + advice(run, token, answer));
    }

    /** Tells a wallet of several nodes, one of which differs, from a wallet that takes a wrong signature for the right one. */
    private static boolean isAcceptedLater(RunState run, String token) {
        return IntStream.range(0, 4)
                .anyMatch(i -> run.wire().send(call(run.playerQuery(token))).status() == 200);
    }

    private static boolean isAcceptedFromABrowser(RunState run, String token) {
        return run.wire()
                        .send(call(run.playerQuery(token)).addHeader("User-Agent", "Mozilla/5.0"))
                        .status()
                == 200;
    }

    private static String advice(RunState run, String token, WalletResponse answer) {
        if (answer.status() == 404) {
            return ". Check that --wallet ends with the registered prefix. A wallet responds 403 to an unknown token.";
        }
        if (answer.status() != 401) {
            return ". Check that its session is still valid, and that the wallet knows the game '" + run.game()
                    + "' (--game).";
        }
        var date =
                answer.header("Date").map(text -> clockDifference(text, answer)).orElse("");
        var read = call(run.playerQuery(token));
        return SignatureProbe.findWrongClock(
                                run.wire()::millis,
                                offset -> run.wire()
                                                .send(read.at(offset.toMillis()))
                                                .status()
                                        == 200)
                        .map(clock -> ". " + clock + " " + SignatureProbe.CLOCK_ADVICE)
                        .orElse(". Check " + SignatureProbe.OTHER_CAUSES + " Give the registered prefix with --wallet.")
                + date;
    }

    private static String clockDifference(String date, WalletResponse answer) {
        try {
            var there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var seconds = Duration.between(answer.exchange().at(), there).toSeconds();
            return Math.abs(seconds) < 60 ? "" : " The wallet's clock is " + seconds + " s from this machine's.";
        } catch (DateTimeException e) {
            return "";
        }
    }

    /** Holds a known wrong way of signing the player callback, and the rule that it breaks. */
    record Mistake(String rule, String description, UnaryOperator<Request> change) {}

    private static List<Mistake> mistakes(RunState run, String token) {
        var raw = run.playerQuery(token);
        var withQuery = run.wire().address().prefix() + "/player?" + raw;
        var reversed = raw.replaceFirst("(.*)&(.*)", "$2&$1");
        var decoded = "gameId=" + run.game() + "&token=" + token;
        var seconds = Long.toString(run.wire().millis() / 1000);
        return List.of(
                new Mistake("SIG-3", "the signed path lacks the prefix", r -> r.signedPath("/player")),
                new Mistake("SIG-6", "the query is not signed", r -> r.signedData("")),
                new Mistake("SIG-6", "the query is signed with its question mark", r -> r.signedData("?" + raw)),
                new Mistake(
                        "SIG-6",
                        "the query is signed with its parameters in another order",
                        r -> r.signedData(reversed)),
                new Mistake("SIG-6", "the query is signed decoded", r -> r.signedData(decoded)),
                new Mistake("SIG-2", "the signed path holds the query", r -> r.signedPath(withQuery)),
                new Mistake(
                        "SIG-2",
                        "the signed path holds the query and the data is empty",
                        r -> r.signedPath(withQuery).signedData("")),
                new Mistake(
                        "SIG-1", "the signature is in upper case", r -> r.signature(s -> s.toUpperCase(Locale.ROOT))),
                signed(
                        "the signature is base64",
                        (secret, message) -> Base64.getEncoder().encodeToString(secret.mac("HmacSHA512", message))),
                signed("the signature is made with HmacSHA256", (secret, message) -> secret.hex("HmacSHA256", message)),
                signed("the signature is made with HmacSHA384", (secret, message) -> secret.hex("HmacSHA384", message)),
                signed("the signature is made with HmacSHA1", (secret, message) -> secret.hex("HmacSHA1", message)),
                signed(
                        "the key is the secret with a line feed at its end",
                        (secret, message) -> keyed(secret, text -> text + "\n", message)),
                signed(
                        "the key is the secret decoded from hex",
                        (secret, message) -> keyed(secret, Preflight::withoutHex, message)),
                signed("the bars are left out", (secret, message) -> secret.hex("HmacSHA512", withoutBars(message))),
                new Mistake(
                        "SIG-4",
                        "the timestamp ends in three zeros, so it is rounded before it is verified",
                        r -> r.timestamp(seconds + "000")),
                new Mistake("GEN-4", "the timestamp is in seconds", r -> r.timestamp(seconds)));
    }

    /** Signs with a key that a wallet makes of the secret; one character stands for each byte. */
    private static String keyed(Secret secret, UnaryOperator<String> change, byte[] message) {
        var key = change.apply(new String(secret.bytes(), StandardCharsets.ISO_8859_1));
        return Secret.of(key.getBytes(StandardCharsets.ISO_8859_1)).hex("HmacSHA512", message);
    }

    private static String withoutHex(String text) {
        return text.matches("(?:[0-9a-fA-F]{2})++")
                ? new String(HexFormat.of().parseHex(text), StandardCharsets.ISO_8859_1)
                : text;
    }

    private static byte[] withoutBars(byte[] message) {
        return new String(message, StandardCharsets.UTF_8).replace("|", "").getBytes(StandardCharsets.UTF_8);
    }

    private static Mistake signed(String description, BiFunction<Secret, byte[], String> way) {
        return new Mistake(
                "SIG-1",
                description,
                r -> r.signing(
                        (secret, path, timestamp, data) -> way.apply(secret, Secret.message(path, timestamp, data))));
    }

    private static Request call(String raw) {
        return Request.get("/player").query(raw);
    }
}
