package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.delivery.Reconciliation;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeAmounts;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.CallbackReply;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lists the exchanges live, searches them, and exports those that match. */
final class TranscriptPage {
    /** Limits the exchanges of a page, since each one that a search finds is read from the file with its messages. */
    private static final int SHOWN = 50;

    private static final String MANUAL = "manual";
    private static final String DROPPED = "no response: dropped before it was sent";
    private static final String DROPPED_RESPONSE = "no response: the response was dropped";
    private static final Pattern ACCOUNT =
            Pattern.compile("(?:^200 |; )account (.+), balance \\S+ \\S+$", Pattern.DOTALL);
    private static final Pattern DONE = Pattern.compile("done, balance (\\S+ \\S+), wallet's id (.*)", Pattern.DOTALL);
    /** Splits a wallet's message from what the simulator adds to it in parentheses. */
    private static final Pattern MESSAGE = Pattern.compile(
            "(.*?)((?: ?\\((?:contract violation: |sent more than once|sent again ).*)?)", Pattern.DOTALL);

    private final PageRenderer renderer;
    private final CallbackEngine wallets;
    private final ExpectedRejections rejections;

    TranscriptPage(PageRenderer renderer, CallbackEngine wallets, ExpectedRejections rejections) {
        this.rejections = rejections;
        this.renderer = renderer;
        this.wallets = wallets;
    }

    void routing(Routes routes) {
        routes.get("/transcript", (request, response) -> list(request, response, true));
        routes.get("/transcript/rows", (request, response) -> list(request, response, false));
        routes.get("/transcript/export", this::export);
    }

    private void list(ServerRequest request, ServerResponse response, boolean whole) {
        var form = FormData.query(request);
        var parameters = new HashMap<String, Object>();
        try {
            parameters.putAll(found(form));
        } catch (IllegalArgumentException e) {
            parameters.put("entries", List.of());
            parameters.put("filtered", true);
            parameters.put("problem", String.valueOf(e.getMessage()));
        }
        if (!whole) {
            parameters.remove("problem");
            renderer.fragment(response, "exchanges.jte", parameters);
            return;
        }
        var query = text(request.prologue().query().rawValue());
        parameters.put("form", form);
        parameters.put("conditions", SearchCondition.of(form));
        parameters.put("query", query);
        parameters.put("all", withoutPage(query));
        parameters.put("size", wallets.transcript().size());
        renderer.page(response, "transcript.jte", "Exchanges", "/transcript", parameters);
    }

    private Map<String, Object> found(FormData form) {
        SearchCondition.requireKnown(form);
        var filter = Filter.read(form::find);
        var limit = Math.clamp(form.number("limit", SHOWN), 1, SHOWN);
        var entries = wallets.transcript().search(filter, form.number("before", 0), limit);
        return Map.of(
                "entries",
                entries,
                "expected",
                rejections.among(entries),
                "filtered",
                !filter.equals(Filter.ALL),
                "older",
                entries.size() == limit ? entries.getLast().id() : 0L);
    }

    /** Returns the query without the number at which a page begins. */
    private static String withoutPage(String query) {
        return query.replaceAll("(^|&)before=[^&]*", "").replaceFirst("^&", "");
    }

    /** Sends all exchanges that match, as a file. */
    private void export(ServerRequest request, ServerResponse response) throws IOException {
        var form = FormData.query(request);
        var format = ExchangeExport.named(form.text("format", ""));
        SearchCondition.requireKnown(form);
        var filter = Filter.read(form::find);
        response.header(HeaderNames.CONTENT_TYPE, format.type() + "; charset=utf-8")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .header(HeaderNames.create("Content-Disposition"), "attachment; filename=" + format.fileName());
        try (var out = response.outputStream()) {
            format.write(wallets.transcript(), filter, out);
        }
    }

    /** Returns the style of an exchange's status, by its verdict (D-61). */
    static String style(Entry entry) {
        return switch (entry.judgement()) {
            case GOOD -> "good";
            case REFUSED -> "warn";
            case FAILED, VIOLATION -> "bad";
        };
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

    /** Returns the verdict without the status it begins with, since the page shows the status beside it. */
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
    static String result(Round round) {
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

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
