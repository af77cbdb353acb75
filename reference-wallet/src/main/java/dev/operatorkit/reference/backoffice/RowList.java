package dev.operatorkit.reference.backoffice;

import dev.operatorkit.files.SpreadsheetText;
import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a list: one page at a time, or, as a reply, all of its rows in a file.
 *
 * @param path the path of its page; that of its file ends with {@code .csv}
 * @param order how the rows are ordered, in words
 * @param filters the filters, which are parameters of both addresses
 * @param mark identifies a row, so that the next page begins after it although rows were added meanwhile
 * @param source reads the rows after a mark
 */
record RowList<R>(
        String path, String order, List<Filter> filters, Table<R> table, Function<R, Object> mark, Source<R> source)
        implements Reply {
    private static final int CHUNK = 1000;
    static final int MAX_ROWS = 100;

    /** Reads the rows after a mark, or the first ones if it is empty. */
    interface Source<R> {
        List<R> read(String after, int most);
    }

    /** Returns the number that a mark is, and that all further rows are below. */
    static long before(String after) {
        return after.isEmpty() ? Long.MAX_VALUE : Form.number("after", after);
    }

    /** Returns the page that a request asks for. */
    Listing page(ServerRequest request) {
        var rows = source.read(Form.query(request, "after"), MAX_ROWS);
        var isFull = rows.size() == MAX_ROWS;
        var further = isFull ? Links.link(address(path), "after", "" + mark.apply(rows.get(MAX_ROWS - 1))) : "";
        return new Listing(
                        order + ", at most " + MAX_ROWS + " on a page",
                        filters,
                        table.headings(),
                        rows.stream().map(table::cells).toList())
                .withPages(further, rows.isEmpty() ? "" : address(path + ".csv"));
    }

    private String address(String page) {
        return Links.link(
                page,
                filters.stream()
                        .flatMap(filter -> Stream.of(filter.name(), filter.value()))
                        .toArray(String[]::new));
    }

    /**
     * Sends a file while its rows are read. One that breaks off has no end of its chunks, so that browsers see it as failed.
     *
     * @param downloads receives the name of a file whose rows can be read, before they are sent
     */
    void send(ServerRequest request, ServerResponse response, Consumer<String> downloads) {
        var name = path.substring(1) + ".csv";
        if (BackOffice.isHead(request)) {
            describe(response, name);
            // Nothing is downloaded, so nothing is read or recorded, and the length is not known.
            WatchedConnection.current().ifPresent(WatchedConnection::omitLength);
            response.send();
            return;
        }
        var query = request.query().rawValue();
        writeTo(() -> {
            downloads.accept(name + (query.isEmpty() ? "" : "?" + query));
            describe(response, name);
            return response.outputStream();
        });
    }

    private static void describe(ServerResponse response, String name) {
        response.header(HeaderNames.CONTENT_TYPE, "text/csv; charset=utf-8")
                .header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"");
    }

    /**
     * Writes all rows as CSV (RFC 4180, UTF-8), read in chunks, so that there may be any number of them. The stream is opened after the first
     * chunk, since rows that cannot be read must be answered with a page.
     */
    private void writeTo(Supplier<OutputStream> stream) {
        var chunk = source.read("", CHUNK);
        var lines = line(table.columns().stream().flatMap(column -> column.headings().stream())) + lines(chunk);
        try (var out = new OutputStreamWriter(stream.get(), StandardCharsets.UTF_8)) {
            out.append(lines);
            while (chunk.size() == CHUNK) {
                chunk = source.read("" + mark.apply(chunk.get(CHUNK - 1)), CHUNK);
                out.append(lines(chunk));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String lines(List<R> chunk) {
        return chunk.stream()
                .map(row -> line(table.columns().stream().flatMap(column -> column.fields().apply(row).stream())))
                .collect(Collectors.joining());
    }

    private static String line(Stream<?> fields) {
        return fields.map(RowList::field).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String field(Object value) {
        return value instanceof BigDecimal amount
                ? amount.toPlainString()
                : value instanceof Number ? value.toString() : quote(value.toString());
    }

    private static String quote(String text) {
        return "\"" + SpreadsheetText.neutralize(text).replace("\"", "\"\"") + "\"";
    }
}
