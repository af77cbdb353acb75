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

/** Where the games come from: ours, or a file in the form of the catalogue's own answer, {@code {"data": [game…]}} (D-2). */
public final class Games {
    private Games() {}

    /** The 40 games that the simulator brings along. */
    public static List<Game> builtIn() {
        try (var in = Objects.requireNonNull(Games.class.getResourceAsStream("games.json"))) {
            return Json.readDataList(in.readAllBytes(), Game.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The games of that file; IllegalArgumentException says what is wrong with it. */
    public static List<Game> readFrom(Path file) {
        try {
            return distinct(Json.readDataList(Files.readAllBytes(file), Game.class));
        } catch (IOException e) {
            throw new IllegalArgumentException("the catalogue " + file + " cannot be read: " + e.getMessage(), e);
        } catch (MalformedJsonException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the catalogue " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<Game> distinct(List<Game> games) {
        var slugs = new HashSet<String>();
        for (var game : games) {
            if (!slugs.add(game.slug())) {
                throw new IllegalArgumentException("the game '" + game.slug() + "' stands twice");
            }
        }
        return games;
    }
}
