package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs {@code simulator log}: prints exchanges, newest last, and with {@code --follow} new ones as they happen. */
@Command(name = "log", description = "Prints what went over the wire of a running simulator, the newest last.")
final class LogCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATA = "data: ";
    private static final Set<String> FILTERS = Set.of("operator", "player", "round", "kind", "status", "text");

    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(arity = "0..1", paramLabel = "NUMBER", description = "Prints only this exchange, with all its bytes.")
    @Nullable
    Long id;

    @Option(
            names = {"--follow", "-f"},
            description = "Prints new exchanges as they happen, until stopped.")
    boolean follow;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many past exchanges to print, 0 to 1000. Default: 20.")
    int limit;

    @Option(names = "--operator", paramLabel = "ID", description = "Only exchanges of this operator.")
    @Nullable
    String operator;

    @Option(
            names = "--player",
            paramLabel = "ID",
            description = "Only exchanges of this account (for the player callback: this token).")
    @Nullable
    String player;

    @Option(names = "--round", paramLabel = "ID", description = "Only exchanges of this round.")
    @Nullable
    String round;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "PLAYER, DEBIT, CREDIT, ROLLBACK, LOOKUP, or a Customer API call such as 'GET /api/v1/games'.")
    @Nullable
    String kind;

    @Option(
            names = "--status",
            paramLabel = "N",
            description = "Only exchanges with this status, or of this class (4xx); 0: without a response.")
    @Nullable
    String status;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "Only exchanges with this text in the verdict, transaction id, request target or a body.")
    @Nullable
    String text;

    @Option(names = "--raw", description = "Prints the bytes of request and response, and the signed string.")
    boolean raw;

    @Option(names = "--json", description = "Prints one JSON object per line, bytes in Base64.")
    boolean json;

    @Override
    public Integer call() {
        var number = id;
        if (number != null) {
            raw = true;
            print(simulator.get("/admin/transcript/" + number));
            return 0;
        }
        if (limit < 0 || limit > 1000) {
            throw simulator.usageError("--limit must be from 0 to 1000, not " + limit + ".");
        }
        var newest = past();
        if (follow) {
            follow(newest);
        }
        return 0;
    }

    /** Prints past exchanges and returns the newest id, or -1 if none were asked for. */
    private long past() {
        if (limit == 0) {
            return -1;
        }
        var exchanges =
                simulator.get("/admin/transcript?limit=" + limit + filter()).path("exchanges");
        for (var i = exchanges.size() - 1; i >= 0; i--) {
            print(exchanges.get(i));
        }
        return exchanges.isEmpty() ? 0 : exchanges.get(0).path("id").asLong();
    }

    private void follow(long after) {
        var from = after < 0 ? "" : "&after=" + after;
        try (var lines = simulator.lines("/admin/transcript/stream?" + (filter() + from).replaceFirst("^&", ""))) {
            lines.filter(line -> line.startsWith(DATA))
                    .map(line -> read(line.substring(DATA.length())))
                    .forEach(this::print);
        } catch (UncheckedIOException e) {
            // The simulator stopped without ending the stream; the message below reports it.
        }
        simulator.command.commandLine().getErr().println("The simulator has stopped.");
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "The simulator sent invalid JSON. Check that simulator and command have the same version.", e);
        }
    }

    private void print(JsonNode exchange) {
        var out = simulator.out();
        out.println(json ? exchange.toString() : ExchangeLine.of(exchange, simulator.hasColour()));
        if (raw && !json) {
            out.println(ExchangeLine.raw(exchange));
        }
        out.flush();
    }

    private String filter() {
        var parts = new StringBuilder(raw ? "&raw=true" : "");
        simulator.forEachOption(
                FILTERS,
                (name, value) -> parts.append('&')
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8)));
        return parts.toString();
    }
}
