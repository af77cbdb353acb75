package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.database.Database;
import java.time.Clock;
import java.time.Duration;
import org.jooq.DSLContext;

/** Moves the times of rounds, in the tables of {@link RoundStore}, when the simulator's clock returns to real time. */
public final class RoundTimes {
    private final DSLContext sql;
    private final Clock clock;

    /** Creates an access to the rounds of a database. */
    public RoundTimes(Database database, Clock clock) {
        this.sql = database.sql();
        this.clock = clock;
    }

    /**
     * Moves what is due back by the time that the clock was ahead, so that it keeps its distance. What the clock dated in the future
     * counts as having happened now: otherwise its balances would be newer than those of the next rounds.
     */
    public void moveBack(Duration ahead) {
        sql.transaction(tx -> {
            var by = ahead.toMillis();
            var now = clock.millis();
            tx.dsl()
                    .execute(
                            "update game_round set next_at = next_at - ?, first_at = first_at - ? where next_at is not"
                                    + " null",
                            by,
                            by);
            for (var time : new String[] {"opened_at", "changed_at", "balance_at"}) {
                tx.dsl().execute("update game_round set " + time + " = ? where " + time + " > ?", now, now);
            }
        });
    }
}
