package dev.operatorkit.reference.openapi;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** Serves the reference wallet with its own routes, on H2. */
final class ReferenceWalletHost implements CallbackHost {
    private final String url = TestDatabase.H2.freshUrl();
    private final BreakingClock clock = new BreakingClock();
    private final WalletUnderTest wallet = WalletUnderTest.at(clock, url);

    @Override
    public String address() {
        return wallet.address();
    }

    @Override
    public void makeOutcomesUnknown() {
        clock.broken = true;
    }

    @Override
    public void makeStoreUnavailable() {
        clock.broken = false;
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

    /** Fails every commit halfway, with an exception that no store may throw, as an out-of-memory error would. */
    private static final class BreakingClock extends Clock {
        volatile boolean broken;

        @Override
        public Instant instant() {
            if (broken && Thread.currentThread().getName().startsWith("wallet-committer")) {
                throw new AssertionError("breaks, as scripted");
            }
            return Instant.now(Clock.systemUTC());
        }

        @Override
        public ZoneId getZone() {
            return Clock.systemUTC().getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("nobody asks for " + zone);
        }
    }
}
