package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds unique indexes.
 *
 * @param partition the column with the partition, which is part of each key; null if there is none
 */
record Indexes(
        Connection connection, Dialect dialect, @Nullable String partition) {
    /** Returns the name of a unique index on exactly these columns, separated by commas. */
    String name(String table, String columns) throws SQLException {
        try (var statement = connection.createStatement();
                var none = statement.executeQuery("select " + columns + " from " + table + " where 1 = 0")) {
            var found = findUnique(table, none.getMetaData(), List.of(columns.split(", ")));
            if (found == null) {
                throw SchemaCheck.refusal(table, "has no unique index on " + columns);
            }
            return found;
        }
    }

    /** Returns the name of a unique index on exactly these columns; null if there is none. */
    @Nullable
    String findUnique(String table, ResultSetMetaData types, List<String> columns) throws SQLException {
        return dialect == Dialect.POSTGRESQL ? findOnPostgres(table, columns) : findByMetaData(types, columns);
    }

    /** Asks PostgreSQL itself, whose driver does not tell the schema. An index of some of the rows does not count. */
    private @Nullable String findOnPostgres(String table, List<String> columns) throws SQLException {
        try (var query = connection.prepareStatement("""
            select i.indexrelid::regclass::text from pg_index i
            where i.indrelid = to_regclass(?) and i.indisunique and i.indisvalid and i.indexprs is null
              and i.indpred is null
              and array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid
                and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]) and a.attname <> ? order by 1) = ?::text[]
            """)) {
            query.setString(1, table);
            query.setString(2, partition == null ? "" : partition);
            query.setArray(
                    3,
                    connection.createArrayOf("text", columns.stream().sorted().toArray()));
            try (var row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    private @Nullable String findByMetaData(ResultSetMetaData types, List<String> columns) throws SQLException {
        var found = new HashMap<String, TreeSet<String>>();
        try (var indexes = connection
                .getMetaData()
                .getIndexInfo(
                        blankToNull(types.getCatalogName(1)),
                        blankToNull(types.getSchemaName(1)),
                        types.getTableName(1),
                        true,
                        true)) {
            while (indexes.next()) {
                found.computeIfAbsent(String.valueOf(indexes.getString("INDEX_NAME")), name -> new TreeSet<>())
                        .add(String.valueOf(indexes.getString("COLUMN_NAME")).toLowerCase(Locale.ROOT));
            }
        }
        var wanted = new TreeSet<String>();
        columns.forEach(column -> wanted.add(column.toLowerCase(Locale.ROOT)));
        return found.entrySet().stream()
                .filter(index -> index.getValue().equals(wanted))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String blankToNull(String name) {
        return name.isEmpty() ? null : name;
    }
}
