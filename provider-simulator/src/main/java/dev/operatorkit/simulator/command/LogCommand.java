package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code simulator log}: what went over the wire, the newest last, and on with {@code --follow}. */
@Command(name = "log", description = "Prints what went over the wire of a running simulator, the newest last.")
public final class LogCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATA = "data: ";

    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(arity = "0..1", paramLabel = "NUMBER", description = "One exchange alone, with all of its bytes.")
    @Nullable
    Long id;

    @Option(
            names = {"--follow", "-f"},
            description = "Goes on with what comes, until it is stopped.")
    boolean follow;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many of the past. Default: 20.")
    int limit;

    @Option(names = "--operator", paramLabel = "ID", description = "Of that operator alone.")
    @Nullable
    String operator;

    @Option(names = "--player", paramLabel = "ID", description = "Of that account (the player callback: that token).")
    @Nullable
    String player;

    @Option(names = "--round", paramLabel = "ID", description = "Of that round alone.")
    @Nullable
    String round;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "PLAYER, DEBIT, CREDIT, ROLLBACK, LOOKUP, or a Customer API call such as 'GET /api/v1/games'.")
    @Nullable
    String kind;

    @Option(names = "--status", paramLabel = "N", description = "With that status alone; 0: without an answer.")
    @Nullable
    Integer status;

    @Option(names = "--attempt", paramLabel = "N", description = "From that attempt on.")
    @Nullable
    Integer attempt;

    @Option(names = "--text", paramLabel = "TEXT", description = "With that in its verdict or transaction's id.")
    @Nullable
    String text;

    @Option(names = "--raw", description = "With the bytes of both directions, and what was signed.")
    boolean raw;

    @Option(names = "--json", description = "One JSON object a line; bytes are in Base64.")
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
            throw simulator.usageError("--limit lies between 0 and 1000.");
        }
        var newest = past();
        if (follow) {
            follow(newest);
        }
        return 0;
    }

    /** Prints what was, and says where it ended: -1 when nothing was asked for. */
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
            // The simulator went without a word; it is said below.
        }
        simulator.command.commandLine().getErr().println("the simulator has stopped");
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the simulator sent what is no JSON", e);
        }
    }

    private void print(JsonNode exchange) {
        var out = simulator.out();
        out.println(json ? exchange.toString() : ExchangeLine.of(exchange));
        if (raw && !json) {
            out.println(ExchangeLine.raw(exchange));
        }
        out.flush();
    }

    private String filter() {
        List<String> parts = new ArrayList<>();
        add(parts, "operator", operator);
        add(parts, "player", player);
        add(parts, "round", round);
        add(parts, "kind", kind);
        add(parts, "status", status);
        add(parts, "attempt", attempt);
        add(parts, "text", text);
        add(parts, "raw", raw ? "true" : null);
        return String.join("", parts);
    }

    private static void add(List<String> parts, String name, @Nullable Object value) {
        if (value != null) {
            parts.add("&" + name + "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
        }
    }
}
