package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.jdbc.LedgerArchive;
import java.time.Clock;
import java.time.Duration;

/** Moves closed rounds to the archive, while the wallet runs. */
public final class Archive {
    private Archive() {}

    /** Moves every closed round whose settlement is older than {@code age}, and returns their number. */
    public static long olderThan(Duration age, Database database, Clock clock) {
        database.requireToArchive();
        var archive = LedgerArchive.of(Movements.in(database), clock);
        return Movements.orDatabaseFailure(() -> archive.olderThan(age, database.writeConnections()));
    }
}
