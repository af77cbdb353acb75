package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a script of pgbench, which does the same work in the same tables without HTTP, signatures or JSON.
 *
 * @param database the name of the database
 * @param players the number of players, one of which the script chooses at random
 */
record PgbenchContender(String name, Meter meter, String database, Script script, int clients, int players, int seconds)
        implements Contender {
    static PgbenchContender of(Meter meter, String database, Script script, int clients, int players, int seconds) {
        var name = "pgbench, " + script.form + ", " + clients + " clients";
        return new PgbenchContender(name, meter, database, script, clients, players, seconds);
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

    /** Returns the text of a file in the folder of this class. */
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
        return new PgbenchContender(otherName, meter, otherDatabase, script, clients, players, seconds);
    }

    @Override
    public Pass run() throws Exception {
        return meter.measure(database, List.of(), script.rows, () -> {
            var run = meter.postgres().pgbench(database, script.write(), clients, players, seconds);
            return new Meter.Work(run.transactions(), run.perSecond(), null);
        });
    }
}
