package com.example.casino;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;

/** Finds the sessions and players of the platform; the starter does the rest. */
@SpringBootApplication(proxyBeanMethods = false)
public record Casino(JdbcTemplate sql, JdbcWalletStore store) implements PlayerDirectory {
    public static void main(String[] arguments) {
        SpringApplication.run(Casino.class, arguments);
    }

    @Override
    public Optional<Session> findSession(String token) {
        var query = "select player_id, expires_at from player_session where token = ?";
        return sql
                .query(
                        query,
                        (row, number) -> new Session(
                                row.getString(1), row.getTimestamp(2).toInstant()),
                        token)
                .stream()
                .findFirst();
    }

    @Override
    public Optional<Player> findPlayer(String id) {
        return store.findAccount(id)
                .map(account -> new Player(id, id, new Balance(account.balance(), account.updatedAt())));
    }
}
