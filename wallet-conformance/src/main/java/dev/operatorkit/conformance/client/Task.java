package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes what a client has to do in a scenario: an action and its values.
 *
 * @param values the action as {@code do}, and what it needs, by name
 */
public record Task(Map<String, Object> values) {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** Keeps the order, in which people read it. */
    public Task {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Reads a task from a JSON object. */
    static Task of(String json) {
        try {
            return new Task(JSON.readValue(json, new TypeReference<Map<String, Object>>() {}));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The task is not a JSON object: " + json, e);
        }
    }

    /** Returns the action. */
    public String action() {
        return text("do").orElse("");
    }

    /** Returns a value as text. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(Object::toString);
    }

    /** Returns a whole number, or 0. */
    public int number(String name) {
        return values.get(name) instanceof Number number ? number.intValue() : 0;
    }

    /** Returns the values of a list, each by its names. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> list(String name) {
        return values.get(name) instanceof List<?> list ? (List<Map<String, Object>>) list : List.of();
    }

    /** Returns what a person is to do, in a sentence. */
    public String instruction() {
        return switch (action()) {
            case "catalogue" -> "Read the catalogue once.";
            case "poll" -> "Ask for the catalogue on this schedule, even while your copy is fresh.";
            case "launch" ->
                "Launch a game for real money. Without a slug take any available game, without a token begin a"
                        + " session.";
            case "launch-demo" -> "Launch a demo of any available game.";
            case "launch-proxied" ->
                "Launch a game for real money, for a request from this peer with this X-Forwarded-For. The proxies are"
                        + " your own.";
            case "visit" -> "Show the lobby, then launch a game at each click. Each player has a new session.";
            case "create-campaign" -> "Create this campaign.";
            case "create-codes" -> "Create this campaign, then a bonus code for each player.";
            case "search" -> "Search campaigns with these filters, and read all pages.";
            case "disable" -> "Disable this campaign, which exists.";
            default -> "Let the operator work as usual.";
        };
    }

    /** Returns the values of the task as texts, lists as JSON, in their order. */
    public Map<String, String> texts() {
        var texts = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> {
            if (!name.equals("do")) {
                texts.put(name, value instanceof List<?> ? write(value) : value.toString());
            }
        });
        return texts;
    }

    /** Returns the task as the command gets it, one JSON object on one line, with the name of its scenario. */
    public String json(String scenario) {
        var all = new LinkedHashMap<String, Object>();
        all.put("scenario", scenario);
        all.putAll(values);
        return write(all);
    }

    private static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a task consists of texts, numbers and lists", e);
        }
    }
}
