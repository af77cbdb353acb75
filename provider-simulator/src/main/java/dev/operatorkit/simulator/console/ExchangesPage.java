package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Lists the exchanges live, searches them, and exports those that match. */
record ExchangesPage(PageRenderer renderer, ConsoleParts parts) {
    /** Limits the exchanges of a page, since each one that a search finds is read from the file with its messages. */
    private static final int MAX_SHOWN = 50;

    /**
     * Holds the rows of a list.
     *
     * @param expected the numbers of those that the wallet had to reject
     * @param isFiltered true if these are the results of a search
     */
    record Rows(List<Entry> entries, Set<Long> expected, boolean isFiltered) {}

    /**
     * Holds a search.
     *
     * @param query the query of its address
     * @param whole the query without the number at which a page begins
     * @param problem why it is invalid, or empty
     */
    record Search(FormData form, String query, String whole, String problem) {
        /** Returns whether it has a condition that the form shows only on demand. */
        boolean hasFurther() {
            return Stream.of("round", "transaction", "attempt", "from", "to")
                    .anyMatch(name -> form.text(name).isPresent());
        }
    }

    /** Holds the page, with the number before which older exchanges begin, or 0, and how many are kept. */
    record View(Rows rows, Search search, long older, long size) {}

    void routing(Routes routes) {
        routes.get("/transcript", this::list);
        routes.get("/transcript/rows", (request, response) -> {
            var form = FormData.query(request);
            Rows rows;
            try {
                rows = find(form);
            } catch (IllegalArgumentException e) {
                rows = new Rows(List.of(), Set.of(), true);
            }
            renderer.fragment(response, "exchanges.jte", rows);
        });
        routes.get("/transcript/export", this::export);
    }

    private void list(ServerRequest request, ServerResponse response) {
        var form = FormData.query(request);
        var rows = new Rows(List.of(), Set.of(), true);
        var problem = "";
        try {
            rows = find(form);
        } catch (IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        var query = Objects.requireNonNullElse(request.prologue().query().rawValue(), "");
        var whole = query.replaceAll("(^|&)before=[^&]*", "").replaceFirst("^&", "");
        var older =
                rows.entries().size() == MAX_SHOWN ? rows.entries().getLast().id() : 0;
        renderer.page(
                response,
                "transcript.jte",
                "Exchanges",
                "/transcript",
                new View(
                        rows,
                        new Search(form, query, whole, problem),
                        older,
                        parts.engine().transcript().size()));
    }

    private Rows find(FormData form) {
        var filter = Filter.read(form::find);
        var limit = Math.clamp(form.number("limit", MAX_SHOWN), 1, MAX_SHOWN);
        var entries = parts.engine().transcript().search(filter, form.number("before", 0), limit);
        return new Rows(
                entries,
                SignatureExplanation.requiredRejections(entries, parts.operators()),
                !filter.equals(Filter.ALL));
    }

    /** Sends all exchanges that match, as a file. */
    private void export(ServerRequest request, ServerResponse response) throws IOException {
        var form = FormData.query(request);
        var filter = Filter.read(form::find);
        response.header(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .header(HeaderNames.create("Content-Disposition"), "attachment; filename=exchanges.har");
        try (var out = response.outputStream()) {
            HarExport.write(parts.engine().transcript(), filter, out);
        }
    }
}
