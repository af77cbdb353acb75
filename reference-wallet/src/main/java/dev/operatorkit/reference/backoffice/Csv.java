package dev.operatorkit.reference.backoffice;

import dev.operatorkit.files.SpreadsheetText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a CSV file (RFC 4180, UTF-8) whose rows are read in chunks while it is written, so that it may have any number of them.
 *
 * @param name the name of the file
 */
record Csv<R>(String name, RowList<R> list) implements Reply {
    private static final int CHUNK = 1000;

    /** Writes the file; opens the stream after the first chunk, since a file that cannot be read must be answered with a page. */
    void writeTo(Supplier<OutputStream> stream) {
        var columns = list.table().columns();
        var chunk = list.source().read("", CHUNK);
        try (var out = new OutputStreamWriter(stream.get(), StandardCharsets.UTF_8)) {
            write(out, columns.stream().flatMap(column -> column.headings().stream()));
            while (!chunk.isEmpty()) {
                for (var row : chunk) {
                    write(out, columns.stream().flatMap(column -> column.fields().apply(row).stream()));
                }
                var last = chunk.get(chunk.size() - 1);
                chunk = chunk.size() < CHUNK
                        ? List.of()
                        : list.source().read("" + list.mark().apply(last), CHUNK);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Writer writer, Stream<?> fields) throws IOException {
        writer.append(fields.map(Csv::field).collect(Collectors.joining(",", "", "\r\n")));
    }

    private static String field(Object value) {
        if (value instanceof Number) {
            return value instanceof BigDecimal amount ? amount.toPlainString() : value.toString();
        }
        return quote(value.toString());
    }

    /** Quotes every text, and puts an apostrophe before one that a spreadsheet would calculate, or that begins with one. */
    private static String quote(String text) {
        var risky = text.startsWith("'") || SpreadsheetText.isFormula(text);
        return "\"" + (risky ? "'" : "") + text.replace("\"", "\"\"") + "\"";
    }
}
