package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.delivery.Reconciliation;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeAmounts;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes exchanges and the results of rounds in words. */
final class ExchangeText {
    private static final String MANUAL = "manual";
    private static final String DROPPED = "no response: dropped before it was sent";
    private static final String DROPPED_RESPONSE = "no response: the response was dropped";
    private static final Pattern ACCOUNT =
            Pattern.compile("(?:^200 |; )account (.+), balance \\S+ \\S+$", Pattern.DOTALL);
    private static final Pattern DONE = Pattern.compile("done, balance (\\S+ \\S+), wallet's id (.*)", Pattern.DOTALL);
    /** Splits a wallet's message from what the simulator adds to it in parentheses. */
    private static final Pattern MESSAGE = Pattern.compile(
            "(.*?)((?: ?\\((?:contract violation: |sent more than once|sent again ).*)?)", Pattern.DOTALL);

    private ExchangeText() {}

    /** Returns the style of an exchange's status, by its verdict (D-61). */
    static String style(Entry entry) {
        return switch (entry.judgement()) {
            case GOOD -> "good";
            case REFUSED -> "warn";
            case FAILED, VIOLATION -> "bad";
        };
    }

    static String style(RoundState state) {
        return switch (state) {
            case SETTLED -> "good";
            case REVIEW -> "bad";
            case SETTLING, DEBITING -> "warn";
            default -> "plain";
        };
    }

    static String words(RoundState state) {
        return state == RoundState.REVIEW ? "manual review" : PageText.words(state);
    }

    /** Returns whether a history entry reports a response that broke the contract. */
    static boolean isViolation(String verdict) {
        return verdict.contains(CallbackReply.VIOLATION);
    }

    /** Returns whether a person sent this callback, so that it is no attempt of the delivery. */
    static boolean isManual(Entry entry) {
        return MANUAL.equals(entry.fault());
    }

    /** Returns whether a fault dropped this callback before it was sent. */
    static boolean isUnsent(Entry entry) {
        return entry.status() == 0 && entry.verdict().contains(DROPPED);
    }

    /** Returns the balance that the response told the simulator, which a lost response did not. */
    static @Nullable String balance(Entry entry) {
        return entry.status() == 0 ? null : ExchangeAmounts.of(entry).balance();
    }

    /**
     * Returns the account of an exchange. A player callback is sent with the session's token, and its response names the account
     * (WAL-2). Without such a response it is the token, which {@link #isToken} tells.
     */
    static @Nullable String account(Entry entry) {
        var named = named(entry);
        return named == null ? entry.player() : named;
    }

    private static @Nullable String named(Entry entry) {
        var named = ACCOUNT.matcher(entry.verdict());
        return isPlayerCallback(entry) && named.find() ? named.group(1) : null;
    }

    /** Returns whether the response named no account, so that the exchange is known by the session's token. */
    static boolean isToken(Entry entry) {
        var player = entry.player();
        return player != null
                && isPlayerCallback(entry)
                && named(entry) == null
                && RawMessage.of(entry.request()).target().contains("token=" + FormData.encode(player));
    }

    private static boolean isPlayerCallback(Entry entry) {
        return entry.direction() == Entry.Direction.TO_WALLET && entry.kind().equals(CallbackKind.PLAYER.name());
    }

    /** Returns the status for a badge, or why there is none. */
    static String status(Entry entry) {
        return entry.status() != 0 ? String.valueOf(entry.status()) : isUnsent(entry) ? "not sent" : "no response";
    }

    /** Returns the verdict without the status it begins with, since the page shows the status next to it. */
    static String describe(Entry entry) {
        var status = String.valueOf(entry.status());
        var verdict = entry.verdict();
        if (verdict.equals(status)) {
            return entry.direction() == Entry.Direction.TO_WALLET ? "no message" : "";
        }
        if (verdict.startsWith(status + " ")) {
            var meaning = verdict.substring(status.length() + 1);
            return entry.direction() == Entry.Direction.TO_WALLET && entry.status() != 200 ? quote(meaning) : meaning;
        }
        // The badge says that there was no response.
        return verdict.replaceFirst("^no response: ", "");
    }

    /** Marks the wallet's own message, which may be one word, and leaves what the simulator adds to it. */
    private static String quote(String meaning) {
        var parts = MESSAGE.matcher(meaning);
        return parts.matches() && !parts.group(1).isEmpty()
                ? "the wallet says “" + parts.group(1) + "”" + parts.group(2)
                : meaning;
    }

    /** Returns the verdict as the page of its exchange shows it, with the wallet's own id in words (WAL-14). */
    static String explain(Entry entry) {
        if (entry.status() == 0
                && (entry.verdict().equals(DROPPED) || entry.verdict().equals(DROPPED_RESPONSE))) {
            return "a fault dropped it";
        }
        return DONE.matcher(describe(entry))
                .replaceFirst("done. The balance is $1. The wallet's transaction id is $2.");
    }

    /** Returns a result that a round or its history has stored, in words. */
    static String result(String detail) {
        return (detail.startsWith(Reconciliation.RETRIES_ENDED)
                        ? detail.substring(Reconciliation.RETRIES_ENDED.length()) + ". The retries have ended."
                        : detail)
                .replace(DROPPED, "not sent because of a fault")
                .replace(DROPPED_RESPONSE, "the response was lost because of a fault")
                .replaceFirst("^((?:manual: )?)200 (?=done|account )", "$1");
    }

    /** Returns the last result of a round. The three days of a round without retries may have passed in a move of the clock (DEL-1). */
    static String result(GameRound round) {
        return round.detail().startsWith(Reconciliation.RETRIES_ENDED)
                ? abbreviate(result(round.detail().substring(Reconciliation.RETRIES_ENDED.length())))
                        + ". The three days of retries ended by the simulator's clock, after " + round.attempts()
                        + (round.attempts() == 1 ? " attempt" : " attempts") + " (DEL-1)."
                : abbreviate(result(round.detail()));
    }

    /** Returns the verdict for a list, without the wallet's own id, which would only lengthen the line (WAL-14). */
    static String abbreviate(Entry entry) {
        return abbreviate(describe(entry));
    }

    /** Returns a result without the wallet's own id, as for a list. */
    static String abbreviate(String result) {
        return result.replaceFirst(", wallet's id .*", "");
    }
}
