package dev.operatorkit.reference.openapi;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** Serves the reference wallet with its own routes, on H2. */
final class ReferenceWalletHost implements CallbackHost {
    private final String url = TestDatabase.H2.freshUrl();
    private volatile boolean failsCommits;
    private final WalletUnderTest wallet =
            WalletUnderTest.at(((InstantSource) this::now).withZone(ZoneOffset.UTC), url);

    /** Returns the time, or fails a commit halfway, with an exception that no store may throw, as an out-of-memory error would. */
    private Instant now() {
        if (failsCommits && Thread.currentThread().getName().startsWith("wallet-committer")) {
            throw new AssertionError("breaks, as scripted");
        }
        return Clock.systemUTC().instant();
    }

    @Override
    public String address() {
        return wallet.address();
    }

    @Override
    public void makeOutcomesUnknown() {
        failsCommits = true;
    }

    @Override
    public void makeStoreUnavailable() {
        failsCommits = false;
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute("alter table ledger rename to another_ledger");
            sql.execute("alter table accounts rename to other_accounts");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        wallet.close();
    }
}
