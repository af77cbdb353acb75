package dev.operatorkit.reference.openapi;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** The reference wallet with the routes that it is shipped with, on H2. */
final class ReferenceWalletHost implements CallbackHost {
    private final String url = TestDatabase.H2.freshUrl();
    private final BreakingClock clock = new BreakingClock();
    private final WalletUnderTest wallet = WalletUnderTest.at(clock, url);

    @Override
    public String address() {
        return wallet.address();
    }

    @Override
    public void loseTrack() {
        clock.broken = true;
    }

    @Override
    public void refuse() {
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

    /** Fails whoever commits, in the midst of it and with no exception that a store may throw, as a full heap would. */
    private static final class BreakingClock extends Clock {
        volatile boolean broken;

        @Override
        public Instant instant() {
            if (broken && Thread.currentThread().getName().startsWith("wallet-committer")) {
                throw new AssertionError("breaks, as planned");
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
