package dev.operatorkit.simulator.catalogue;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.wire.Game;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/** Holds the games and their availability for each operator (CAT-1). */
public final class Catalogue {
    private static final Table<Record> SWITCH = table(name("game_switch"));
    private static final Table<Record> VERSION = table(name("catalogue_version"));
    private static final Field<String> OPERATOR = field(name("operator"), String.class);
    private static final Field<String> SLUG = field(name("slug"), String.class);
    private static final Field<Boolean> AVAILABLE = field(name("available"), Boolean.class);
    private static final Field<String> ETAG = field(name("etag"), String.class);
    private static final Field<Instant> MODIFIED_AT = field(name("modified_at"), Instant.class);

    private final Database database;
    private final Clock systemClock;
    private final Supplier<URI> base;
    private final List<Game> common;
    private final Map<String, Published> shown = new ConcurrentHashMap<>();

    /**
     * Creates a catalogue.
     *
     * @param systemClock the real-time clock, since cache dates must not be in the future
     * @param base the base address of the artwork, read at the first call
     */
    public Catalogue(Database database, Clock systemClock, Supplier<URI> base, List<Game> games) {
        this.database = database;
        this.systemClock = systemClock;
        this.base = base;
        this.common = List.copyOf(games);
        database.create(Catalogue.class);
    }

    /** Returns an operator's games, in catalogue order. */
    public List<Game> games(String operator) {
        return List.copyOf(published(operator).games().values());
    }

    /** Returns the game with a slug, available to the operator or not. */
    public Optional<Game> find(String operator, String slug) {
        return Optional.ofNullable(published(operator).games().get(slug));
    }

    /** Returns the operator's catalogue response, built once per version, so that polls are cheap (CAT-3). */
    public Representation representation(String operator) {
        return published(operator).representation().asOf(systemClock.instant());
    }

    /** Switches a game on or off for an operator. Throws an IllegalArgumentException for an unknown game. */
    public synchronized void makeAvailable(String operator, String slug, boolean available) {
        if (find(operator, slug).isEmpty()) {
            throw new IllegalArgumentException("there is no game '" + slug + "'");
        }
        database.sql().transaction(tx -> {
            tx.dsl()
                    .deleteFrom(SWITCH)
                    .where(OPERATOR.eq(operator), SLUG.eq(slug))
                    .execute();
            tx.dsl()
                    .insertInto(SWITCH, OPERATOR, SLUG, AVAILABLE)
                    .values(operator, slug, available)
                    .execute();
        });
        shown.put(operator, publish(operator));
    }

    private Published published(String operator) {
        return shown.computeIfAbsent(operator, this::publish);
    }

    private Published publish(String operator) {
        var switches = database.reading()
                .select(SLUG, AVAILABLE)
                .from(SWITCH)
                .where(OPERATOR.eq(operator))
                .fetchMap(SLUG, AVAILABLE);
        var games = new LinkedHashMap<String, Game>();
        for (var game : common) {
            games.put(game.slug(), toGame(game, switches.getOrDefault(game.slug(), game.available())));
        }
        var fresh = new Representation(Json.writeDataList(List.copyOf(games.values())), systemClock.instant());
        return new Published(Collections.unmodifiableMap(games), withDate(operator, fresh));
    }

    /**
     * Returns the content with its date. The same bytes as before a restart keep their date. No two versions share a
     * second, or a date could not distinguish them (CAC-2): the second one of a second is dated into the next.
     */
    private Representation withDate(String operator, Representation fresh) {
        var sql = database.sql();
        var known = sql.select(MODIFIED_AT)
                .from(VERSION)
                .where(OPERATOR.eq(operator), ETAG.eq(fresh.etag()))
                .fetchOptional(MODIFIED_AT);
        if (known.isPresent()) {
            return new Representation(fresh.body(), known.get());
        }
        var next = sql.select(MODIFIED_AT)
                .from(VERSION)
                .where(OPERATOR.eq(operator))
                .fetchOptional(MODIFIED_AT)
                .map(before -> before.plusSeconds(1))
                .filter(after -> after.isAfter(fresh.lastModified()))
                .map(after -> new Representation(fresh.body(), after))
                .orElse(fresh);
        sql.deleteFrom(VERSION).where(OPERATOR.eq(operator)).execute();
        sql.insertInto(VERSION, OPERATOR, ETAG, MODIFIED_AT)
                .values(operator, next.etag(), next.lastModified())
                .execute();
        return next;
    }

    private Game toGame(Game game, boolean available) {
        var otherFields = new HashMap<>(game.otherFields());
        otherFields.putIfAbsent("name", game.slug());
        otherFields.putIfAbsent("artwork", Artwork.urls(base.get(), game.slug()));
        return new Game(game.slug(), available, game.freeRound(), game.restrictedCountries(), otherFields);
    }

    private record Published(Map<String, Game> games, Representation representation) {}
}
