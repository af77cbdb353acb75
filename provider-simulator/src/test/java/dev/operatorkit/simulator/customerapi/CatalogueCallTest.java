package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.catalogue.Games;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the catalogue and its caching: CAT-1, CAT-2, CAC-1 to CAC-3, GEN-6, D-1, D-2, D-45, D-46. */
class CatalogueCallTest {
    private static final String OLD = "Thu, 01 Jan 2015 00:00:00 GMT";

    @AutoClose
    private final Simulator simulator = Simulator.start(settings());

    private final RawApi api = new RawApi(simulator);

    private static SimulatorSettings settings() {
        return SimulatorSettings.local(
                Operator.of("demo", RawApi.KEYS, null), Operator.of("second", RawApi.KEYS, null));
    }

    private RawApi.Request games() {
        return api.get("/api/v1/games");
    }

    @Test
    void the_catalogue_has_40_games_some_unavailable_restricted_or_without_free_rounds() {
        var games = games().send().json().path("data");
        assertThat(games).hasSize(40);
        assertThat(games).anyMatch(game -> !game.path("available").asBoolean());
        assertThat(games).anyMatch(game -> !game.path("freeRound").asBoolean());
        assertThat(games).anyMatch(game -> !game.path("restrictedCountries").isEmpty());
    }

