package dev.operatorkit.conformance.wallets;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.function.Consumer;

/** Lists what a restart or a pause may do to the ledger of an otherwise correct wallet, and the case that must detect it. */
@SuppressWarnings("ImmutableEnumChecker") // the effects have no state
public enum Aftermath {
    FORGETS_IDS("movements-repeated-after-the-pause", "IDM-1", books -> {
        books.entries.clear();
        books.openedBy.clear();
        books.closed.clear();
    }),
    FORGETS_RESULTS("movements-repeated-after-the-pause", "IDM-2", books -> books.entries.clear()),
    FORGETS_RECORDS("movements-known-after-the-pause", "IDM-3", books -> books.entries.clear()),
    RENUMBERS_RESULTS(
            "movements-repeated-after-the-pause",
            "IDM-2",
            books -> books.entries.replaceAll((id, entry) -> entry.showing(entry.after(), "new-" + books.nextId()))),
    STORES_ONE_BALANCE_FOR_ALL(
            "movements-known-after-the-pause",
            "WAL-12",
            books -> books.entries.replaceAll(
                    (id, entry) -> entry.showing(entry.account().balance, entry.operatorId()))),
    RESETS_BALANCES("balances-after-the-pause", "IDM-3", books -> change(books, "0.27")),
    LOSES_THE_LAST_THREE_STAKES("balances-after-the-pause", "IDM-3", books -> change(books, "0.23")),
    APPLIES_THE_LAST_MOVEMENT_TWICE("balances-after-the-pause", "IDM-3", books -> change(books, "-0.11")),
    LOSES_THE_LAST_TWO_STAKES("balances-after-the-pause", "IDM-3", books -> change(books, "0.16")),
    OVERDRAWS_ACCOUNTS("balances-after-the-pause", "ERR-2", books -> change(books, "-1000000")),
    REOPENS_ROUNDS("closed-rounds-after-the-pause", "RND-4", books -> books.closed.clear()),
    FORGETS_ROUNDS("closed-rounds-after-the-pause", "RND-1", books -> books.openedBy.clear()),
    FORGETS_TOMBSTONES(
            "late-debits-after-the-pause",
            "RND-4",
            books -> books.closed.keySet().removeIf(key -> key.startsWith("unknown/") || key.startsWith("reverted/"))),
    FORGETS_OPEN_ROUNDS("late-win-after-the-pause", "WAL-8", Aftermath::forgetOpenRounds),
    FORGETS_LOST_ROUNDS("late-loss-after-the-pause", "WAL-8", Aftermath::forgetOpenRounds),
    KEEPS_OPEN_STAKES("late-rollback-after-the-pause", "RND-3", Aftermath::forgetOpenRounds),
    PAYS_THE_FIRST_WIN_TWICE("first-movements-after-the-pause", "RND-2", slip("credit", 1, false)),
    SHOWS_THE_FIRST_WIN_ONLY("first-movements-after-the-pause", "RND-2", slip("credit", -1, false)),
    TAKES_THE_FIRST_STAKE_TWICE("first-movements-after-the-pause", "WAL-4", slip("debit", 1, false)),
    REVERTS_THE_FIRST_STAKE_TWICE("first-movements-after-the-pause", "RND-3", slip("rollback", 1, false)),
    PAYS_AND_SHOWS_THE_FIRST_WIN_TWICE("balances-after-the-pause", "RND-2", slip("credit", 1, true)),
    IGNORES_THE_FIRST_WIN("balances-after-the-pause", "RND-2", slip("credit", -1, true)),
    KEEPS_ROUNDS_OPEN("late-win-after-the-pause", "RND-4", books -> books.keepsRoundsOpen = true),
    KEEPS_LOST_ROUNDS_OPEN("late-loss-after-the-pause", "RND-4", books -> books.keepsRoundsOpen = true),
    KEEPS_REVERTED_ROUNDS_OPEN("late-rollback-after-the-pause", "RND-4", books -> books.keepsRoundsOpen = true),
    RENAMES_AN_ACCOUNT("session-tokens-after-the-pause", "LAU-10", Aftermath::renameAccount),
    ENDS_SESSIONS("session-tokens-after-the-pause", "LAU-10", books -> books.sessionsExpired = true);

    private final String caseId;
    private final String rule;
    private final Consumer<WalletStorage> effect;

    Aftermath(String caseId, String rule, Consumer<WalletStorage> effect) {
        this.caseId = caseId;
        this.rule = rule;
        this.effect = effect;
    }

    public String caseId() {
        return caseId;
    }

    public String rule() {
        return rule;
    }

    public static Collection<Aftermath> firstOfEachCase() {
        var first = new LinkedHashMap<String, Aftermath>();
        for (var aftermath : values()) {
            first.putIfAbsent(aftermath.caseId, aftermath);
        }
        return first.values();
    }

    public void applyTo(ConfigurableWallet wallet) {
        synchronized (wallet.ledger()) {
            effect.accept(wallet.ledger().books());
        }
    }

    public static void change(WalletStorage books, String amount) {
        books.first().balance = books.first().balance.add(new BigDecimal(amount));
    }

    private static Consumer<WalletStorage> slip(String kind, int extra, boolean shown) {
        return books -> books.slip = new WalletStorage.Slip(kind, extra, shown);
    }

    private static void renameAccount(WalletStorage books) {
        var account = Objects.requireNonNull(books.accounts.remove("acc-1"));
        books.accounts.put("acc-9", new WalletStorage.Account("acc-9", account.token, account.balance));
    }

    private static void forgetOpenRounds(WalletStorage books) {
        books.openRounds().forEach(debit -> books.entries.remove(debit.id()));
    }
}
