package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.wallets.WalletRules.Reply;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the stored results of the {@link ConfigurableWallet}, and holds the defects of idempotency. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class Replays {
    private final WalletStorage books;
    private final WalletVariants variants;
    private final @Nullable Defect defect;
    private final Map<String, Integer> repeats = new HashMap<>();
    private final Map<String, Entry> others = new HashMap<>();

    public Replays(WalletStorage books, WalletVariants variants, @Nullable Defect defect) {
        this.books = books;
        this.variants = variants;
        this.defect = defect;
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    private Reply refuse(String message) {
        return new Reply(variants.refusal(), null, message);
    }

    /** Returns the reply to an id that is known, or null. */
    @Nullable
    public Reply find(String kind, @Nullable Account account, String id, String round, String body) {
        if (is(Defect.APPLIES_DEBITS_AGAIN) && kind.equals("debit")
                || is(Defect.APPLIES_CREDITS_AGAIN) && kind.equals("credit")
                || is(Defect.APPLIES_ROLLBACKS_AGAIN) && kind.equals("rollback")
                || is(Defect.APPLIES_SECOND_REPEATS) && repeats.merge(id, 1, Integer::sum) > 2) {
            var again = books.entries.get(id);
            if (again != null && account != null && again.kind().equals(kind)) {
                return Reply.of(books.apply(kind, account, id, round + books.nextId(), again.amount(), body));
            }
        }
        var stored = books.entries.get(books.key(kind, account == null ? "" : account.id, id, round, body));
        if (stored == null) {
            return null;
        }
        if (stored.account() != account || !stored.kind().equals(kind)) {
            return refuse("this id is taken");
        }
        if (variants.refusesOtherContent() && !stored.round().equals(round)) {
            return refuse("this id has other content");
        }
        if (is(Defect.REFUSES_REPLAYS)
                || is(Defect.REFUSES_REPLAYS_OF_SETTLED_DEBITS)
                        && books.closed.containsKey(stored.account().id + "/" + id)) {
            return refuse("duplicate");
        }
        if (is(Defect.REFUSES_REPLAYS_WITHOUT_BALANCE)
                && account.balance.compareTo(stored.amount().negate()) < 0) {
            return new Reply(409, null, "not enough funds");
        }
        if (is(Defect.APPLIES_DIFFERENCES) && kind.equals("debit")) {
            var stake = RequestBody.json(body).at("/stake/amount");
            var difference = stake.isNumber() ? stake.decimalValue().add(stored.amount()) : BigDecimal.ZERO;
            account.balance = account.balance.subtract(difference);
        }
        return new Reply(
                200,
                switch (defect) {
                    case REPLAYS_CURRENT_BALANCE -> stored.showing(account.balance, stored.operatorId());
                    case REPLAYS_WITH_A_NEW_ID -> stored.showing(stored.after(), "op-" + books.nextId());
                    case null, default -> stored;
                },
                "replay");
    }

    /** Returns the reply of a wallet that takes another debit for a repeat, or null. */
    @Nullable
    public Reply findOther(JsonNode message, Account account, String round, BigDecimal stake) {
        var entry = switch (defect) {
            case MATCHES_REPLAYS_BY_ROUND -> books.openedBy.get(account.id + "/" + round);
            case ALLOWS_ONE_SPIN_A_CAMPAIGN -> others.get(account.id + campaign(message));
            case MATCHES_REPLAYS_BY_AMOUNT -> others.get(account.id + stake.negate());
            case null, default -> null;
        };
        var isOld = is(Defect.MATCHES_REPLAYS_BY_AMOUNT)
                && entry != null
                && entry.createdAt().isBefore(Instant.now().minusSeconds(2));
        return entry == null || isOld ? null : Reply.of(entry);
    }

    /** Remembers an applied debit by what is not its id. */
    public void remember(JsonNode message, Entry debit) {
        if (is(Defect.ALLOWS_ONE_SPIN_A_CAMPAIGN) && message.has("freeRoundData")) {
            others.put(debit.account().id + campaign(message), debit);
        } else if (is(Defect.MATCHES_REPLAYS_BY_AMOUNT)) {
            others.put(debit.account().id + debit.amount(), debit);
        }
    }

    private static String campaign(JsonNode message) {
        return " " + message.path("freeRoundData").path("campaign").asText();
    }
}
