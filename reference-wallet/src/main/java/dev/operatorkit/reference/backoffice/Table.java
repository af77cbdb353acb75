package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes the columns of a list once, for the page that shows it and for the file that has all of its rows.
 *
 * @param <R> the type of the rows
 */
record Table<R>(List<Column<R>> columns) {
    /**
     * Describes a column.
     *
     * @param heading the heading on the page; empty for a column that only the file has
     * @param name the heading in the file; empty for a column that only the page has
     */
    record Column<R>(String heading, Function<R, Cell> cell, String name, Function<R, Object> value) {}

    Table() {
        this(List.of());
    }

    private Table<R> with(Column<R> column) {
        return new Table<>(Stream.concat(columns.stream(), Stream.of(column)).toList());
    }

    /** Adds a column whose cells show the values of the file. */
    <V> Table<R> add(String heading, String name, Function<R, V> value, Function<V, Cell> cell) {
        return with(new Column<>(heading, value.andThen(cell), name, value::apply));
    }

    Table<R> text(String heading, String name, Function<R, String> value) {
        return add(heading, name, value, Cell::of);
    }

    Table<R> time(String heading, String name, Function<R, Instant> value) {
        return add(heading, name, value, Cell::time);
    }

    /** Adds an amount, which a row may lack. The file has its number and its currency. */
    Table<R> amount(String heading, String name, Function<R, @Nullable Money> value) {
        return with(new Column<>(
                heading,
                row -> {
                    var amount = value.apply(row);
                    return amount == null ? Cell.of("") : Cell.number(amount);
                },
                name + ",currency",
                row -> Csv.amount(value.apply(row))));
    }

    /** Adds a change of a balance. */
    Table<R> change(String heading, String name, Function<R, Money> value) {
        return add(heading, name + ",currency", value, Cell::change);
    }

    /** Adds a column that only the page has. */
    Table<R> shown(String heading, Function<R, Cell> cell) {
        return with(new Column<>(heading, cell, "", row -> ""));
    }

    /** Adds a column that only the file has; null is an empty field. */
    Table<R> exported(String name, Function<R, @Nullable Object> value) {
        return with(
                new Column<>("", row -> Cell.of(""), name, row -> Objects.requireNonNullElse(value.apply(row), "")));
    }

    /** Returns the rows of one page. */
    Listing listing(String caption, List<Filter> filters, List<R> rows) {
        var shown =
                columns.stream().filter(column -> !column.heading().isEmpty()).toList();
        return new Listing(
                caption,
                filters,
                shown.stream().map(Column::heading).toList(),
                rows.stream()
                        .map(row -> shown.stream()
                                .map(column -> column.cell().apply(row))
                                .toList())
                        .toList());
    }

    /** Returns the file with all rows. */
    Csv file(String file, Csv.Source<R> source) {
        var exported =
                columns.stream().filter(column -> !column.name().isEmpty()).toList();
        return Csv.of(
                file,
                exported.stream()
                        .flatMap(column -> Stream.of(column.name().split(",")))
                        .toList(),
                source,
                row -> exported.stream()
                        .map(column -> column.value().apply(row))
                        .toList());
    }
}
