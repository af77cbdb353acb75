package dev.operatorkit.simulator.catalogue;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.wire.Game;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/** Loads the games: built-in ones, or a file in the format of the catalogue response, {@code {"data": [game…]}} (D-2). */
public final class Games {
    private Games() {}

    public static List<Game> builtIn() {
        try (var in = Objects.requireNonNull(Games.class.getResourceAsStream("games.json"))) {
            return Json.readDataList(in.readAllBytes(), Game.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the games of a file, or throws an IllegalArgumentException that names the mistake. */
    public static List<Game> readFrom(Path file) {
        try {
            return distinct(Json.readDataList(Files.readAllBytes(file), Game.class));
        } catch (IOException e) {
            throw new IllegalArgumentException("The catalogue " + file + " cannot be read: " + e.getMessage(), e);
        } catch (MalformedJsonException | IllegalArgumentException e) {
            throw new IllegalArgumentException("The catalogue " + file + " is invalid: " + e.getMessage(), e);
        }
    }

    private static List<Game> distinct(List<Game> games) {
        var slugs = new HashSet<String>();
        for (var game : games) {
            if (!slugs.add(game.slug())) {
                throw new IllegalArgumentException("the game '" + game.slug() + "' is listed twice");
            }
        }
        return games;
    }
}
