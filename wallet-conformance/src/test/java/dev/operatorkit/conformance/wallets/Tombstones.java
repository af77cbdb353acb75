package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the rollbacks of the {@link ConfigurableWallet} whose debit is unknown, and holds the defects of doing so. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class Tombstones {
    private final WalletStorage books;
    private final @Nullable Defect defect;
    private final Deque<List<String>> buried = new ArrayDeque<>();
    private final Map<String, BigDecimal> firstStakes = new HashMap<>();

    public Tombstones(WalletStorage books, @Nullable Defect defect) {
        this.books = books;
        this.defect = defect;
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    /** Applies an early rollback, which moves nothing and closes the round for good. */
    public Entry bury(JsonNode message, Account account, String id, String round, String body) {
        if (is(Defect.REVERTS_ROUNDS_OF_OTHER_BETS)) {
            books.close(books.openedBy.get(account.id + "/" + round), "rollback");
        }
        var free = message.path("reason").asText().equals("freeround") || message.has("freeRoundData");
        if (!is(Defect.FORGETS_EARLY_ROLLBACKS) && !(free && is(Defect.BURIES_NO_FREE_ROUNDS))) {
            var keys = List.of(
                    "unknown/" + message.path("referenceTransactionId").asText(),
                    "reverted/" + account.id + "/" + round);
            (is(Defect.BURIES_IDS_ALONE) ? keys.subList(0, 1) : keys).forEach(key -> books.closed.put(key, "rollback"));
            buried.add(keys);
        }
        var kept = is(Defect.KEEPS_ONE_TOMBSTONE) ? 1 : is(Defect.KEEPS_20_TOMBSTONES) ? 20 : Integer.MAX_VALUE;
        while (buried.size() > kept) {
            books.closed.keySet().removeAll(buried.remove());
        }
        var amount = message.path("stake").path("amount");
        var unearned = is(Defect.PAYS_FOR_EARLY_ROLLBACKS)
                ? BigDecimal.ONE
                : is(Defect.TRUSTS_EARLY_ROLLBACK_AMOUNT) && amount.isNumber()
                        ? amount.decimalValue()
                        : BigDecimal.ZERO;
        var entry = books.apply("rollback", account, id, round, unearned, body);
        if (is(Defect.STORES_NO_EARLY_ROLLBACKS)) {
            books.entries.remove(id);
        }
        return entry;
    }

    /** Returns true if the debit that a message refers to was rolled back before it came. */
    public boolean isBuried(JsonNode message) {
        return books.closed.containsKey(
                "unknown/" + message.path("referenceTransactionId").asText());
    }

    /** Returns true for a debit that was rolled back before it came, or whose round was. */
    public boolean isLate(Account account, String id, String round, BigDecimal stake, boolean free) {
        var keys = List.of("unknown/" + id, "reverted/" + account.id + "/" + round);
        var late = keys.stream().anyMatch(books.closed::containsKey);
        if (late && is(Defect.USES_UP_TOMBSTONES)) {
            books.closed.keySet().removeAll(keys);
        }
        return late
                && !(free && is(Defect.BURIES_NO_FREE_ROUNDS))
                && !(is(Defect.MATCHES_TOMBSTONES_BY_STAKE)
                        && firstStakes.merge(id, stake, (first, now) -> first).compareTo(stake) != 0);
    }
}
