package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import dev.operatorkit.conformance.wallets.WalletRules.Reply;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides about the settlements of the {@link ConfigurableWallet}, and holds the defects of doing so. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public record Settlements(
        WalletStorage books,
        WalletVariants variants,
        @Nullable Defect defect) {
    public static final String CLOSED = "the round is closed";

    private boolean is(Defect one) {
        return defect == one;
    }

    private Reply refuse(String message) {
        return new Reply(variants.refusal(), null, message);
    }

    private Reply refuse(Place place, String message) {
        return new Reply(Defect.statusOf(defect, place, variants.refusal()), null, message);
    }

    /** Returns the debit that a settlement refers to, or null. */
    @Nullable
    public Entry debitOf(JsonNode message, @Nullable Account account, String round) {
        if (is(Defect.IGNORES_REFERENCES) && account != null) {
            return books.openedBy.get(account.id + "/" + round);
        }
        var reference = message.path("referenceTransactionId").asText();
        for (var entry : List.copyOf(books.entries.values())) {
            var same = is(Defect.IGNORES_CASE_IN_REFERENCES)
                    ? entry.id().equalsIgnoreCase(reference)
                    : entry.id().equals(reference);
            if (same && entry.kind().equals("debit")) {
                return entry;
            }
        }
        return null;
    }

    /** Returns the refusal of a settlement, or null. */
    @Nullable
    public Reply misfit(String kind, @Nullable Entry debit, Account account, String round) {
        if (debit == null) {
            return refuse(Place.UNKNOWN_DEBIT, "no such debit");
        }
        var credit = kind.equals("credit");
        if (is(Defect.OPENS_NO_FREE_ROUNDS) && debit.json().has("freeRoundData")) {
            return refuse("no such round");
        }
        if (!debit.round().equals(round)
                && !is(credit ? Defect.IGNORES_ROUND_ON_CREDITS : Defect.IGNORES_ROUND_ON_ROLLBACKS)) {
            return refuse("the debit's round is another one");
        }
        if (debit.account() != account
                && !is(credit ? Defect.IGNORES_PLAYER_ON_CREDITS : Defect.IGNORES_PLAYER_ON_ROLLBACKS)) {
            return refuse("the debit is another player's");
        }
        var by = books.closed.get(debit.account().id + "/" + debit.id());
        if (is(Defect.SETTLES_TWICE_UNDER_CONCURRENCY)) {
            WalletStorage.pause();
        }
        var allowed = by == null
                || credit && by.equals("credit") && is(Defect.PAYS_ROUND_TWICE)
                || credit && by.equals("rollback") && is(Defect.PAYS_REVERTED_ROUND)
                || !credit && by.equals("credit") && is(Defect.REVERTS_SETTLED_ROUND)
                || !credit && by.equals("rollback") && is(Defect.REVERTS_ROUND_TWICE);
        return allowed ? null : refuse(Place.CLOSED_ROUND, CLOSED);
    }

    /** Returns what a credit pays. */
    public BigDecimal paid(JsonNode message, @Nullable Entry debit, BigDecimal payout) {
        var value = message.at("/freeRoundData/value/amount");
        var free = value.isNumber() ? value.decimalValue() : null;
        return switch (defect) {
            case CREDITS_FREE_ROUND_VALUE -> free == null ? payout : free;
            case DEDUCTS_FREE_ROUND_VALUE ->
                free == null ? payout : payout.subtract(free).max(BigDecimal.ZERO);
            case CAPS_FREE_ROUNDS_AT_VALUE -> free == null ? payout : payout.min(free);
            case PAYS_NET_PAYOUTS ->
                debit == null ? payout : payout.add(debit.amount()).max(BigDecimal.ZERO);
            case IGNORES_PAYOUT_OF_LOSSES -> message.path("reason").asText().equals("loss") ? BigDecimal.ZERO : payout;
            case null, default -> payout;
        };
    }
}
