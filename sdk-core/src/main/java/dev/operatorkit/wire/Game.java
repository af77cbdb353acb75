package dev.operatorkit.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a game of the catalogue (CAT-2).
 *
 * @param slug the identifier of the game in launch requests
 * @param available true if the game is enabled for the operator
 * @param freeRound true if free-round campaigns may use the game
 * @param restrictedCountries the ISO 3166-1 codes of the countries in which it must not be played (LAU-3)
 * @param otherFields all other fields by name (D-1); a value is a String, Boolean, BigDecimal, List or Map
 */
public record Game(
        String slug,
        boolean available,
        boolean freeRound,
        List<String> restrictedCountries,
        Map<String, Object> otherFields) {
    /**
     * Creates a game with unmodifiable copies of the collections.
     *
     * @throws IllegalArgumentException if the slug is missing or exceeds its limits
     */
    public Game {
        Limits.requirePresent("restrictedCountries", restrictedCountries);
        Limits.requirePresent("otherFields", otherFields);
        Limits.requireId("slug", slug);
        restrictedCountries = List.copyOf(restrictedCountries);
        otherFields = Map.copyOf(otherFields);
    }

    /** Returns a field that the specification does not define, such as artwork; empty if it is absent or null. */
    public Optional<Object> field(String name) {
        return Optional.ofNullable(otherFields.get(name));
    }
}
