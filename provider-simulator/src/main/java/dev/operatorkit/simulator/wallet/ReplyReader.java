package dev.operatorkit.simulator.wallet;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.wallet.Reception.Answered;
import dev.operatorkit.simulator.wallet.Reception.Silence;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads answers: strict about money, tolerant about everything that moves none. */
public final class ReplyReader {
    private static final int LONGEST_MESSAGE = 300;
    private static final Set<Integer> ANY_CALLBACK = Set.of(401, 422, 500, 503);

    private ReplyReader() {}

    private record BalanceBody(
            @Nullable Amount amount, @Nullable String currency) {}

    private record ResultBody(
            @Nullable String operatorTransactionId,
            @Nullable BalanceBody balance) {}

    private record PlayerBody(
            @Nullable String accountId,
            @Nullable String displayName,
            @Nullable BalanceBody balance) {}

    private record ErrorBody(@Nullable String message) {}

    /** What the answer to a movement or a lookup means, for an account in that currency. */
    public static Reply result(Exchange exchange, CurrencyCode currency) {
        return read(exchange, body -> {
            var result = Json.read(body, ResultBody.class);
            var id = present("operatorTransactionId", result.operatorTransactionId);
            var balance = money(result.balance);
            if (!balance.currency().equals(currency)) {
                return new Reply.Broken("its balance is in " + balance.currency() + ", the account is in " + currency);
            }
            return new Reply.Done(id, balance);
        });
    }

    /** What the answer to {@code /player} means. */
    public static Reply player(Exchange exchange) {
        return read(exchange, body -> {
            var player = Json.read(body, PlayerBody.class);
            var name = player.displayName == null ? "" : player.displayName;
            return new Reply.Known(present("accountId", player.accountId), name, money(player.balance));
        });
    }

    private interface Reading {
        Reply of(byte[] body);
    }

    private static Reply read(Exchange exchange, Reading reading) {
        return switch (exchange.reception()) {
            case Silence silence -> new Reply.Silent(silence.trouble(), silence.detail());
            case Answered answer -> {
                if (answer.status() != 200) {
                    yield refused(exchange.callback().kind(), answer);
                }
                try {
                    yield reading.of(answer.body());
                } catch (MalformedJsonException e) {
                    yield new Reply.Broken("its body is not the JSON that is due: " + e.getMessage());
                } catch (IllegalArgumentException e) {
                    yield new Reply.Broken(String.valueOf(e.getMessage()));
                }
            }
        };
    }

    private static Reply refused(CallbackKind kind, Answered answer) {
        var status = answer.status();
        var expected = ANY_CALLBACK.contains(status)
                || switch (kind) {
                    case DEBIT -> status == 409;
                    case PLAYER -> status == 403;
                    case LOOKUP -> status == 404;
                    case CREDIT, ROLLBACK -> false;
                };
        return new Reply.Refused(status, message(status, answer.body()), expected);
    }

    private static @Nullable String message(int status, byte[] body) {
        if (status >= 300 && status < 400) {
            return "a redirect, which is never followed";
        }
        try {
            var message = Json.read(body, ErrorBody.class).message;
            return message == null || message.length() <= LONGEST_MESSAGE
                    ? message
                    : message.substring(0, LONGEST_MESSAGE) + "…";
        } catch (MalformedJsonException e) {
            return null;
        }
    }

    private static String present(String field, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value;
    }

    private static Money money(@Nullable BalanceBody balance) {
        if (balance == null) {
            throw new IllegalArgumentException("balance is missing");
        }
        if (balance.amount == null) {
            throw new IllegalArgumentException("balance.amount is missing");
        }
        var money = balance.amount.in(CurrencyCode.of(present("balance.currency", balance.currency)));
        if (money.minor() < 0) {
            throw new IllegalArgumentException("the balance is negative: " + money);
        }
        return money;
    }
}
