package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Describes a list: one page at a time, or all of its rows in a file.
 *
 * @param path the path of its page; that of its file ends with {@code .csv}
 * @param order how the rows are ordered, in words
 * @param filters the filters, which are parameters of both addresses
 * @param mark identifies a row, so that the next page begins after it whatever was added meanwhile
 * @param source reads the rows after a mark
 */
record RowList<R>(
        String path, String order, List<Filter> filters, Table<R> table, Function<R, Object> mark, Source<R> source) {
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

    /** Returns the file with all rows. */
    Csv<R> file() {
        return new Csv<>(path.substring(1) + ".csv", this);
    }
}
