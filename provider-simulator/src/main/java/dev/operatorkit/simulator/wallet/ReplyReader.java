package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.JsonContentType;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.json.UtcTime;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Limits;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Interprets responses: strictly for money, leniently for everything else. */
public final class ReplyReader {
    private static final int MAX_MESSAGE_LENGTH = 300;
    private static final Set<Integer> ANY_CALLBACK = Set.of(401, 422, 500, 503);
    private static final Set<Integer> UNKNOWN_TARGET = Set.of(404, 405);

    private ReplyReader() {}

    private record BalanceBody(
            @Nullable Amount amount,
            @Nullable String currency,
            @Nullable Object updatedAt) {}

    private record ResultBody(
            @Nullable Object operatorTransactionId,
            @Nullable BalanceBody balance,
            @Nullable Object createdAt) {}

    private record PlayerBody(
            @Nullable Object accountId,
            @Nullable Object displayName,
            @Nullable BalanceBody balance) {}

    private record ErrorBody(@Nullable String message) {}

    /** Interprets the response to a movement or lookup, for an account in a currency. */
    public static CallbackReply result(Exchange exchange, CurrencyCode currency) {
        return read(exchange, (body, violations) -> {
            var result = Json.read(body, ResultBody.class);
            var id = operatorTransactionId(result.operatorTransactionId, violations);
            var balance = balance(result.balance, violations);
            if (!balance.money().currency().equals(currency)) {
                return new CallbackReply.Broken(
                        "its balance is in " + balance.money().currency() + " and the account is in " + currency);
            }
            if (result.createdAt != null) {
                time("createdAt", result.createdAt, violations);
            }
            return new CallbackReply.Done(id, balance.money(), balance.updatedAt(), violations);
        });
    }

    public static CallbackReply player(Exchange exchange) {
        return read(exchange, (body, violations) -> {
            var player = Json.read(body, PlayerBody.class);
            var balance = balance(player.balance, violations);
            var name = player.displayName instanceof String text ? text : "";
            if (!(player.displayName instanceof String)) {
                violations.add(player.displayName == null ? "displayName is missing" : "displayName is not a string");
            }
            return new CallbackReply.Known(
                    accountId(player.accountId), name, balance.money(), balance.updatedAt(), violations);
        });
    }

    /** Reads the body of a 200, and adds to the violations each readable part that breaks the contract. */
    private interface Reading {
        CallbackReply of(byte[] body, List<String> violations);
    }

    private static CallbackReply read(Exchange exchange, Reading reading) {
        return switch (exchange.result()) {
            case NoResponse silence -> new CallbackReply.Silent(silence.cause(), silence.detail());
            case Answered answer -> {
                if (answer.status() != 200) {
                    yield refused(exchange.callback(), answer, exchange.resends() > 0);
                }
                try {
                    yield reading.of(answer.body(), violationsOfForm(answer));
                } catch (MalformedJsonException e) {
                    var coding = answer.values("Content-Encoding").stream()
                            .filter(each -> !each.equalsIgnoreCase("identity"))
                            .findFirst();
                    if (coding.isPresent()) {
                        yield new CallbackReply.Broken("its body is compressed (Content-Encoding: " + coding.get()
                                + "), which the callback did not accept. Turn compression off for callbacks");
                    }
                    yield new CallbackReply.Broken("its body is not the expected JSON: " + e.getMessage());
                } catch (IllegalArgumentException e) {
                    yield new CallbackReply.Broken(String.valueOf(e.getMessage()));
                }
            }
        };
    }

    /** Returns the violations of the headers; a readable body is used in spite of its headers (D-61). */
    private static List<String> violationsOfForm(Answered answer) {
        var violations = new ArrayList<String>();
        var types = answer.values("Content-Type");
        if (types.isEmpty()) {
            violations.add("Content-Type is missing, it must be application/json");
        } else if (types.size() > 1 || !JsonContentType.isJson(types.get(0))) {
            violations.add("Content-Type is '" + String.join(", ", types) + "', it must be application/json");
        }
        for (var encoding : answer.values("Content-Encoding")) {
            if (!encoding.equalsIgnoreCase("identity")) {
                violations.add("Content-Encoding is '" + encoding + "', which the callback did not accept");
            }
        }
        return violations;
    }

