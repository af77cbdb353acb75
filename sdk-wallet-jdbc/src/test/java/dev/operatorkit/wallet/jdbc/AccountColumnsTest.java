package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a limit whose total is a column of the account, on each server. */
class AccountColumnsTest {
    private static final long LIMIT = 100;
    private static final long STAKE = 7;
    private static final int BETS = 64;

    private enum Reason {
        LOSS_LIMIT
    }

    private record Lost() implements AccountColumns<Long> {
        @Override
        public List<String> names() {
            return List.of("lost");
        }

        @Override
        public Long read(ResultSet row, int first, Map<String, StoredTransaction> known) throws SQLException {
            return row.getLong(first);
        }

        @Override
        public List<Written> written() {
            return List.of(new Written("lost", JDBCType.BIGINT));
        }

        @Override
        public List<Long> valuesAfter(Long lost, Collection<StoredTransaction> applied) {
            return List.of(lost + sum(applied));
        }
    }

    private static long sum(Collection<StoredTransaction> applied) {
        return applied.stream()
                .mapToLong(each -> (each.kind() == StoredTransaction.Kind.DEBIT ? 1 : -1)
                        * each.amount().minorUnits())
                .sum();
    }

    private static Optional<PolicyRefusal> limitLosses(ProposedDebit debit) {
        var lost = debit.data(Long.class).orElseThrow() + sum(debit.earlier());
        return lost + debit.stake().minorUnits() > LIMIT
                ? Optional.of(new PolicyRefusal(Reason.LOSS_LIMIT, "the loss limit is reached"))
                : Optional.empty();
    }

    private static TransactionalWallet wallet(HikariDataSource source) {
        var store = JdbcWalletStore.builder(source)
                .accounts(Mapping.TEXT_MINOR.table)
                .columns(new Lost())
                .build();
        return TransactionalWallet.builder(store, KilledServerTest.NO_PLAYERS)
                .policy(AccountColumnsTest::limitLosses)
                .groupCommit(GroupCommitOptions.defaults().withCommitters(2))
                .build();
    }

    private static List<Outcome> bet(TransactionalWallet wallet) {
        return IntStream.range(0, BETS)
                .parallel()
                .mapToObj(i -> new Debit(
                        "bet " + i,
                        "round " + i,
                        "player",
                        null,
                        null,
                        WireAmount.of(Money.of("0.07", "EUR")),
                        "bet",
                        null))
                .map(debit -> wallet.debit(debit, CallbackContext.ofBody()))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void concurrent_bets_never_pass_a_limit_and_repeats_get_their_response(Server server) throws SQLException {
        try (var source = Mapping.TEXT_MINOR.open(server)) {
            Mapping.TEXT_MINOR.openAccount(source, "player", Money.of("1000", "EUR"));
            Mapping.execute(source, "alter table player_wallet add column lost bigint default 0 not null");
            try (var wallet = wallet(source);
                    var other = wallet(source)) {
                var outcomes = bet(wallet);
                assertThat(outcomes)
                        .filteredOn(Outcome.Applied.class::isInstance)
                        .hasSize((int) (LIMIT / STAKE));
                assertThat(bet(other)).isEqualTo(outcomes);
            }
            try (var connection = source.getConnection();
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("select lost from player_wallet")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isEqualTo(LIMIT / STAKE * STAKE);
            }
        }
    }
}
