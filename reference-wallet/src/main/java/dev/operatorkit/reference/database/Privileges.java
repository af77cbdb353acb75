package dev.operatorkit.reference.database;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;

/** Lists what a user of PostgreSQL needs for one job, one table a line. {@code deploy/roles.sql} grants it. */
enum Privileges {
    /** Without these the wallet is not ready. */
    CALLBACKS("""
        accounts: select update
        ledger: select insert
        rounds: select insert update
        sessions: select update
        ledger_archive: select
        rounds_archive: select
        history: select insert update
        unmatched_credits: select insert update
        """),

    /** Serves callbacks, pages and the audit. */
    WALLET(CALLBACKS.tables + """
        accounts: insert
        sessions: insert
        adjustments: select insert
        adjustment_references: select insert
        adjustment_requests: select insert update
        approval_amounts: select insert delete
        people: select insert update
        trail: select insert
        flyway_schema_history: select
        """),

    /** Moves old rounds out of the hot tables. */
    ARCHIVE("""
        ledger: select delete
        rounds: select delete
        ledger_archive: select insert
        rounds_archive: select insert
        flyway_schema_history: select
        """);

    private final String tables;

    Privileges(String tables) {
        this.tables = tables;
    }

    /** Returns an expression for those that the user of the session lacks, empty if there are none. */
    String missing() {
        var needed = tables.lines()
                .map(line -> line.split(":? ", -1))
                .flatMap(
                        words -> Stream.of(words).skip(1).map(privilege -> "('" + words[0] + "', '" + privilege + "')"))
                .collect(Collectors.joining(", "));
        return "(select coalesce(string_agg(privilege || ' on ' || name, ', '), '') from (values " + needed
                + ") as needed (name, privilege)"
                + " where not coalesce(has_table_privilege(to_regclass(name), privilege), false))";
    }

    /** Throws an exception that names those that the user lacks. */
    void require(DSLContext sql) {
        var lacking = sql.fetchSingle("select current_user, " + missing());
        if (!lacking.get(1, String.class).isEmpty()) {
            throw new IllegalStateException("the database user " + lacking.get(0) + " lacks " + lacking.get(1)
                    + ". Run deploy/roles.sql as the owner of the tables, and use the user that it names for this.");
        }
    }
}
