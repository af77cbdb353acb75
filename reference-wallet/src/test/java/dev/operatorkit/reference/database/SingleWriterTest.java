package dev.operatorkit.reference.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.staff.Accounts;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the one connection that writes to H2. */
class SingleWriterTest {
    private static final int FORMS = 32;
    private static final Money NOTHING = new Money(0, CurrencyCode.of("EUR"));

    @AutoClose
    private final Database database = Database.open(new Database.Address(TestDatabase.H2.freshUrl(), "", "", null, 1));

    private final Accounts accounts = new Accounts(database, Clock.systemUTC());

    @Test
    void many_writes_at_once_wait_their_turn_although_a_callback_would_have_given_up() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var committer = database.movements().getConnection();
            var writes = IntStream.range(0, FORMS)
                    .mapToObj(number -> threads.submit((Callable<Boolean>) () -> {
                        accounts.open("player-" + number, "Player", NOTHING, new Accounts.Author("test"));
                        return true;
                    }))
                    .toList();
            // The pool gives up after two seconds.
            assertThatThrownBy(() -> database.movements().getConnection())
                    .isInstanceOf(SQLTransientConnectionException.class);
            committer.close();
            for (var write : writes) {
                assertThat(write.get()).isTrue();
            }
        }
    }
}
