package dev.operatorkit.simulator.transcript;

import static org.jooq.impl.DSL.field;

import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Writes exchanges to rows of their table and reads them. */
final class ExchangeRows {
    static final Field<Long> ID = field("id", Long.class);
    private static final List<String> COLUMNS = List.of(
            "id",
            "at",
            "wall_at",
            "direction",
            "operator",
            "kind",
            "player",
            "round",
            "transaction_id",
            "attempt",
            "status",
            "verdict",
            "fault",
            "micros",
            "request",
            "response",
            "signed",
            "original",
            "authenticated",
            "text");
    private static final String INSERT = "insert into exchange (" + String.join(", ", COLUMNS) + ") values ("
            + COLUMNS.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";

    private ExchangeRows() {}

    /**
     * Holds an exchange to store.
     *
     * @param authenticated false for a call that was refused before its signature was verified
     */
    record Addition(Entry entry, boolean authenticated) {
        static final long OVERHEAD = 512;

        long weight() {
            var messages = entry.messages();
            return OVERHEAD + messages.request().length + messages.response().length + messages.signed().length;
        }
    }

    static void insert(Connection connection, List<Addition> batch) throws SQLException {
        try (var rows = connection.prepareStatement(INSERT)) {
            for (var addition : batch) {
                var values = values(addition);
                for (var i = 0; i < values.size(); i++) {
                    rows.setObject(i + 1, values.get(i));
                }
                rows.addBatch();
            }
            rows.executeBatch();
        }
    }

    private static List<@Nullable Object> values(Addition addition) {
        var entry = addition.entry;
        var values = new ArrayList<@Nullable Object>(COLUMNS.size());
        values.add(entry.id());
        values.add(entry.at().toEpochMilli());
        values.add(entry.wallAt().toEpochMilli());
        values.add(entry.direction().name());
        values.add(entry.operator());
        values.add(entry.kind());
        values.add(entry.player());
        values.add(entry.round());
        values.add(entry.transaction());
        values.add(entry.attempt());
        values.add(entry.status());
        values.add(entry.verdict());
        values.add(entry.fault());
        values.add(entry.micros());
        values.add(entry.request());
        values.add(entry.response());
        values.add(entry.signed());
        values.add(entry.original());
        values.add(addition.authenticated);
        values.add(SearchedText.of(entry));
        return values;
    }

    static Entry entry(Record row) {
        return new Entry(
                row.get(ID),
                new Entry.Time(
                        Instant.ofEpochMilli(row.get("at", Long.class)),
                        Instant.ofEpochMilli(row.get("wall_at", Long.class)),
                        row.get("micros", Long.class)),
                new Entry.Subject(
                        Direction.valueOf(row.get("direction", String.class)),
                        row.get("operator", String.class),
                        row.get("kind", String.class),
                        row.get("player", String.class),
                        row.get("round", String.class),
                        row.get("transaction_id", String.class)),
                new Entry.Result(
                        row.get("attempt", Integer.class),
                        row.get("status", Integer.class),
                        row.get("verdict", String.class),
                        row.get("fault", String.class)),
                new Entry.Messages(
                        row.get("request", byte[].class),
                        row.get("response", byte[].class),
                        row.get("signed", byte[].class)),
                row.get("original", Long.class));
    }
}
