package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.CallbackReply;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows all exchanges live, and one exchange byte for byte with its signature explained. */
final class TranscriptPage {
    private static final int SHOWN = 100;
    private static final int SIGNATURE_DIGITS = 128;
    private static final String EXCHANGE = "exchange.jte";

    private final PageRenderer renderer;
    private final Operators operators;
    private final CallbackEngine wallets;
    private final SimulatorClock clock;

    TranscriptPage(PageRenderer renderer, Operators operators, CallbackEngine wallets, SimulatorClock clock) {
        this.clock = clock;
        this.renderer = renderer;
        this.operators = operators;
        this.wallets = wallets;
    }

    void routing(Routes routes) {
        routes.get("/transcript", (request, response) -> list(request, response, true));
        routes.get("/transcript/rows", (request, response) -> list(request, response, false));
        routes.get("/transcript/{id}", this::one);
        routes.post("/transcript/{id}/again", this::repeat);
    }

    private void list(ServerRequest request, ServerResponse response, boolean whole) {
        var form = FormData.query(request);
        var filter = filter(form);
        var entries = wallets.transcript()
                .search(filter, form.number("before", 0), Math.clamp(form.number("limit", SHOWN), 1, SHOWN));
        if (!whole) {
            renderer.fragment(
                    response, "exchanges.jte", Map.of("entries", entries, "filtered", !filter.equals(Filter.ALL)));
            return;
        }
        var parameters = new HashMap<String, Object>();
        parameters.put("entries", entries);
        parameters.put("filtered", !filter.equals(Filter.ALL));
        parameters.put("form", form);
        parameters.put("query", text(request.prologue().query().rawValue()));
        parameters.put("size", wallets.transcript().size());
        parameters.put("older", entries.size() == SHOWN ? older(request, entries.getLast()) : "");
        renderer.page(response, "transcript.jte", "Transcript", "/transcript", parameters);
    }

    /** Returns the address of the next page of the same search. */
    private static String older(ServerRequest request, Entry last) {
        var filter = text(request.prologue().query().rawValue()).replaceAll("(^|&)before=[^&]*", "");
        return "/transcript?before=" + last.id() + (filter.isEmpty() || filter.startsWith("&") ? filter : "&" + filter);
    }

    private static Filter filter(FormData form) {
        return new Filter(
                form.text("operator").orElse(null),
                form.text("player").orElse(null),
                form.text("round").orElse(null),
                form.text("kind").orElse(null),
                form.number("status"),
                form.number("attempt"),
                form.text("text").orElse(null));
    }

    private void one(ServerRequest request, ServerResponse response) {
        var entry = entry(request);
        renderer.page(response, EXCHANGE, "Exchange " + entry.id(), "/transcript", shown(entry));
    }

    /** Renders a made-up exchange and discards it. Its signature matches no usual mistake, so that the diagnosis tries all. */
    void warmUp() {
        var request = "GET /player?gameId=a&token=b HTTP/1.1\r\nHost: localhost\r\nX-Svc-Timestamp: "
                + clock.systemClock().millis() + "\r\nX-Svc-Signature: " + "0".repeat(SIGNATURE_DIGITS) + "\r\n\r\n";
        var bytes = request.getBytes(StandardCharsets.UTF_8);
        var now = clock.systemClock().instant();
        var entry = new Entry(
                0,
                now,
                now,
                Direction.TO_WALLET,
                operators.first().id(),
                "PLAYER",
                null,
                null,
                null,
                1,
                0,
                "no response",
                null,
                0,
                bytes,
                new byte[0],
                bytes);
        renderer.renderPage(EXCHANGE, "Exchange", "/transcript", shown(entry));
    }

    private Map<String, Object> shown(Entry entry) {
        var sent = RawMessage.of(entry.request());
        var operator = operators.find(entry.operator());
        var parameters = new HashMap<String, Object>();
        parameters.put("entry", entry);
        parameters.put("sent", sent);
        parameters.put("answer", RawMessage.of(entry.response()));
        operator.filter(known -> sent.header("X-Svc-Signature") != null)
                .ifPresent(known -> parameters.put("explained", SignatureExplanation.of(entry, sent, known.keys())));
        operator.ifPresent(known -> parameters.put("curl", curl(entry, sent, known)));
        return parameters;
    }

    /** Sends a callback again in the chosen {@link ResendMode} and redirects to the new exchange. */
    private void repeat(ServerRequest request, ServerResponse response) {
        var entry = entry(request);
        if (entry.direction() != Direction.TO_WALLET) {
            throw new IllegalArgumentException(
                    "This exchange was sent by the operator. Only callbacks of the simulator can be sent again.");
        }
        var mode = ResendMode.valueOf(FormData.body(request).required("mode"));
        var resent = mode.send(wallets, clock, operators.get(entry.operator()), entry);
        PageRenderer.redirect(response, "/transcript/" + resent.id());
    }

    private Entry entry(ServerRequest request) {
        var id = request.path().pathParameters().get("id");
        return Optional.of(id)
                .filter(number -> number.matches("\\d{1,18}"))
                .flatMap(number -> wallets.transcript().find(Long.parseLong(number)))
                .orElseThrow(() -> new NoSuchElementException("exchange " + id
                        + " does not exist or was removed from the transcript. Open the transcript for"
                        + " the exchanges that are kept."));
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

    /** Returns the verdict without the status it begins with, since the page shows the status beside it. */
    static String describe(Entry entry) {
        var status = entry.status() + " ";
        return entry.verdict().startsWith(status) ? entry.verdict().substring(status.length()) : entry.verdict();
    }

    /** Returns the verdict for a list, without the wallet's own id, which would only lengthen the line (WAL-14). */
    static String abbreviate(Entry entry) {
        return describe(entry).replaceFirst(", wallet's id .*", "");
    }

    private static String curl(Entry entry, RawMessage sent, Operator operator) {
        var host = text(sent.header("Host"));
        var wallet = operator.wallet();
        var scheme = wallet != null && wallet.tls() && entry.direction() == Direction.TO_WALLET ? "https" : "http";
        var line =
                new StringBuilder("curl -i -X " + sent.method() + " " + quoted(scheme + "://" + host + sent.target()));
        for (var header : sent.headers()) {
            var name = header.split(":", 2)[0];
            if (name.startsWith("X-") || name.equalsIgnoreCase("Content-Type")) {
                line.append(" \\\n  -H ").append(quoted(header));
            }
        }
        if (sent.body().length > 0) {
            line.append(" \\\n  --data-binary ").append(quoted(sent.text()));
        }
        return line.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
