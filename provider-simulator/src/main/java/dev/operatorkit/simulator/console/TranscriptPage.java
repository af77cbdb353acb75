package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.time.SimulatorClock;
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

/** Everything that was on the wire, live; one exchange to the byte, with its signature explained. */
public final class TranscriptPage {
    private static final int SHOWN = 100;
    private static final int SIGNATURE_DIGITS = 128;
    private static final String EXCHANGE = "exchange.jte";

    private final PageRenderer shell;
    private final Operators operators;
    private final CallbackEngine wallets;
    private final SimulatorClock clock;

    TranscriptPage(PageRenderer shell, Operators operators, CallbackEngine wallets, SimulatorClock clock) {
        this.clock = clock;
        this.shell = shell;
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
        var entries = wallets.transcript()
                .search(filter(form), form.number("before", 0), Math.clamp(form.number("limit", SHOWN), 1, SHOWN));
        if (!whole) {
            shell.fragment(response, "exchanges.jte", Map.of("entries", entries));
            return;
        }
        var parameters = new HashMap<String, Object>();
        parameters.put("entries", entries);
        parameters.put("form", form);
        parameters.put("query", text(request.prologue().query().rawValue()));
        parameters.put("size", wallets.transcript().size());
        parameters.put("older", entries.size() == SHOWN ? older(request, entries.getLast()) : "");
        shell.page(response, "transcript.jte", "Transcript", "/transcript", parameters);
    }

    /** The next page of the same search. */
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
        shell.page(response, EXCHANGE, "Exchange " + entry.id(), "/transcript", shown(entry));
    }

    /** One exchange that never was, drawn to nobody: with a signature that no usual mistake explains, so that all are tried. */
    void warmUp() {
        var request = "GET /player?gameId=a&token=b HTTP/1.1\r\nHost: localhost\r\nX-Svc-Timestamp: "
                + clock.wall().millis() + "\r\nX-Svc-Signature: " + "0".repeat(SIGNATURE_DIGITS) + "\r\n\r\n";
        var bytes = request.getBytes(StandardCharsets.UTF_8);
        var now = clock.wall().instant();
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
                "no answer",
                null,
                0,
                bytes,
                new byte[0],
                bytes);
        shell.renderPage(EXCHANGE, "Exchange", "/transcript", shown(entry));
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

    /** Sends it once more, in one of the ways that the page offers, and shows what came of it. */
    private void repeat(ServerRequest request, ServerResponse response) {
        var entry = entry(request);
        if (entry.direction() != Direction.TO_WALLET) {
            throw new IllegalArgumentException("only what the simulator sent can be sent again");
        }
        var how = ResendMode.valueOf(FormData.body(request).required("how"));
        var made = how.send(wallets, clock, operators.get(entry.operator()), entry);
        PageRenderer.redirect(response, "/transcript/" + made.id());
    }

    private Entry entry(ServerRequest request) {
        var id = request.path().pathParameters().get("id");
        return Optional.of(id)
                .filter(number -> number.matches("\\d{1,18}"))
                .flatMap(number -> wallets.transcript().find(Long.parseLong(number)))
                .orElseThrow(() -> new NoSuchElementException("exchange " + id + " is not kept any more"));
    }

    /** Returns the style of an exchange's status: by what the answer means (D-61). */
    public static String style(Entry entry) {
        return switch (entry.judgement()) {
            case GOOD -> "good";
            case REFUSED -> "warn";
            case FAILED, VIOLATION -> "bad";
        };
    }

    /** Returns whether words of a history tell of an answer that broke the contract. */
    public static boolean isViolation(String words) {
        return words.contains(CallbackReply.VIOLATION);
    }

    /** What an answer means, beside its status: words that begin with the status do not say it twice. */
    public static String describe(Entry entry) {
        var status = entry.status() + " ";
        return entry.verdict().startsWith(status) ? entry.verdict().substring(status.length()) : entry.verdict();
    }

    /** The same in a list, where the wallet's own id would only make the line longer (WAL-14). */
    public static String abbreviate(Entry entry) {
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
