package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds one callback of a game as its wire shows it.
 *
 * @param entry the exchange
 * @param call method and path as sent
 * @param money the amount that the callback asks to move, with its sign; empty for a read
 * @param balance the balance in a good response; empty without one
 * @param signature the result of checking our own signature
 * @param signed the signed string; null if nothing was signed
 * @param isExpected true for a 401 that the wallet had to answer
 */
record WireRow(
        Entry entry,
        String call,
        String money,
        String balance,
        OwnSignature signature,
        @Nullable SignedText signed,
        boolean isExpected) {
    private static final Pattern BALANCE = Pattern.compile(".*\\bbalance (\\S+ [A-Z0-9]+)\\b");

    /** Defines the results of checking the signature that the simulator sent. */
    enum OwnSignature {
        /** Marks a signature of exactly what was sent. */
        VALID("signed by us"),
        /** Marks a signature that does not fit, because of a fault or another secret. */
        INVALID("badly signed by us"),
        /** Marks a callback without a signature. */
        NONE("not signed");

        private final String text;

        OwnSignature(String text) {
            this.text = text;
        }

        /** Returns the words that say whose signature it is. */
        public String text() {
            return text;
        }
    }

    /** Returns the row of a callback and its round, if it has one. */
    static WireRow of(Entry entry, @Nullable Round round, SecretKeys keys, boolean isExpected) {
        var sent = RawMessage.of(entry.request());
        var timestamp = sent.header(RawMessage.TIMESTAMP);
        var received = sent.header(RawMessage.SIGNATURE);
        if (timestamp == null || received == null) {
            return new WireRow(
                    entry, call(entry, sent), money(entry, round), balance(entry), OwnSignature.NONE, null, isExpected);
        }
        var isValid = new Signer(keys).sign(sent.path(), timestamp, sent.data()).equals(received);
        return new WireRow(
                entry,
                call(entry, sent),
                money(entry, round),
                balance(entry),
                isValid ? OwnSignature.VALID : OwnSignature.INVALID,
                SignedText.of(sent.path(), timestamp, sent.data()),
                isExpected);
    }

    private static String call(Entry entry, RawMessage sent) {
        return sent.startLine().isEmpty() ? entry.kind().toLowerCase(Locale.ROOT) : sent.method() + " " + sent.path();
    }

    private static String money(Entry entry, @Nullable Round round) {
        if (round == null) {
            return "";
        }
        var settlement = round.settlement();
        return switch (CallbackKind.valueOf(entry.kind())) {
            case DEBIT -> "−" + round.bet().stake();
            case CREDIT -> settlement == null ? "" : "+" + settlement.payout();
            case ROLLBACK -> "+" + round.bet().stake();
            case PLAYER, LOOKUP -> "";
        };
    }

    private static String balance(Entry entry) {
        var found = BALANCE.matcher(entry.verdict());
        return entry.judgement() == ExchangeVerdict.GOOD && found.find() ? found.group(1) : "";
    }

    /** Returns whether the wallet accepted what it had to reject (SIG-13). */
    public boolean isWronglyAccepted() {
        return signature != OwnSignature.VALID && entry.status() == 200;
    }

    /** Returns the style of the status, by the verdict (D-61). */
    public String style() {
        return isWronglyAccepted() ? "bad" : isExpected ? "good" : TranscriptPage.style(entry);
    }

    /** Returns the verdict for a list. */
    public String meaning() {
        return isWronglyAccepted()
                ? "The wallet accepted a wrong signature (SIG-13)."
                : TranscriptPage.abbreviate(entry);
    }

    /** Returns the verdict without ids of rules, for the title that folds the row: they are links, which a title cannot hold. */
    public String title() {
        return meaning().replaceAll(" \\((?:[A-Z]{3}|D)-[0-9]+(?:, (?:[A-Z]{3}|D)-[0-9]+)*+\\)", "");
    }

    /** Returns the applied fault in words, or an empty text. */
    public String fault() {
        var fault = entry.fault();
        return fault == null ? "" : fault.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
