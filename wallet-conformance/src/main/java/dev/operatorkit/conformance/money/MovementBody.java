package dev.operatorkit.conformance.money;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds a debit, credit or rollback as raw JSON text, so that a case can write any field as it likes. */
public final class MovementBody {
    /** Names the three callbacks that move money. */
    public enum Kind {
        DEBIT("/debit", "stake"),
        CREDIT("/credit", "payout"),
        ROLLBACK("/rollback", "");

        final String path;
        final String money;

        Kind(String path, String money) {
            this.path = path;
            this.money = money;
        }

        /** Returns the path below the prefix. */
        public String path() {
            return path;
        }
    }

    private static final Pattern AMOUNT = Pattern.compile("\"amount\":\\s*(-?[0-9][0-9.eE+-]*)\\s*[,}]");

    private final Kind kind;
    private final Player player;
    private final String id;
    private final String round;
    private final String reference;
    private final BigDecimal amount;
    private final Map<String, String> fields;

    /** Creates a movement with these fields, each as raw JSON. */
    public MovementBody(
            Kind kind,
            Player player,
            String id,
            String round,
            String reference,
            BigDecimal amount,
            Map<String, String> fields) {
        this.kind = kind;
        this.player = player;
        this.id = id;
        this.round = round;
        this.reference = reference;
        this.amount = amount;
        this.fields = fields;
    }

    /** Creates a debit with every field that a wallet may need (D-16). */
    public static MovementBody debit(Player player, String game, String id, String round, BigDecimal stake) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("transactionId", quoted(id));
        fields.put("gameRoundId", quoted(round));
        fields.put("playerId", quoted(player.accountId()));
        fields.put("gameId", quoted(game));
        fields.put("token", quoted(player.token()));
        fields.put("stake", money(stake.toPlainString(), player.currency()));
        fields.put("reason", quoted("bet"));
        return new MovementBody(Kind.DEBIT, player, id, round, "", stake, fields);
    }

    /** Creates a credit of a debit; it carries no token (WAL-8). */
    public static MovementBody credit(
            Player player, String game, String id, String round, String reference, BigDecimal payout) {
        var fields = settlement(player, game, id, round, reference);
        fields.put("payout", money(payout.toPlainString(), player.currency()));
        fields.put("reason", quoted(payout.signum() == 0 ? "loss" : "win"));
        return new MovementBody(Kind.CREDIT, player, id, round, reference, payout, fields);
    }

    /** Creates a rollback of a debit; it carries neither token nor amount (WAL-11). */
    public static MovementBody rollback(Player player, String game, String id, String round, String reference) {
        var fields = settlement(player, game, id, round, reference);
        fields.put("reason", quoted("refund"));
        return new MovementBody(Kind.ROLLBACK, player, id, round, reference, BigDecimal.ZERO, fields);
    }

    private static Map<String, String> settlement(
            Player player, String game, String id, String round, String reference) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("transactionId", quoted(id));
        fields.put("referenceTransactionId", quoted(reference));
        fields.put("gameRoundId", quoted(round));
        fields.put("playerId", quoted(player.accountId()));
        fields.put("gameId", quoted(game));
        return fields;
    }

    /** Returns a string as JSON text. */
    public static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static String money(String amount, String currency) {
        return "{\"amount\":" + amount + ",\"currency\":" + quoted(currency) + "}";
    }

    private MovementBody copy(Map<String, String> changed) {
        return new MovementBody(kind, player, id, round, reference, amount, changed);
    }

    /** Returns a copy for another session of the player; a token in the body becomes that of the session. */
    public MovementBody playedBy(Player session) {
        var changed = new LinkedHashMap<>(fields);
        changed.computeIfPresent("token", (name, old) -> quoted(session.token()));
        return new MovementBody(kind, session, id, round, reference, amount, changed);
    }

    /** Returns a copy with this raw JSON under that name. */
    public MovementBody with(String name, String rawJson) {
        var changed = new LinkedHashMap<>(fields);
        changed.put(name, rawJson);
        return copy(changed);
    }

    /** Returns a copy with this text under that name. */
    public MovementBody text(String name, String value) {
        return with(name, quoted(value));
    }

    /** Returns a copy without a field. */
    public MovementBody without(String name) {
        var changed = new LinkedHashMap<>(fields);
        changed.remove(name);
        return copy(changed);
    }

    /** Returns a copy with the amount of stake or payout written like this. */
    public MovementBody amount(String raw) {
        return with(kind.money, money(raw, player.currency()));
    }

    /** Returns a copy with another currency beside the amount. */
    public MovementBody currency(String code) {
        return with(kind.money, money(amount.toPlainString(), code));
    }

    /** Returns a copy that is a free round with a nominal value (WAL-5, WAL-15). */
    public MovementBody free(String campaign, BigDecimal value) {
        return text("reason", "freeround")
                .with(
                        "freeRoundData",
                        "{\"campaign\":" + quoted(campaign) + ",\"value\":"
                                + money(value.toPlainString(), player.currency()) + "}");
    }

    /** Returns the JSON text, compact. */
    public String json() {
        return fields.entrySet().stream()
                .map(f -> quoted(f.getKey()) + ":" + f.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Returns the same content with the keys in reverse order and much white space. */
    public String rearranged() {
        var backwards = new ArrayList<>(fields.entrySet());
        Collections.reverse(backwards);
        return backwards.stream()
                .map(f -> "  " + quoted(f.getKey()) + " :\t" + f.getValue().replace(",\"", " ,\r\n \""))
                .collect(Collectors.joining(" ,\n", " {\r\n", "\n} \n"));
    }

    /** Returns the raw JSON of every field. */
    public Map<String, String> fields() {
        return Collections.unmodifiableMap(fields);
    }

    /** Returns the raw JSON of a field. */
    public String raw(String name) {
        return fields.getOrDefault(name, "");
    }

    /** Returns the amount of stake or payout as it is written; null when it is missing or no number. */
    @Nullable
    public BigDecimal sentAmount() {
        var found = AMOUNT.matcher(raw(kind.money));
        try {
            return found.find() ? new BigDecimal(found.group(1)) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns true when the body names the id and the account that this message was created for. */
    public boolean namesItsPlayer() {
        return raw("transactionId").equals(quoted(id)) && raw("playerId").equals(quoted(player.accountId()));
    }

    /** Returns true when the body names the round, and the debit of a settlement, that this message was created for. */
    boolean namesItsRound() {
        return raw("gameRoundId").equals(quoted(round))
                && (kind == Kind.DEBIT || raw("referenceTransactionId").equals(quoted(reference)));
    }

    /** Returns the callback that it is sent to. */
    public Kind kind() {
        return kind;
    }

    /** Returns the player whose balance it moves. */
    public Player player() {
        return player;
    }

    /** Returns its transactionId. */
    public String id() {
        return id;
    }

    /** Returns its gameRoundId. */
    public String round() {
        return round;
    }

    /** Returns the debit that a settlement refers to. */
    public String reference() {
        return reference;
    }

    /** Returns the stake or payout. */
    public BigDecimal amount() {
        return amount;
    }
}
