package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that expensive work, by however many requests of one person, leaves room for all others. */
class ExpensiveWorkTest extends OfficeTest {
    private static final int REQUESTS = 20;

    ExpensiveWorkTest() {
        super(TestDatabase.H2);
    }

    /** Is called by the database for each row of a view, and so stops an audit until the test opens it. */
    public static final class Gate {
        private static final CountDownLatch OPENED = new CountDownLatch(1);

        private Gate() {}

        /** Waits, and returns false. */
        public static boolean pass() throws InterruptedException {
            OPENED.await();
            return false;
        }
    }

    private void requireServed(Visitor other) {
        assertThat(other.get("/players").statusCode()).isEqualTo(200);
        assertThat(wallet.player(1).status()).isEqualTo(200);
    }

    @Test
    void one_audit_runs_for_all_who_start_it_and_blocks_no_page() throws Exception {
        var carl = office.add("carl");
        var vera = office.add("vera");
        office.bet("player-1", "bet", "1");
        office.execute("alter table rounds_archive rename to rounds_archived");
        office.execute("create alias pass for \"" + Gate.class.getName() + ".pass\"");
        office.execute("create view rounds_archive as select * from rounds where pass()");
        try (var threads = Executors.newFixedThreadPool(REQUESTS)) {
            var started = threads.invokeAll(Stream.<Callable<Integer>>generate(
                            () -> () -> carl.post("/audit", Map.of()).statusCode())
                    .limit(REQUESTS)
                    .toList());
            for (var status : started) {
                assertThat(status.get()).isIn(303, 429);
            }
            assertThat(vera.text("/audit")).containsPattern("has been running since .* UTC ?: \\d+ of \\d+ checks");
            requireServed(vera);
        } finally {
            Gate.OPENED.countDown();
        }
        await().until(() -> vera.text("/audit").contains("The ledger balances."));
        office.execute("drop view rounds_archive");
        office.execute("alter table rounds_archived rename to rounds_archive");
        // Requests above the limit of one person have an entry too.
        assertThat(admin.page("/trail.csv?person=carl")).containsOnlyOnce("\"audit\",\"\",\"\",\"done\"");
    }

    @Test
    void slow_readers_of_files_keep_only_themselves_from_downloading() throws Exception {
        var ada = office.add("ada");
        var nina = office.add("nina");
        office.execute("insert into accounts (id, display_name, currency, balance, version, updated_at)"
                + " select 'idle-' || \"X\", 'A player who has a name', 'EUR', 0, 0, current_timestamp"
                + " from system_range(1, 150000)");
        List<RawClient> readers = new ArrayList<>();
        try {
            for (var i = 0; i < 2; i++) {
                readers.add(beginDownload(ada));
            }
            assertThat(ada.page("/players.csv")).contains("Too many downloads");
            assertThat(ada.get("/players").statusCode()).isEqualTo(200);
            requireServed(nina);
            assertThat(nina.page("/rounds.csv")).contains("Account");
        } finally {
            for (var reader : readers) {
                reader.close();
            }
        }
        await().until(() -> ada.get("/rounds.csv").statusCode() == 200);
    }

    /** Requests a file that is larger than all buffers, and reads no more than that it has begun. */
    private RawClient beginDownload(Visitor visitor) throws IOException {
        var office = URI.create(wallet.backOffice());
        var caller = RawClient.withSmallBuffer(office.getPort());
        caller.send("GET /players.csv HTTP/1.1\r\nHost: " + office.getAuthority() + "\r\nCookie: " + visitor.cookie()
                + "\r\n\r\n");
        assertThat(caller.read(1)).isEqualTo("H");
        return caller;
    }
}
