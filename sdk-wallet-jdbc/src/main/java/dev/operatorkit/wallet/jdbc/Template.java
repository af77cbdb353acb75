package dev.operatorkit.wallet.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds a statement whose parameters are whole columns of values, so that a batch of any size is one statement. Its text has these
 * marks:
 *
 * <ul>
 * <li><code>{in TYPE}</code>: a condition on the column before it, with one column of values;
 * <li><code>{rows NAME TYPE, …}</code>: a table {@code w} with these columns, one column of values for each;
 * <li><code>{partition}</code> and <code>{count}</code>: a number.
 * </ul>
 *
 * <p>PostgreSQL and H2 get each column as an array, in a text that never changes; MySQL and MariaDB, which have no arrays, get one
 * placeholder for each value.
 */
final class Template {
    private static final Pattern MARK = Pattern.compile("\\{(in|rows|partition|count)([^}]*)}");

    private final List<Object> parts = new ArrayList<>(); // texts, and marks in between
    private final boolean arrays;
    private final @Nullable String text;

    Template(Dialect dialect, String template) {
        var mark = MARK.matcher(template.strip());
        var end = 0;
        while (mark.find()) {
            parts.add(template.strip().substring(end, mark.start()));
            parts.add(new Mark(mark.group(1), Column.list(mark.group(2).strip())));
            end = mark.end();
        }
        parts.add(template.strip().substring(end));
        arrays = dialect.hasArrays();
        text = arrays ? render(new Object[0][]) : null;
    }

    private record Column(String name, ColumnType type) {
        static List<Column> list(String text) {
            return text.isEmpty()
                    ? List.of()
                    : Stream.of(text.split(",\\s*"))
                            .map(column -> new Column(
                                    column.substring(0, Math.max(column.lastIndexOf(' '), 0)),
                                    ColumnType.named(column.substring(column.lastIndexOf(' ') + 1))))
                            .toList();
        }
    }

    private record Mark(String kind, List<Column> columns) {
        boolean isNumber() {
            return kind.equals("partition") || kind.equals("count");
        }
    }

    /** Returns the text for these columns of values. */
    String text(Object[][] columns) {
        return text == null ? render(columns) : text;
    }

    private String render(Object[][] columns) {
        var next = 0;
        var rendered = new StringBuilder();
        for (var part : parts) {
            if (part instanceof Mark mark) {
                rendered.append(render(mark, arrays || mark.isNumber() ? 0 : columns[next].length));
                next += mark.isNumber() ? 0 : mark.columns.size();
            } else {
                rendered.append(part);
            }
        }
        return rendered.toString();
    }

    private String render(Mark mark, int rows) {
        return switch (mark.kind) {
            case "partition", "count" -> "cast(? as integer)";
            case "in" ->
                arrays
                        ? "= any(" + mark.columns.get(0).type.placeholder() + ")"
                        : "in (" + String.join(", ", Collections.nCopies(rows, "?")) + ")";
            default -> arrays ? unnest(mark.columns) : union(mark.columns, rows);
        };
    }

    private static String unnest(List<Column> columns) {
        return "unnest("
                + columns.stream().map(column -> column.type.placeholder()).collect(Collectors.joining(", "))
                + ") as w (" + columns.stream().map(Column::name).collect(Collectors.joining(", ")) + ")";
    }

    private static String union(List<Column> columns, int rows) {
        var first = columns.stream().map(column -> "? as " + column.name).collect(Collectors.joining(", "));
        var others = " union all select " + String.join(", ", Collections.nCopies(columns.size(), "?"));
        return "(select " + first + others.repeat(rows - 1) + ") as w";
    }

    /** Returns the values in the order of the placeholders. */
    List<@Nullable Object> values(@Nullable Integer partition, int count, Object[][] columns) {
        var values = new ArrayList<@Nullable Object>();
        var next = 0;
        for (var part : parts) {
            if (!(part instanceof Mark mark)) {
                continue;
            }
            if (mark.isNumber()) {
                values.add(
                        mark.kind.equals("count")
                                ? (Integer) count
                                : Objects.requireNonNull(
                                        partition, "a statement that names the partition was given none"));
                continue;
            }
            var used = Arrays.copyOfRange(columns, next, next + mark.columns.size());
            next += used.length;
            if (arrays) {
                Collections.addAll(values, (Object[]) used);
            } else {
                for (var row = 0; row < used[0].length; row++) {
                    for (var column : used) {
                        values.add(column[row]);
                    }
                }
            }
        }
        return values;
    }
}
