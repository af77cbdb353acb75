package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates replays of a debit, credit or rollback with changed fields: omitted, of the wrong type, too long, with
 * another amount or currency, or with an unknown token. None names another account, so a wallet must give each the same
 * response as the applied callback (D-21).
 */
final class InvalidReplays {
    private static final List<String> VALUES =
            List.of("7", "{}", "[[1]]", "true", "\"\"", "\"" + "x".repeat(3_000) + "\"", "1e999999");
    private static final List<String> AMOUNTS = List.of(
            "7", "0.001", "-1", "-0.000000001", "99999999999999999999", "1e400", "1".repeat(1_001), "\"1\"", "null");

    private InvalidReplays() {}

    /** Returns the replays of a callback that was applied. */
    static List<SignedCallback> of(Kind kind, SignedCallback applied) {
        var all = new ArrayList<SignedCallback>();
        for (var field : List.of("gameRoundId", "playerId", "gameId", "reason", "freeRoundData")) {
            VALUES.forEach(value -> all.add(applied.json(field, value)));
            all.add(applied.without(field));
        }
        all.add(applied.reason("freeround"));
        all.add(applied.text("gameRoundId", "another-round"));
        all.add(applied.json("unknown", "[".repeat(100) + "]".repeat(100)));
        switch (kind) {
            case DEBIT -> {
                addAmounts("stake", applied, all);
                addTokens(applied, all);
            }
            case CREDIT -> {
                addAmounts("payout", applied, all);
                addReferences(applied, all);
            }
            case ROLLBACK -> addReferences(applied, all);
        }
        return all;
    }

    private static void addAmounts(String field, SignedCallback applied, List<SignedCallback> all) {
        for (var amount : AMOUNTS) {
            all.add(applied.json(field, "{\"amount\":" + amount + "}"));
            all.add(applied.json("freeRoundData", "{\"campaign\":\"c\",\"value\":{\"amount\":" + amount + "}}"));
        }
        all.add(applied.json(field, "{\"amount\":1,\"currency\":\"USD\"}"));
        all.add(applied.json(field, "{\"amount\":1,\"currency\":7}"));
        all.add(applied.json(field, "1"));
        all.add(applied.without(field));
    }

    private static void addTokens(SignedCallback applied, List<SignedCallback> all) {
        all.add(applied.token("never-issued"));
        all.add(applied.token("never-issued").without("playerId"));
        all.add(applied.token("x".repeat(5_000)).without("playerId"));
        all.add(applied.json("token", "7"));
        all.add(applied.without("token"));
        all.add(applied.without("token").without("playerId"));
        all.add(applied.without("playerId"));
    }

    private static void addReferences(SignedCallback applied, List<SignedCallback> all) {
        all.add(applied.without("referenceTransactionId"));
        all.add(applied.json("referenceTransactionId", "7"));
        all.add(applied.text("referenceTransactionId", "another-debit"));
    }
}
