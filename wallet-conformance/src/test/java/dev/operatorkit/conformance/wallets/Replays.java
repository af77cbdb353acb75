package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the stored results of the {@link ConfigurableWallet}, and holds the defects of idempotency. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class Replays extends WalletPart {
    private final WalletStorage books;
    private final Map<String, Integer> repeats = new HashMap<>();
    private final Map<String, Entry> others = new HashMap<>();

    Replays(WalletStorage books) {
        super(books.variants, books.defect);
        this.books = books;
    }

    /** Returns the reply to an id that is known, or null. */
    @Nullable
    Reply find(Movement movement, @Nullable Account account) {
        var id = movement.id();
        if (isOf(movement.kind(), APPLIES_DEBITS_AGAIN, APPLIES_CREDITS_AGAIN, APPLIES_ROLLBACKS_AGAIN)
                || is(APPLIES_SECOND_REPEATS) && repeats.merge(id, 1, Integer::sum) > 2) {
            var again = books.entries.get(id);
            if (again != null && account != null && again.kind().equals(movement.kind())) {
                var elsewhere = movement.of(id, movement.round() + books.nextId());
                return Reply.of(books.apply(elsewhere, account, again.amount()));
            }
        }
        var stored = books.entries.get(books.key(movement));
        if (stored == null) {
            return null;
        }
        if (stored.account() != account || !stored.kind().equals(movement.kind())) {
            return refuse("this id is taken");
        }
        if (variants.refusesOtherContent() && !stored.round().equals(movement.round())) {
            return refuse("this id has other content");
        }
        if (is(REFUSES_REPLAYS) || is(REFUSES_REPLAYS_OF_SETTLED_DEBITS) && books.isClosed(stored)) {
            return refuse("duplicate");
        }
        if (is(REFUSES_REPLAYS_WITHOUT_BALANCE)
                && account.balance.compareTo(stored.amount().negate()) < 0) {
            return new Reply(409, null, "not enough funds");
        }
        if (is(APPLIES_DIFFERENCES) && movement.kind().equals("debit")) {
            var stake = movement.number("/stake/amount", stored.amount().negate());
            account.balance = account.balance.subtract(stake.add(stored.amount()));
        }
        var shown = switch (defect) {
            case REPLAYS_CURRENT_BALANCE -> stored.showing(account.balance, stored.operatorId());
            case REPLAYS_WITH_A_NEW_ID -> stored.showing(stored.after(), "op-" + books.nextId());
            case null, default -> stored;
        };
        return new Reply(200, shown, "replay");
    }

    /** Returns the reply of a wallet that takes another debit for a repeat, or null. */
    @Nullable
    Reply findOther(Movement movement, Account account, BigDecimal stake) {
        var entry = switch (defect) {
            case MATCHES_REPLAYS_BY_ROUND -> books.openedBy.get(account.id + "/" + movement.round());
            case ALLOWS_ONE_SPIN_A_CAMPAIGN -> others.get(account.id + campaign(movement));
            case MATCHES_REPLAYS_BY_AMOUNT -> others.get(account.id + stake.negate());
            case null, default -> null;
        };
        var isOld = is(MATCHES_REPLAYS_BY_AMOUNT)
                && entry != null
                && entry.createdAt().isBefore(Instant.now().minusSeconds(2));
        return entry == null || isOld ? null : Reply.of(entry);
    }

    /** Remembers an applied debit by a key other than its id. */
    void remember(Movement movement, Entry debit) {
        if (is(ALLOWS_ONE_SPIN_A_CAMPAIGN) && movement.message().has("freeRoundData")) {
            others.put(debit.account().id + campaign(movement), debit);
        } else if (is(MATCHES_REPLAYS_BY_AMOUNT)) {
            others.put(debit.account().id + debit.amount(), debit);
        }
    }

    private static String campaign(Movement movement) {
        return " " + movement.message().at("/freeRoundData/campaign").asText();
    }
}
