package dev.operatorkit.simulator.operator;

import dev.operatorkit.simulator.database.State;
import java.util.Map;

/** Remembers for each operator what was typed into forms once: tokens, player, game, currency. */
public final class TypedValues {
    /** Names the session token of the first player. */
    public static final String TOKEN = "token";
    /** Names the session token of the second player. */
    public static final String SECOND_TOKEN = "token2";

    public static final String PLAYER = "player";

    public static final String GAME = "game";
    public static final String CURRENCY = "currency";

    private static final int MAX_LENGTH = 2048;
    private static final Map<String, String> DEFAULTS =
            Map.of(TOKEN, "token-1", SECOND_TOKEN, "token-2", PLAYER, "player-1", CURRENCY, "EUR", GAME, "");

    private final State state;

    public TypedValues(State state) {
        this.state = state;
    }

    /** Returns the value typed for an operator, or the one that fits the demo. */
    public String get(String operator, String name) {
        return state.readObject(key(operator)).path(name).asText(DEFAULTS.getOrDefault(name, ""));
    }

    /** Returns whether a value was typed for an operator that is not the one of the demo. */
    public boolean isOwn(String operator, String name) {
        return state.readObject(key(operator)).has(name) && !get(operator, name).equals(DEFAULTS.get(name));
    }

    /** Remembers a value; an empty one is forgotten, and a longer one than any token is not kept. */
    public synchronized void remember(String operator, String name, String value) {
        var values = state.readObject(key(operator));
        if (value.equals(values.path(name).asText("")) || value.length() > MAX_LENGTH) {
            return;
        }
        if (value.isEmpty()) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
        state.write(key(operator), values.toString());
    }

    public synchronized void forget(String operator) {
        state.write(key(operator), "{}");
    }

    private static String key(String operator) {
        return "operator.typed." + operator;
    }
}
