package dev.operatorkit.simulator.launch;

import static dev.operatorkit.simulator.launch.Launches.ACCOUNT_ID;
import static dev.operatorkit.simulator.launch.Launches.BALANCE_AT;
import static dev.operatorkit.simulator.launch.Launches.BALANCE_MINOR;
import static dev.operatorkit.simulator.launch.Launches.CREATED_AT;
import static dev.operatorkit.simulator.launch.Launches.CURRENCY;
import static dev.operatorkit.simulator.launch.Launches.DISPLAY_NAME;
import static dev.operatorkit.simulator.launch.Launches.ID;
import static dev.operatorkit.simulator.launch.Launches.IP;
import static dev.operatorkit.simulator.launch.Launches.LANG;
import static dev.operatorkit.simulator.launch.Launches.OPENED_AT;
import static dev.operatorkit.simulator.launch.Launches.OPERATOR;
import static dev.operatorkit.simulator.launch.Launches.SLUG;
import static dev.operatorkit.simulator.launch.Launches.TOKEN;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.net.IpAddress;
import dev.operatorkit.simulator.operator.PlayerSession;
import java.time.Instant;
import java.util.Objects;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * Holds an issued launch URL.
 *
 * @param request the request, with the token and the address it is bound to (LAU-8)
 * @param session the started game, or null
 */
public record Launch(
        String id,
        String operator,
        LaunchRequest request,
        Instant createdAt,
        @Nullable GameSession session) {

    static Launch of(Record row) {
        return new Launch(row.get(ID), row.get(OPERATOR), request(row), row.get(CREATED_AT), session(row));
    }

    private static LaunchRequest request(Record row) {
        var ip = IpAddress.parse(row.get(IP));
        var currency = row.get(CURRENCY);
        return currency == null
                ? new LaunchRequest.Demo(row.get(SLUG), ip, row.get(LANG))
                : new LaunchRequest.RealMoney(
                        row.get(SLUG), ip, row.get(LANG), CurrencyCode.ofUnlisted(currency), row.get(TOKEN));
    }

    private static @Nullable GameSession session(Record row) {
        var openedAt = row.get(OPENED_AT);
        if (openedAt == null) {
            return null;
        }
        var currency = row.get(CURRENCY);
        if (currency == null) {
            return new GameSession.Demo(row.get(ID), row.get(OPERATOR), row.get(SLUG), openedAt);
        }
        var balance = new Money(row.get(BALANCE_MINOR), CurrencyCode.ofUnlisted(currency));
        var player = new PlayerSession(
                row.get(OPERATOR), row.get(ACCOUNT_ID), row.get(SLUG), row.get(TOKEN), balance.currency());
        return new GameSession.RealMoney(
                row.get(ID),
                player,
                openedAt,
                row.get(DISPLAY_NAME),
                balance,
                Objects.requireNonNullElse(row.get(BALANCE_AT), Instant.EPOCH));
    }

    /** Hides the id, which lets its holder play. */
    @Override
    public String toString() {
        return "Launch[" + operator + " " + request.slug() + " at " + createdAt + "]";
    }
}
