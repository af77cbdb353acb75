package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.console.LineDiff.Line;
import dev.operatorkit.simulator.console.LineDiff.Side;
import dev.operatorkit.simulator.transcript.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Compares a repeat with its original. Headers that differ each time, such as the signature, are left out of the differences.
 *
 * @param original the earlier exchange
 * @param finding says what differs, in one sentence
 * @param request the lines of both requests
 * @param response the lines of both responses
 */
record RepeatComparison(Entry original, String finding, List<Line> request, List<Line> response) {
    private static final Set<String> VARYING =
            Set.of("x-svc-timestamp", "x-svc-signature", "date", "content-length", "connection", "keep-alive");

    static RepeatComparison of(Entry original, Entry repeat) {
        var request = LineDiff.of(lines(original.request()), lines(repeat.request()));
        var response = LineDiff.of(lines(original.response()), lines(repeat.response()));
        return new RepeatComparison(
                original,
                differs(request) && differs(response)
                        ? "The request and the response differ."
                        : part("request", request, Arrays.equals(original.request(), repeat.request())) + "; "
                                + part("response", response, Arrays.equals(original.response(), repeat.response()))
                                + ".",
                request,
                response);
    }

    private static String part(String name, List<Line> lines, boolean sameBytes) {
        return sameBytes
                ? "the same " + name + ", byte for byte"
                : differs(lines)
                        ? "the " + name + " differs"
                        : "the same " + name + ", except for what differs each time";
    }

    private static boolean differs(List<Line> lines) {
        return lines.stream().anyMatch(line -> line.side() != Side.BOTH);
    }

    /** Returns the start line, the headers that do not differ each time, and the body, indented if it is JSON. */
    private static List<String> lines(byte[] bytes) {
        var message = RawMessage.of(bytes);
        var lines = new ArrayList<String>();
        lines.add(message.startLine());
        message.headers().stream()
                .filter(line -> !VARYING.contains(line.split(":", 2)[0].toLowerCase(Locale.ROOT)))
                .forEach(lines::add);
        lines.add("");
        var pretty = PrettyJson.of(message.body()).text();
        var text = ExchangeExport.utf8(message.body());
        LineDiff.lines(Objects.requireNonNullElse(
                        pretty, text == null ? new String(message.body(), StandardCharsets.ISO_8859_1) : text))
                .forEach(lines::add);
        return lines;
    }
}
