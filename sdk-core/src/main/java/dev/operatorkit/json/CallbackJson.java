package dev.operatorkit.json;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.FreeRoundData;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.io.IOException;
import java.time.Instant;

/** Reads and writes the requests and responses of the wallet callbacks. */
final class CallbackJson {
    private CallbackJson() {}

    static Debit debit(FieldCursor in) throws IOException {
        String transactionId = null;
        String gameRoundId = null;
        String playerId = null;
        String gameId = null;
        String token = null;
        WireAmount stake = null;
        String reason = null;
        FreeRoundData freeRoundData = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "transactionId" -> transactionId = in.text();
                case "gameRoundId" -> gameRoundId = in.text();
                case "playerId" -> playerId = in.text();
                case "gameId" -> gameId = in.text();
                case "token" -> token = in.text();
                case "stake" -> stake = in.object(CallbackJson::wireAmount);
                case "reason" -> reason = in.storedText();
                case "freeRoundData" -> freeRoundData = in.informational(CallbackJson::freeRoundData);
                default -> in.skip();
            }
        }
        return new Debit(
                in.required("transactionId", transactionId),
                in.required("gameRoundId", gameRoundId),
                playerId,
                gameId,
                token,
                in.required("stake", stake),
                reason,
                freeRoundData);
    }

    /** Requires only the transactionId, since the id is looked up before anything else is checked (D-21). */
    static CallbackIds callbackIds(FieldCursor in) throws IOException {
        String transactionId = null;
        String playerId = null;
        String token = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "transactionId" -> transactionId = in.text();
                case "playerId" -> playerId = in.textOrNothing();
                case "token" -> token = in.textOrNothing();
                default -> in.skip();
            }
        }
        return new CallbackIds(in.required("transactionId", transactionId), playerId, token);
    }

    static void write(Debit debit, JsonOutput out) throws IOException {
        out.begin()
                .text("transactionId", debit.transactionId())
                .text("gameRoundId", debit.gameRoundId())
                .text("playerId", debit.playerId())
                .text("gameId", debit.gameId())
                .text("token", debit.token())
                .object("stake", debit.stake(), CallbackJson::write)
                .text("reason", debit.reason())
                .object("freeRoundData", debit.freeRoundData(), CallbackJson::write)
                .end();
    }

    static Credit credit(FieldCursor in) throws IOException {
        String transactionId = null;
        String referenceTransactionId = null;
        String gameRoundId = null;
        String playerId = null;
        String gameId = null;
        WireAmount payout = null;
        String reason = null;
        FreeRoundData freeRoundData = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "transactionId" -> transactionId = in.text();
                case "referenceTransactionId" -> referenceTransactionId = in.text();
                case "gameRoundId" -> gameRoundId = in.text();
                case "playerId" -> playerId = in.text();
                case "gameId" -> gameId = in.informationalId();
                case "payout" -> payout = in.object(CallbackJson::wireAmount);
                case "reason" -> reason = in.informationalText();
                case "freeRoundData" -> freeRoundData = in.informational(CallbackJson::freeRoundData);
                default -> in.skip();
            }
        }
        return new Credit(
                in.required("transactionId", transactionId),
                in.required("referenceTransactionId", referenceTransactionId),
                in.required("gameRoundId", gameRoundId),
                in.required("playerId", playerId),
                gameId,
                in.required("payout", payout),
                reason,
                freeRoundData);
    }

    static void write(Credit credit, JsonOutput out) throws IOException {
        out.begin()
                .text("transactionId", credit.transactionId())
                .text("referenceTransactionId", credit.referenceTransactionId())
                .text("gameRoundId", credit.gameRoundId())
                .text("playerId", credit.playerId())
                .text("gameId", credit.gameId())
                .object("payout", credit.payout(), CallbackJson::write)
                .text("reason", credit.reason())
                .object("freeRoundData", credit.freeRoundData(), CallbackJson::write)
                .end();
    }

    static Rollback rollback(FieldCursor in) throws IOException {
        String transactionId = null;
        String referenceTransactionId = null;
        String gameRoundId = null;
        String playerId = null;
        String gameId = null;
        String reason = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "transactionId" -> transactionId = in.text();
                case "referenceTransactionId" -> referenceTransactionId = in.text();
                case "gameRoundId" -> gameRoundId = in.text();
                case "playerId" -> playerId = in.text();
                case "gameId" -> gameId = in.informationalId();
                case "reason" -> reason = in.informationalText();
                default -> in.skip();
            }
        }
        return new Rollback(
                in.required("transactionId", transactionId),
                in.required("referenceTransactionId", referenceTransactionId),
                in.required("gameRoundId", gameRoundId),
                in.required("playerId", playerId),
                gameId,
                reason);
    }

    static void write(Rollback rollback, JsonOutput out) throws IOException {
        out.begin()
                .text("transactionId", rollback.transactionId())
                .text("referenceTransactionId", rollback.referenceTransactionId())
                .text("gameRoundId", rollback.gameRoundId())
                .text("playerId", rollback.playerId())
                .text("gameId", rollback.gameId())
                .text("reason", rollback.reason())
                .end();
    }

    static Player player(FieldCursor in) throws IOException {
        String accountId = null;
        String displayName = null;
        Balance balance = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "accountId" -> accountId = in.text();
                case "displayName" -> displayName = in.text();
                case "balance" -> balance = in.object(CallbackJson::balance);
                default -> in.skip();
            }
        }
        return new Player(
                in.required("accountId", accountId),
                in.required("displayName", displayName),
                in.required("balance", balance));
    }

    static void write(Player player, JsonOutput out) throws IOException {
        out.begin()
                .text("accountId", player.accountId())
                .text("displayName", player.displayName())
                .object("balance", player.balance(), CallbackJson::write)
                .end();
    }

    static TransactionResult transactionResult(FieldCursor in) throws IOException {
        String operatorTransactionId = null;
        Balance balance = null;
        Instant createdAt = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "operatorTransactionId" -> operatorTransactionId = in.text();
                case "balance" -> balance = in.object(CallbackJson::balance);
                case "createdAt" -> createdAt = in.time();
                default -> in.skip();
            }
        }
        return new TransactionResult(
                in.required("operatorTransactionId", operatorTransactionId),
                in.required("balance", balance),
                createdAt);
    }

    static void write(TransactionResult result, JsonOutput out) throws IOException {
        out.begin()
                .text("operatorTransactionId", result.operatorTransactionId())
                .object("balance", result.balance(), CallbackJson::write)
                .time("createdAt", result.createdAt())
                .end();
    }

    static ErrorMessage errorMessage(FieldCursor in) throws IOException {
        String message = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "message" -> message = in.text();
                default -> in.skip();
            }
        }
        return new ErrorMessage(in.required("message", message));
    }

    static void write(ErrorMessage error, JsonOutput out) throws IOException {
        out.begin().text("message", error.message()).end();
    }

    static Balance balance(FieldCursor in) throws IOException {
        Amount amount = null;
        CurrencyCode currency = null;
        Instant updatedAt = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "amount" -> amount = in.amount();
                case "currency" -> currency = in.currency();
                case "updatedAt" -> updatedAt = in.time();
                default -> in.skip();
            }
        }
        return new Balance(in.money("amount", amount, "currency", currency), in.required("updatedAt", updatedAt));
    }

    static void write(Balance balance, JsonOutput out) throws IOException {
        out.begin()
                .number("amount", balance.money().toPlainString())
                .text("currency", balance.money().currency().code())
                .time("updatedAt", balance.updatedAt())
                .end();
    }

    static WireAmount wireAmount(FieldCursor in) throws IOException {
        Amount amount = null;
        String currency = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "amount" -> amount = in.amount();
                case "currency" -> currency = in.text();
                default -> in.skip();
            }
        }
        return new WireAmount(in.required("amount", amount), currency);
    }

    static void write(WireAmount value, JsonOutput out) throws IOException {
        out.begin()
                .number("amount", value.amount().toPlainString())
                .text("currency", value.currency())
                .end();
    }

    static FreeRoundData freeRoundData(FieldCursor in) throws IOException {
        String campaign = null;
        WireAmount value = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "campaign" -> campaign = in.text();
                case "value" -> value = in.informational(CallbackJson::wireAmount);
                default -> in.skip();
            }
        }
        return new FreeRoundData(in.required("campaign", campaign), value);
    }

    static void write(FreeRoundData data, JsonOutput out) throws IOException {
        out.begin()
                .text("campaign", data.campaign())
                .object("value", data.value(), CallbackJson::write)
                .end();
    }
}