    /** Accepts a number in place of a string, because the id is only for troubleshooting (WAL-14). */
    private static String operatorTransactionId(@Nullable Object id, List<String> violations) {
        if (id instanceof Number) {
            violations.add("operatorTransactionId is a number, it must be a string");
            return id.toString();
        }
        if (id != null && !(id instanceof String)) {
            throw new IllegalArgumentException("operatorTransactionId is not a string");
        }
        return present("operatorTransactionId", (String) id);
    }

    /** Checks the account id, because every callback of the game repeats it (D-14, D-36). */
    private static String accountId(@Nullable Object id) {
        if (id != null && !(id instanceof String)) {
            throw new IllegalArgumentException("accountId is not a string");
        }
        var text = present("accountId", (String) id);
        if (text.codePointCount(0, text.length()) > Limits.MAX_ID_LENGTH) {
            throw new IllegalArgumentException("accountId has more than " + Limits.MAX_ID_LENGTH + " characters");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("accountId contains control characters");
        }
        return text;
    }

    private static CallbackReply refused(Callback callback, Answered answer, boolean repeated) {
        var status = answer.status();
        return new CallbackReply.Refused(status, message(status, answer.body()), violation(callback, status), repeated);
    }

    private static @Nullable String violation(Callback callback, int status) {
        var kind = callback.kind();
        var allowed = new TreeSet<>(ANY_CALLBACK);
        allowed.add(200);
        if (callback.isTooLong()) {
            allowed.add(413);
        }
        if (!callback.hasSpecifiedTarget()) {
            allowed.addAll(UNKNOWN_TARGET);
        }
        switch (kind) {
            case DEBIT -> allowed.add(409);
            case PLAYER -> allowed.add(403);
            case LOOKUP -> allowed.add(404);
            case CREDIT, ROLLBACK -> {}
        }
        if (allowed.contains(status)) {
            return null;
        }
        var last = allowed.removeLast();
        var name = kind == CallbackKind.LOOKUP ? "a lookup" : "/" + kind.name().toLowerCase(Locale.ROOT);
        return "unexpected status " + status + ": " + name + " may answer "
                + allowed.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " or " + last;
    }

    private static @Nullable String message(int status, byte[] body) {
        if (status >= 300 && status < 400) {
            return "a redirect, which is not followed";
        }
        try {
            var message = Json.read(body, ErrorBody.class).message;
            return message == null || message.length() <= MAX_MESSAGE_LENGTH
                    ? message
                    : message.substring(0, MAX_MESSAGE_LENGTH) + "…";
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

    private static Balance balance(@Nullable BalanceBody balance, List<String> violations) {
        if (balance == null) {
            throw new IllegalArgumentException("balance is missing");
        }
        if (balance.amount == null) {
            throw new IllegalArgumentException("balance.amount is missing");
        }
        var updatedAt = time("balance.updatedAt", balance.updatedAt, violations);
        var currency = CurrencyCode.ofUnlisted(present("balance.currency", balance.currency));
        if (balance.amount.isNegative()) {
            violations.add("the balance is negative: " + balance.amount.toPlainString());
        }
        var whole = balance.amount.value().setScale(currency.decimals(), RoundingMode.DOWN);
        if (whole.compareTo(balance.amount.value()) != 0) {
            violations.add("the balance " + balance.amount.toPlainString() + " has more decimals than " + currency
                    + ", which has " + currency.decimals());
        }
        return new Balance(new Amount(whole).toMoney(currency), updatedAt);
    }

    /** Reports a missing time, or one that is not in UTC, as a violation that does not affect money (D-61, GEN-3). */
    private static Instant time(String field, @Nullable Object time, List<String> violations) {
        try {
            if (time != null) {
                return UtcTime.parse(time.toString());
            }
            violations.add(field + " is missing");
        } catch (IllegalArgumentException e) {
            violations.add(field + " " + e.getMessage());
        }
        return Instant.EPOCH;
    }
}
