package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records the rollbacks of the {@link ConfigurableWallet} whose debit is unknown, and holds the defects of doing so. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class Tombstones extends WalletPart {
    private final WalletStorage books;
    private final Deque<List<String>> buried = new ArrayDeque<>();
    private final Map<String, BigDecimal> firstStakes = new HashMap<>();

    Tombstones(WalletStorage books) {
        super(books.variants, books.defect);
        this.books = books;
    }

    /** Applies an early rollback, which moves nothing and closes the round for good. */
    Entry bury(Movement movement, Account account) {
        if (is(REVERTS_ROUNDS_OF_OTHER_BETS)) {
            books.close(books.openedBy.get(account.id + "/" + movement.round()), "rollback");
        }
        if (!is(FORGETS_EARLY_ROLLBACKS) && !(movement.isFree() && is(BURIES_NO_FREE_ROUNDS))) {
            var keys = keys(movement.reference(), account, movement.round());
            (is(BURIES_IDS_ALONE) ? keys.subList(0, 1) : keys).forEach(key -> books.closed.put(key, "rollback"));
            buried.add(keys);
        }
        var kept = is(KEEPS_ONE_TOMBSTONE) ? 1 : is(KEEPS_20_TOMBSTONES) ? 20 : Integer.MAX_VALUE;
        while (buried.size() > kept) {
            books.closed.keySet().removeAll(buried.remove());
        }
        var unearned = switch (defect) {
            case PAYS_FOR_EARLY_ROLLBACKS -> BigDecimal.ONE;
            case TRUSTS_EARLY_ROLLBACK_AMOUNT -> movement.number("/stake/amount", BigDecimal.ZERO);
            case null, default -> BigDecimal.ZERO;
        };
        var entry = books.apply(movement, account, unearned);
        if (is(STORES_NO_EARLY_ROLLBACKS)) {
            books.entries.remove(movement.id());
        }
        return entry;
    }

    private static List<String> keys(String debit, Account account, String round) {
        return List.of("unknown/" + debit, "reverted/" + account.id + "/" + round);
    }

    /** Returns true if the debit that a movement refers to was rolled back before it came. */
    boolean isBuried(Movement movement) {
        return books.closed.containsKey("unknown/" + movement.reference());
    }

    /** Returns true for a debit that was rolled back before it came, or whose round was. */
    boolean isLate(Movement movement, Account account, BigDecimal stake) {
        var keys = keys(movement.id(), account, movement.round());
        var late = keys.stream().anyMatch(books.closed::containsKey);
        if (late && is(USES_UP_TOMBSTONES)) {
            books.closed.keySet().removeAll(keys);
        }
        var isOther = is(MATCHES_TOMBSTONES_BY_STAKE)
                && firstStakes
                                .merge(movement.id(), stake, (first, now) -> first)
                                .compareTo(stake)
                        != 0;
        return late && !isOther && !(movement.isFree() && is(BURIES_NO_FREE_ROUNDS));
    }
}
