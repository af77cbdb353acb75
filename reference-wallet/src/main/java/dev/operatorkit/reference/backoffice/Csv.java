package dev.operatorkit.reference.backoffice;

import dev.operatorkit.files.SpreadsheetText;
import dev.operatorkit.money.Money;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Describes a CSV file (RFC 4180, UTF-8) that is written while its rows are read, so that it may have any number of them.
 *
 * @param name the name of the file
 * @param headings the headings of the columns
 * @param rows passes every row on; an amount fills two columns, the number and its currency
 */
record Csv(String name, List<String> headings, Consumer<Consumer<List<Object>>> rows) implements Reply {
    private static final int CHUNK = 1000;

    /** Reads the rows after one, or the first ones if it is null. */
    interface Source<R> {
        List<R> read(@Nullable R after, int most);
    }

    /** Describes a file whose rows are read in chunks, so that it never holds all of them. */
    static <R> Csv of(String name, List<String> headings, Source<R> source, Function<R, List<Object>> fields) {
        return new Csv(name, headings, sink -> {
            R last = null;
            List<R> chunk;
            do {
                chunk = source.read(last, CHUNK);
                for (var row : chunk) {
                    sink.accept(fields.apply(row));
                    last = row;
                }
            } while (chunk.size() == CHUNK);
        });
    }

    /** Stands for an amount that a row does not have: two empty columns. */
    private enum NoAmount {
        INSTANCE
    }

    /** Returns an amount as a value of a row, also one that it does not have. */
    static Object amount(@Nullable Money amount) {
        return amount == null ? NoAmount.INSTANCE : amount;
    }

    /** Writes the file; opens the stream at the first row, since a file without one may not be possible to read. */
    void writeTo(Supplier<OutputStream> stream) {
        try (var out = new Lines(stream)) {
            rows.accept(out::write);
            out.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the headings once the stream is open, and then lines. */
    private final class Lines implements Closeable {
        private final Supplier<OutputStream> stream;
        private @Nullable Writer writer;

        Lines(Supplier<OutputStream> stream) {
            this.stream = stream;
        }

        Writer open() {
            var open = writer;
            if (open == null) {
                open = new OutputStreamWriter(stream.get(), StandardCharsets.UTF_8);
                writer = open;
                Csv.write(open, List.copyOf(headings));
            }
            return open;
        }

        void write(List<Object> row) {
            Csv.write(open(), row);
        }

        @Override
        public void close() throws IOException {
            var open = writer;
            if (open != null) {
                open.close();
            }
        }
    }

    private static void write(Writer writer, List<?> row) {
        try {
            var separator = "";
            for (var value : row) {
                writer.append(separator).append(field(value));
                separator = ",";
            }
            writer.append("\r\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String field(Object value) {
        if (value instanceof Money money) {
            return money.toPlainString() + "," + money.currency();
        }
        if (value == NoAmount.INSTANCE) {
            return ",";
        }
        return value instanceof Number ? value.toString() : quote(value.toString());
    }

    /** Quotes every text, and puts an apostrophe before one that a spreadsheet would calculate, or that begins with one. */
    private static String quote(String text) {
        var risky = text.startsWith("'") || SpreadsheetText.isFormula(text);
        return "\"" + (risky ? "'" : "") + text.replace("\"", "\"\"") + "\"";
    }
}
