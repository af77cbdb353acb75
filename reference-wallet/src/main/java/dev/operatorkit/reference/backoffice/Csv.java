package dev.operatorkit.reference.backoffice;

import dev.operatorkit.files.SpreadsheetText;
import dev.operatorkit.money.Money;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Describes a CSV file (RFC 4180, UTF-8) that is written while its rows are read, so that it may have any number of them.
 *
 * @param name the name of the file
 * @param headings the headings of the columns
 * @param rows passes every row on; an amount fills two columns, the number and its currency
 */
record Csv(String name, List<String> headings, Consumer<Consumer<List<Object>>> rows) {
    void writeTo(OutputStream out) {
        try (var writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
            write(writer, List.copyOf(headings));
            rows.accept(row -> write(writer, row));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        return value instanceof Number ? value.toString() : quote(value.toString());
    }

    /** Quotes every text, and puts an apostrophe before one that a spreadsheet would calculate, or that begins with one. */
    private static String quote(String text) {
        var risky = text.startsWith("'") || SpreadsheetText.isFormula(text);
        return "\"" + (risky ? "'" : "") + text.replace("\"", "\"\"") + "\"";
    }
}
