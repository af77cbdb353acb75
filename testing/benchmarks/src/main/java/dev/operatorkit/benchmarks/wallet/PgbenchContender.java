package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a script of pgbench, which does the same work in the same tables without HTTP, signatures or JSON. */
final class PgbenchContender implements Contender {
    private final Postgres postgres;
    private final Meter meter;
    private final String database;
    private final Script script;
    private final int clients;
    private final int players;
    private final int seconds;
    private final String name;

    PgbenchContender(
            Postgres postgres, Meter meter, String database, Script script, int clients, int players, int seconds) {
        this(
                "pgbench, " + script.form + ", " + clients + " clients",
                postgres,
                meter,
                database,
                script,
                clients,
                players,
                seconds);
    }

    private PgbenchContender(
            String name,
            Postgres postgres,
            Meter meter,
            String database,
            Script script,
            int clients,
            int players,
            int seconds) {
        this.name = name;
        this.postgres = postgres;
        this.meter = meter;
        this.database = database;
        this.script = script;
        this.clients = clients;
        this.players = players;
        this.seconds = seconds;
    }

    /** Names the scripts. */
    enum Script {
        SEPARATE("separate statements", "separate-statements.sql", 1),
        PIPELINED("pipelined", "pipelined.sql", 1),
        ONE_STATEMENT("one statement", "one-statement.sql", 1),
        PIPELINED_ROUND("pipelined", "pipelined-round.sql", 2);

        static final List<Script> DEBITS = List.of(SEPARATE, PIPELINED, ONE_STATEMENT);

        private final String form;
        private final String file;
        private final int rows;

        Script(String form, String file, int rows) {
            this.form = form;
            this.file = file;
            this.rows = rows;
        }

        private Path write() {
            try {
                var written = Files.createTempFile("pgbench", ".sql");
                written.toFile().deleteOnExit();
                return Files.writeString(written, text(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns the text of a file next to this class. */
    static String text(String file) throws IOException {
        try (var in = PgbenchContender.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the same on another database, under another name. */
    PgbenchContender on(String otherDatabase, String otherName) {
        return new PgbenchContender(otherName, postgres, meter, otherDatabase, script, clients, players, seconds);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Pass run() throws Exception {
        return meter.measure(database, List.of(), script.rows, () -> {
            var run = postgres.pgbench(database, script.write(), clients, players, seconds);
            return new Meter.Work(run.transactions(), run.perSecond(), null);
        });
    }
}
