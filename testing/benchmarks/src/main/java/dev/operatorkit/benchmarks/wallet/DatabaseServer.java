package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Runs a database server with durable commits, as in production. */
abstract class DatabaseServer implements AutoCloseable {
    /** Returns the JDBC URL of a database. */
    abstract String url(String database);

    /** Returns the id of the server's first process. */
    abstract long pid();

    /** Returns the query of the bytes written ahead since the server was installed. */
    abstract String writtenAhead();

    /** Returns the query of the time in whole milliseconds. */
    abstract String now();

    /** Names the database that is there from the beginning. */
    abstract String first();

    /** Creates a database and returns its JDBC URL. */
    String database(String name) {
        run(first(), "create database " + name);
        return url(name);
    }

    void run(String database, String sql) {
        try (var connection = DriverManager.getConnection(url(database));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String text(String database, String sql) {
        try (var connection = DriverManager.getConnection(url(database));
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(rows.getMetaData().getColumnCount());
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Returns what the manuals advise for a server: less would measure how indexes of years are read from the kernel's cache. */
    static String quarterOfMemory() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
            var kilobytes = lines.filter(line -> line.startsWith("MemTotal:"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(kilobytes) / 4 / 1024 + "M";
        }
    }

    @Override
    public abstract void close() throws IOException;
}
