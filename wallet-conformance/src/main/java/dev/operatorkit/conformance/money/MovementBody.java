package dev.operatorkit.conformance.money;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds a debit, credit or rollback as raw JSON text, so that a case can write any field as it likes.
 *
 * @param kind the callback that it is sent to
 * @param player the player whose balance it moves
 * @param reference the debit that a settlement refers to
 * @param amount the stake or payout
 * @param fields the fields of the body, each as raw JSON
 */
public record MovementBody(
        Kind kind,
        Player player,
        String id,
        String round,
        String reference,
        BigDecimal amount,
        Map<String, String> fields) {
    private static final Pattern AMOUNT = Pattern.compile("\"amount\":\\s*(-?[0-9][0-9.eE+-]*)\\s*[,}]");

    /** Names the three callbacks that move money. */
    public enum Kind {
        DEBIT,
        CREDIT,
        ROLLBACK;

        /** Returns the path below the prefix. */
        public String path() {
            return "/" + callback();
        }

        /** Returns the name of the callback. */
        public String callback() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the name of the field with the amount. */
        private String money() {
            return this == DEBIT ? "stake" : this == CREDIT ? "payout" : "";
        }
    }

    /** Creates a debit with every field that a wallet may need (D-16). */
    public static MovementBody debit(Player player, String game, String id, String round, BigDecimal stake) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("transactionId", quoted(id));
        fields.put("gameRoundId", quoted(round));
        fields.put("playerId", quoted(player.accountId()));
        fields.put("gameId", quoted(game));
        fields.put("token", quoted(player.token()));
        fields.put("stake", player.json(stake));
        fields.put("reason", quoted("bet"));
        return new MovementBody(Kind.DEBIT, player, id, round, "", stake, fields);
    }

    /** Creates a credit of a debit; it carries no token (WAL-8). */
    public static MovementBody credit(MovementBody debit, String game, String id, BigDecimal payout) {
        var fields = settlement(debit, game, id);
        fields.put("payout", debit.player().json(payout));
        fields.put("reason", quoted(payout.signum() == 0 ? "loss" : "win"));
        return new MovementBody(Kind.CREDIT, debit.player, id, debit.round, debit.id, payout, fields);
    }

    /** Creates a rollback of a debit; it carries neither token nor amount (WAL-11). */
    public static MovementBody rollback(MovementBody debit, String game, String id) {
        var fields = settlement(debit, game, id);
        fields.put("reason", quoted("refund"));
        return new MovementBody(Kind.ROLLBACK, debit.player, id, debit.round, debit.id, BigDecimal.ZERO, fields);
    }

    private static Map<String, String> settlement(MovementBody debit, String game, String id) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("transactionId", quoted(id));
        fields.put("referenceTransactionId", quoted(debit.id));
        fields.put("gameRoundId", quoted(debit.round));
        fields.put("playerId", quoted(debit.player().accountId()));
        fields.put("gameId", quoted(game));
        return fields;
    }

    /** Returns a string as JSON text. */
    public static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns the same movement with another id. */
    public MovementBody withId(String other) {
        return new MovementBody(kind, player, other, round, reference, amount, fields).text("transactionId", other);
    }

    /** Returns the same movement of another round. */
    public MovementBody withRound(String other) {
        return new MovementBody(kind, player, id, other, reference, amount, fields).text("gameRoundId", other);
    }

    /** Returns the same settlement of another debit. */
    public MovementBody withReference(String other) {
        return new MovementBody(kind, player, id, round, other, amount, fields).text("referenceTransactionId", other);
    }

    /** Returns the same movement of another player; a token in the body becomes that of the player. */
    public MovementBody withPlayer(Player other) {
        var copy = new MovementBody(kind, other, id, round, reference, amount, fields);
        var named = copy.text("playerId", other.accountId());
        return fields.containsKey("token") ? named.text("token", other.token()) : named;
    }

    /** Returns a copy with this raw JSON under that name. */
    public MovementBody with(String name, String rawJson) {
        var changed = new LinkedHashMap<>(fields);
        changed.put(name, rawJson);
        return new MovementBody(kind, player, id, round, reference, amount, changed);
    }

    /** Returns a copy with this text under that name. */
    public MovementBody text(String name, String value) {
        return with(name, quoted(value));
    }

    /** Returns a copy without a field. */
    public MovementBody without(String name) {
        var changed = new LinkedHashMap<>(fields);
        changed.remove(name);
        return new MovementBody(kind, player, id, round, reference, amount, changed);
    }

    /** Returns a copy with the amount of stake or payout written like this. */
    public MovementBody amount(String raw) {
        return with(kind.money(), Player.json(raw, player.currency()));
    }

    /** Returns a copy with another currency next to the amount. */
    public MovementBody currency(String code) {
        return with(kind.money(), Player.json(amount.toPlainString(), code));
    }

    /** Returns a copy without the currency of the amount. */
    public MovementBody withoutCurrency() {
        return with(kind.money(), "{\"amount\":" + amount.toPlainString() + "}");
    }

    /** Returns a copy that is a free round with a nominal value (WAL-5, WAL-15). */
    public MovementBody free(String campaign, BigDecimal value) {
        var data = "{\"campaign\":" + quoted(campaign) + ",\"value\":" + player.json(value) + "}";
        return text("reason", "freeround").with("freeRoundData", data);
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

    /** Lists what libraries write for the same JSON: with sorted keys, blanks after the separators, and another form of the zero. */
    public List<String> written() {
        var sorted = new MovementBody(kind, player, id, round, reference, amount, new TreeMap<>(fields));
        return Stream.of(this, sorted)
                .flatMap(body -> Stream.of(
                        body.json(), body.amount("0").json(), body.amount("0.0").json()))
                .flatMap(json -> Stream.of(json, json.replace(",\"", ", \"").replace("\":", "\": ")))
                .toList();
    }

    /** Returns the raw JSON of a field. */
    public String raw(String name) {
        return fields.getOrDefault(name, "");
    }

    /** Returns the amount of stake or payout as it is written; null when it is missing or no number. */
    public @Nullable BigDecimal sentAmount() {
        var found = AMOUNT.matcher(raw(kind.money()));
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
}
