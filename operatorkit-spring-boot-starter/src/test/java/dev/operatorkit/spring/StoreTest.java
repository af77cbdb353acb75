package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Starts applications whose store is made from properties. */
class StoreTest {
    private static final String[] SINGLE = {
        Casino.SECRET_PROPERTY,
        "operatorkit.wallet.store.table=player_wallet",
        "operatorkit.wallet.store.id=player_id",
        "operatorkit.wallet.store.balance=cash",
        "operatorkit.wallet.store.amounts=decimal",
        "operatorkit.wallet.store.currency=EUR",
    };

    @TempDir
    Path folder;

    @Test
    void the_store_of_the_properties_moves_the_balances_of_the_table() throws SQLException {
        try (var application = Application.start(Platform.class, folder, SINGLE)) {
            assertThat(application.send(Casino.signed(debit("bet-1"))).statusCode())
                    .isEqualTo(200);
            assertThat(cash(application, "player_wallet")).isEqualTo("98.50");
        }
    }

    @Test
    void each_of_several_operators_has_its_own_tables() throws SQLException {
        try (var application = Application.start(
                Platform.class,
                folder,
                "operatorkit.operators.red.secret=" + Casino.SECRET,
                "operatorkit.operators.red.wallet.prefix=/red",
                "operatorkit.operators.red.wallet.store.table=player_wallet",
                "operatorkit.operators.red.wallet.store.id=player_id",
                "operatorkit.operators.red.wallet.store.balance=cash",
                "operatorkit.operators.red.wallet.store.amounts=decimal",
                "operatorkit.operators.red.wallet.store.currency=EUR",
                "operatorkit.operators.red.wallet.store.prefix=red_",
                "operatorkit.operators.blue.secret=" + Casino.SECRET,
                "operatorkit.operators.blue.wallet.prefix=/blue",
                "operatorkit.operators.blue.wallet.store.table=blue_wallet",
                "operatorkit.operators.blue.wallet.store.currency=EUR",
                "operatorkit.operators.blue.wallet.store.prefix=blue_")) {
            assertThat(application.send(Casino.signed(debit("bet-1"), "/red")).statusCode())
                    .isEqualTo(200);
            assertThat(application.send(Casino.signed(debit("bet-1"), "/blue")).statusCode())
                    .isEqualTo(200);
            assertThat(cash(application, "player_wallet")).isEqualTo("98.50");
            assertThat(cash(application, "blue_wallet")).isEqualTo("9850");
        }
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player("player-one").stake("1.50");
    }

    private static String cash(Application application, String table) throws SQLException {
        try (var connection = application.bean(DataSource.class).getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("select * from " + table)) {
            row.next();
            return row.getString(2);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Platform {
        @Bean
        DataSource database() throws SQLException {
            var source = new JdbcDataSource();
            source.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            try (var connection = source.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute(
                        "create table player_wallet (player_id varchar(256) primary key, cash numeric(19, 2))");
                statement.execute("insert into player_wallet values ('player-one', 100)");
                statement.execute("create table blue_wallet (id varchar(256) primary key, balance bigint)");
                statement.execute("insert into blue_wallet values ('player-one', 10000)");
            }
            return source;
        }

        @Bean
        PlayerDirectory players() {
            var players = new InMemoryPlayers(new InMemoryWalletStore());
            players.addSession(
                    "canary-token-one",
                    "player-one",
                    Clock.systemUTC().instant().plus(Duration.ofHours(2)));
            return players;
        }
    }
}
