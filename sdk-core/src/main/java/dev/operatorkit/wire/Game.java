package dev.operatorkit.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A game of the catalogue (CAT-2).
 *
 * @param slug names the game when a launch URL is asked for
 * @param available whether it is enabled for the operator
 * @param freeRound whether a free rounds campaign may use it
 * @param restrictedCountries where it may not be played (LAU-3)
 * @param further every other field, by its name (D-1): String, Boolean, BigDecimal, List or Map
 */
public record Game(
        String slug,
        boolean available,
        boolean freeRound,
        List<String> restrictedCountries,
        Map<String, Object> otherFields) {
    /** Copies both collections; refuses a slug out of bounds. */
    public Game {
        Limits.requireId("slug", slug);
        restrictedCountries = List.copyOf(restrictedCountries);
        otherFields = Map.copyOf(otherFields);
    }

    /** A field that the specification does not name, such as artwork; empty when it is absent or null. */
    public Optional<Object> field(String name) {
        return Optional.ofNullable(otherFields.get(name));
    }
}
