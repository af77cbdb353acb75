package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.WireAmount;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that what a server has acknowledged is there after it was killed, and nothing else has moved money. */
@Tag("slow")
@Isolated
class KilledServerTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final int CALLERS = 8;
    private static final int DEBITS_BEFORE_THE_KILL = 200;
    private static final long BALANCE = 1_000_000;

    static final PlayerDirectory NO_PLAYERS = new PlayerDirectory() {
        @Override
        public Optional<Session> findSession(String token) {
            return Optional.empty();
        }

        @Override
        public Optional<Player> findPlayer(String accountId) {
            return Optional.empty();
        }
    };

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2") // is not a server
    void every_acknowledged_debit_survives_the_kill_of_the_server(Server server)
            throws SQLException, InterruptedException {
        try (var source = Mapping.TEXT_MINOR.open(server)) {
            for (var caller = 0; caller < CALLERS; caller++) {
                Mapping.TEXT_MINOR.openAccount(source, "player-" + caller, new Money(BALANCE, EUR));
            }
            Set<String> acknowledged = ConcurrentHashMap.newKeySet();
            var killed = new CountDownLatch(1);
            var enough = new CountDownLatch(DEBITS_BEFORE_THE_KILL);
            try (var wallet = TransactionalWallet.builder(Mapping.TEXT_MINOR.store(source), NO_PLAYERS)
                    .build()) {
                var callers = Executors.newFixedThreadPool(CALLERS);
                for (var caller = 0; caller < CALLERS; caller++) {
                    var player = "player-" + caller;
                    callers.execute(() -> {
                        for (var i = 0; killed.getCount() > 0; i++) {
                            var id = player + "-" + i;
                            var debit = new Debit(
                                    id, id, player, null, null, WireAmount.of(new Money(1, EUR)), "bet", null);
                            if (wallet.debit(debit, CallbackContext.ofBody()) instanceof Outcome.Applied) {
                                acknowledged.add(id);
                                enough.countDown();
                            }
                        }
                    });
                }
                enough.await();
                server.kill(source);
                killed.countDown();
                callers.shutdown();
                while (!callers.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES)) {}
            }
            try (var connection = source.getConnection();
                    var statement = connection.createStatement()) {
                var stored = ConcurrentHashMap.<String>newKeySet();
                try (var rows = statement.executeQuery("select transaction_id from wallet_ledger")) {
                    while (rows.next()) {
                        stored.add(rows.getString(1));
                    }
                }
                assertThat(stored).containsAll(acknowledged);
            }
            assertThat(LedgerAudit.of(Mapping.TEXT_MINOR.store(source)).run(source))
                    .allMatch(LedgerAudit.Finding::holds);
        }
    }
}