    @Test
    void each_game_has_all_its_fields_and_its_artwork_is_served_as_svg_without_a_signature() throws Exception {
        for (var game : games().send().json().path("data")) {
            assertThat(game.fieldNames())
                    .toIterable()
                    .contains("slug", "available", "freeRound", "restrictedCountries", "name", "artwork");
            for (var url : game.path("artwork")) {
                assertThat(url.asText()).startsWith(simulator.address() + "/artwork/");
                var picture = api.get(URI.create(url.asText()).getRawPath()).sendUnchanged();
                assertThat(picture.status()).isEqualTo(200);
                assertThat(picture.header("Content-Type")).isEqualTo("image/svg+xml");
                var svg = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(picture.raw().body()));
                assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
            }
        }
    }

    @Test
    void making_a_game_unavailable_changes_the_catalogue_of_one_operator_only() {
        var before = games().send();
        simulator.catalogue().makeAvailable("demo", "cherry-rush", false);
        var after = games().send();
        assertThat(after.header("ETag")).isNotEqualTo(before.header("ETag"));
        assertThat(after.json().path("data").path(0).path("available").asBoolean())
                .isFalse();
        var second = games().as("second", RawApi.KEYS).send();
        assertThat(second.json().path("data").path(0).path("available").asBoolean())
                .isTrue();
    }

    @Test
    void a_catalogue_can_be_read_from_a_file_in_the_format_of_the_response(@TempDir Path folder) throws IOException {
        var file = folder.resolve("games.json");
        Files.writeString(
                file, "{\"data\":[{\"slug\":\"only-one\",\"available\":true,\"freeRound\":false,\"volatility\":3}]}");
        try (var other = Simulator.start(settings().games(Games.readFrom(file)))) {
            var games = new RawApi(other).get("/api/v1/games").send().json().path("data");
            assertThat(games).hasSize(1);
            assertThat(games.path(0).path("volatility").asInt()).isEqualTo(3);
            assertThat(games.path(0).path("artwork").has("icon")).isTrue();
        }
    }

    @Test
    void a_response_has_the_three_caching_headers() {
        var reply = games().send();
        assertThat(reply.header("ETag")).matches("\"[0-9a-f]{32}\"");
        assertThat(reply.header("Last-Modified")).matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        assertThat(reply.header("Cache-Control")).isEqualTo("public, max-age=300");
        assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void a_matching_etag_gets_304_with_an_empty_body() {
        var etag = games().send().header("ETag");
        var again = games().header("If-None-Match", etag).send();
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.raw().body()).isEmpty();
        assertThat(again.header("ETag")).isEqualTo(etag);
        assertThat(again.header("Last-Modified")).isNotEmpty();
        assertThat(again.header("Cache-Control")).isEqualTo("public, max-age=300");
    }

    @Test
    void a_weak_etag_a_list_of_etags_and_a_star_match() {
        var etag = games().send().header("ETag");
        assertThat(games().header("If-None-Match", "W/" + etag).status()).isEqualTo(304);
        assertThat(games().header("If-None-Match", "\"a\", " + etag).status()).isEqualTo(304);
        assertThat(games().header("If-None-Match", "*").status()).isEqualTo(304);
        assertThat(games().header("If-None-Match", "\"another\"").status()).isEqualTo(200);
    }

    @Test
    void a_matching_last_modified_date_gets_304() {
        var date = games().send().header("Last-Modified");
        assertThat(games().header("If-Modified-Since", date).status()).isEqualTo(304);
        assertThat(games().header("If-Modified-Since", OLD).status()).isEqualTo(200);
        assertThat(games().header("If-Modified-Since", "yesterday").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thu, 01 Jan 2099 00:00:00 +0000",
                "Fri, 01 Jan 2099 00:00:00 GMT",
                "thu, 01 jan 2099 00:00:00 gmt",
                "2099-01-01T00:00:00Z",
                "4070908800"
            })
    void an_invalid_date_is_ignored(String date) {
        assertThat(games().header("If-Modified-Since", date).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"any*", "\"a\", *", "\"*\"", "w/TAG", "x TAG", "TAGTAG"})
    void an_invalid_list_of_etags_matches_nothing(String header) {
        var etag = games().send().header("ETag");
        assertThat(games().header("If-None-Match", header.replace("TAG", etag)).status())
                .isEqualTo(200);
    }

    @Test
    void with_both_conditions_the_etag_decides() {
        var reply = games().send();
        var right = games().header("If-None-Match", reply.header("ETag")).header("If-Modified-Since", OLD);
        assertThat(right.status()).isEqualTo(304);
        var wrong = games().header("If-None-Match", "\"x\"").header("If-Modified-Since", reply.header("Last-Modified"));
        assertThat(wrong.status()).isEqualTo(200);
    }

    @Test
    void an_unchanged_catalogue_keeps_its_last_modified_date_across_a_restart(@TempDir Path folder) {
        var settings = settings().data(folder).publicAddress(URI.create("http://games.test"));
        String date;
        try (var first = Simulator.start(settings)) {
            date = new RawApi(first).get("/api/v1/games").send().header("Last-Modified");
        }
        var later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(4));
        try (var second = Simulator.start(settings.clock(later))) {
            var reply = new RawApi(second).get("/api/v1/games").send();
            assertThat(reply.header("Last-Modified")).isEqualTo(date);
        }
    }

    @Test
    void cac_2_two_changes_within_one_second_are_distinguished_by_date() {
        var now = new AtomicReference<>(Instant.parse("2026-03-01T10:20:30.100Z"));
        var clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
        try (var moving = Simulator.start(settings().clock(clock))) {
            var raw = new RawApi(moving);
            BiFunction<String, String, RawApi.Reply> ask = (name, value) -> raw.get("/api/v1/games")
                    .at("" + clock.millis())
                    .header(name, value)
                    .send();
            assertThat(ask.apply("Accept", "*/*").header("Last-Modified")).contains("10:20:30");
            now.set(now.get().plusSeconds(60));
            moving.catalogue().makeAvailable("demo", "ruby-falls", false);
            var first = ask.apply("Accept", "*/*").header("Last-Modified");
            assertThat(first).contains("10:21:30");
            assertThat(ask.apply("If-Modified-Since", first).status()).isEqualTo(304);
            moving.catalogue().makeAvailable("demo", "ruby-falls", true);
            var second = ask.apply("If-Modified-Since", first);
            assertThat(second.status()).isEqualTo(200);
            assertThat(second.header("Last-Modified")).isEqualTo(first); // a date ahead of Date would be none
            now.set(now.get().plusSeconds(1));
            assertThat(ask.apply("If-Modified-Since", first).status()).isEqualTo(200);
            var later = ask.apply("Accept", "*/*").header("Last-Modified");
            assertThat(later).contains("10:21:31");
            assertThat(ask.apply("If-Modified-Since", later).status()).isEqualTo(304);
        }
    }
}
