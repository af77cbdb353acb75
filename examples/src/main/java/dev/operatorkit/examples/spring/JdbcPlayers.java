package dev.operatorkit.examples.spring;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/** Finds the session of a token and the player of an account. */
public final class JdbcPlayers implements PlayerDirectory {
    private final JdbcTemplate sql;

    /** Creates a directory over the tables of {@code schema.sql}. */
    public JdbcPlayers(JdbcTemplate sql) {
        this.sql = sql;
    }

    @Override
    public Optional<Session> findSession(String token) {
        return sql
                .query(
                        "select account_id, expires_at from session where token = ?",
                        (row, number) -> new Session(row.getString("account_id"), instant(row, "expires_at")),
                        token)
                .stream()
                .findFirst();
    }

    @Override
    public Optional<Player> findPlayer(String accountId) {
        return sql
                .query(
                        "select * from account where id = ?",
                        (row, number) -> new Player(
                                row.getString("id"),
                                row.getString("display_name"),
                                new Balance(
                                        new Money(row.getLong("balance"), CurrencyCode.of(row.getString("currency"))),
                                        instant(row, "updated_at"))),
                        accountId)
                .stream()
                .findFirst();
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
