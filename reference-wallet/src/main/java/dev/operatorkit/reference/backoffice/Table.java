package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.Page.Cell;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
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
     * @param headings the heading on the page, and in the file also those of further fields
     * @param fields the values in the file
     */
    record Column<R>(List<String> headings, Function<R, Cell> cell, Function<R, List<Object>> fields) {}

    Table() {
        this(List.of());
    }

    private Table<R> with(Column<R> column) {
        return new Table<>(Stream.concat(columns.stream(), Stream.of(column)).toList());
    }

    /** Adds a column whose cells show the values of the file. */
    <V> Table<R> add(String heading, Function<R, V> value, Function<V, Cell> cell) {
        return with(new Column<>(List.of(heading), value.andThen(cell), row -> List.of(value.apply(row))));
    }

    /** Adds a column whose cells need the row, for example for a link. */
    Table<R> add(String heading, Function<R, Cell> cell) {
        return with(new Column<>(
                List.of(heading), cell, row -> List.of(cell.apply(row).text())));
    }

    Table<R> text(String heading, Function<R, String> value) {
        return add(heading, value, Cell::of);
    }

    Table<R> time(String heading, Function<R, Instant> value) {
        return add(heading, value, Cell::time);
    }

    /** Adds an amount, which a row may lack. The file has its number and its currency. */
    Table<R> amount(String heading, Function<R, @Nullable Money> value) {
        return money(heading, value, Cell::number);
    }

    /** Adds a change of a balance. */
    Table<R> change(String heading, Function<R, @Nullable Money> value) {
        return money(heading, value, Cell::change);
    }

    private Table<R> money(String heading, Function<R, @Nullable Money> value, Function<Money, Cell> cell) {
        return with(new Column<>(
                List.of(heading, "Currency"),
                row -> {
                    var amount = value.apply(row);
                    return amount == null ? Cell.of("") : cell.apply(amount);
                },
                row -> {
                    var amount = value.apply(row);
                    return amount == null
                            ? List.of("", "")
                            : List.of(new BigDecimal(amount.toPlainString()), amount.currency());
                }));
    }

    /** Returns the headings on a page. */
    List<String> headings() {
        return columns.stream().map(column -> column.headings().get(0)).toList();
    }

    /** Returns the cells of a row on a page. */
    List<Cell> cells(R row) {
        return columns.stream().map(column -> column.cell().apply(row)).toList();
    }
}
