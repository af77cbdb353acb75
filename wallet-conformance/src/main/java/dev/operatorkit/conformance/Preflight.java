package dev.operatorkit.conformance;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLException;

/**
 * The first callbacks of a run: who the tokens belong to. Trouble here is either the tester's (a wrong address, secret or
 * token: nothing can be said of the wallet), or already a finding.
 */
sealed interface Preflight {
    /** The tokens serve. */
    record Ready(List<Player> players) implements Preflight {}

    /** Nothing can be run; the message says what to put right. */
    record Unusable(String message) implements Preflight {}

    /** The wallet is wrong in a way that keeps everything else from being run. */
    record Finding(String caseId, Failure failure) implements Preflight {
        /** The finding for its own case; any other case could not be tried. */
        CaseResult resultOf(Case each) {
            if (!each.id().equals(caseId)) {
                return CaseResult.skipped(each, "nothing can be tried while " + caseId + " fails");
            }
            var exchange = failure.exchange();
            return new CaseResult(
                    each,
                    Verdict.FAILED,
                    failure.rule() + ": " + failure.getMessage(),
                    failure,
                    List.of(),
                    exchange == null ? List.of() : List.of(exchange),
                    0,
                    0,
                    "",
                    false);
        }
    }

    /** Asks for the player of every token. */
    static Preflight of(CaseRunner bench, List<String> tokens) {
        var players = new ArrayList<Player>();
        for (var i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            try {
                var answer = bench.player(token);
                var name = tokens.size() == 1 ? "the token" : "token " + (i + 1);
                if (answer.status() != 200) {
                    return onRefusal(bench, token, name, answer);
                }
                var account = answer.json().path("accountId").asText("");
                var currency = answer.json().path("balance").path("currency").asText("");
                if (account.isEmpty() || currency.isEmpty() || answer.balance() == null) {
                    return new Finding(
                            "player-answers-the-account",
                            new Failure(
                                    "WAL-2",
                                    "accountId and a balance with amount and currency",
                                    Check.describe(answer),
                                    "Without them nothing else can be tried.",
                                    answer.exchange()));
                }
                players.add(new Player(token, account, currency));
            } catch (NoResponse e) {
                return onNoResponse(bench, e);
            }
        }
        return new Ready(players);
    }

    private static Preflight onNoResponse(CaseRunner bench, NoResponse e) {
        if (e.getCause() instanceof SSLException) {
            return new Finding(
                    "certificate-is-valid",
                    new Failure(
                            "GEN-1",
                            "a valid certificate of " + bench.wire().address().host(),
                            "the TLS handshake failed: " + e.getMessage(),
                            "Self-signed, expired, or for another name? An authority of your own is given with"
                                    + " --ca-cert.",
                            e.exchange()));
        }
        return new Unusable("the wallet cannot be reached at " + bench.wire().address() + ": " + e.getMessage());
    }

    /** Refused though signed right: does the wallet take a signature made in some wrong way instead? */
    private static Preflight onRefusal(CaseRunner bench, String token, String name, WalletResponse answer) {
        if (answer.status() == 401) {
            for (var mistake : mistakes(bench, token).entrySet()) {
                var taken = bench.wire().send(mistake.getValue());
                if (taken.status() == 200) {
                    return new Finding(
                            "right-signature-is-accepted",
                            new Failure(
                                    mistake.getKey().rule(),
                                    "200 for a callback signed right",
                                    Check.describe(answer) + "; yet it answers 200 when "
                                            + mistake.getKey().description(),
                                    "The signed string is path + \"|\" + timestamp + \"|\" + raw query or body, its"
                                            + " HMAC-SHA512 in lowercase hex.",
                                    taken.exchange()));
                }
            }
        }
        return new Unusable(name + " does not serve: " + Check.describe(answer) + advice(bench, answer));
    }

    private static String advice(CaseRunner bench, WalletResponse answer) {
        if (answer.status() != 401) {
            return ". Is it a token of a session that is still valid, the address the one with the registered prefix,"
                    + " and '" + bench.game() + "' a game that the wallet knows (--game)?";
        }
        var date = answer.header("Date").map(text -> apart(text, answer)).orElse("");
        return ". Is it the right secret, and the address the one with the registered prefix?" + date;
    }

    private static String apart(String date, WalletResponse answer) {
        try {
            var there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var seconds = Duration.between(answer.exchange().at(), there).toSeconds();
            return Math.abs(seconds) < 60 ? "" : " The wallet's clock is " + seconds + " s from this one.";
        } catch (DateTimeException e) {
            return "";
        }
    }

    /** A way of signing wrongly, and the rule that it breaks. */
    record Mistake(String rule, String description) {}

    private static Map<Mistake, Request> mistakes(CaseRunner bench, String token) {
        var raw = "gameId=" + Player.encoded(bench.game()) + "&token=" + Player.encoded(token);
        var path = bench.wire().address().prefix() + "/player";
        Map<Mistake, Request> all = new LinkedHashMap<>();
        all.put(
                new Mistake("SIG-3", "the prefix is left out of the signed path"),
                call(raw).signedPath("/player"));
        all.put(new Mistake("SIG-6", "the query is left out"), call(raw).signedData(""));
        all.put(
                new Mistake("SIG-6", "the query is signed with its question mark"),
                call(raw).signedData("?" + raw));
        all.put(
                new Mistake("SIG-6", "the query is signed with its parameters in another order"),
                call(raw).signedData("token=" + Player.encoded(token) + "&gameId=" + Player.encoded(bench.game())));
        all.put(
                new Mistake("SIG-6", "the query is signed decoded"),
                call(raw).signedData("gameId=" + bench.game() + "&token=" + token));
        all.put(
                new Mistake("SIG-2", "the signed path holds the query"),
                call(raw).signedPath(path + "?" + raw));
        all.put(
                new Mistake("SIG-2", "the signed path holds the query, and the data nothing"),
                call(raw).signedPath(path + "?" + raw).signedData(""));
        all.put(new Mistake("SIG-1", "it is in upper case"), call(raw).signature(s -> s.toUpperCase(Locale.ROOT)));
        all.put(
                new Mistake("SIG-1", "it is base64"),
                call(raw)
                        .signing((secret, p, t, d) ->
                                Base64.getEncoder().encodeToString(secret.mac("HmacSHA512", Secret.message(p, t, d)))));
        for (var algorithm : List.of("HmacSHA256", "HmacSHA384", "HmacSHA1")) {
            all.put(
                    new Mistake("SIG-1", "it is made with " + algorithm),
                    call(raw).signing((secret, p, t, d) -> secret.hex(algorithm, Secret.message(p, t, d))));
        }
        all.put(
                new Mistake("SIG-1", "the bars are left out"),
                call(raw)
                        .signing((secret, p, t, d) ->
                                secret.hex("HmacSHA512", (p + t + raw).getBytes(StandardCharsets.UTF_8))));
        all.put(
                new Mistake("GEN-4", "the timestamp is in seconds"),
                call(raw).timestamp(Long.toString(bench.wire().millis() / 1000)));
        return all;
    }

    private static Request call(String raw) {
        return Request.get("/player").query(raw);
    }
}
