package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.jdbc.LedgerArchive;
import java.time.Clock;
import java.time.Duration;

/** Moves closed rounds to the archive, while the wallet runs. */
public final class Archive {
    private Archive() {}

    /** Moves every closed round whose settlement is older than {@code age}, and returns their number. */
    public static long olderThan(Duration age, Database database, Clock clock) {
        database.requireToArchive();
        var archive = LedgerArchive.in(database.writeConnections()).prefix("").clock(clock);
        var partitions = database.partitions();
        var complete =
                partitions == null ? archive : archive.partitioning(Movements.partitioning(partitions, Servers.ONE));
        return Movements.orDatabaseFailure(() -> complete.olderThan(age));
    }
}
