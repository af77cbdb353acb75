package dev.operatorkit.simulator.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies the countries of addresses, from an MMDB database and the documentation ranges (D-11). */
class CountriesTest {
    @TempDir
    Path folder;

    /** 81.2.69.0/24 is in Great Britain, and nothing else is known. */
    private Path database() throws IOException {
        return Files.write(folder.resolve("countries.mmdb"), TinyMmdb.of(0x51024500, 24, "GB"));
    }

    @ParameterizedTest
    @CsvSource({
        "81.2.69.0, GB",
        "81.2.69.255, GB",
        "81.2.68.255,",
        "81.2.70.0,",
        "8.8.8.8,",
        "203.0.113.7, AU",
        "2001:db8::1, FR",
        "2a00::1,"
    })
    void a_country_database_extends_the_documentation_ranges(String address, String country) throws IOException {
        assertThat(Countries.readFrom(database())
                        .countryOf(IpAddress.parse(address))
                        .orElse(null))
                .isEqualTo(country);
    }

    @Test
    void a_game_restricted_in_a_country_of_the_database_cannot_be_launched_from_there() throws IOException {
        var settings = SimulatorSettings.builder(Operator.of("demo", RawApi.KEYS, null))
                .countries(Countries.readFrom(database()))
                .build();
        try (var simulator = Simulator.start(settings)) {
            var restricted = simulator.catalogue().games("demo").stream()
                    .filter(game ->
                            game.available() && game.restrictedCountries().contains("GB"))
                    .findFirst()
                    .orElseThrow()
                    .slug();
            var api = new RawApi(simulator);
            var query = "&freeToPlay=true";
            assertThat(api.get("/api/v1/games/" + restricted, "ipAddress=81.2.69.7" + query)
                            .send()
                            .status())
                    .isEqualTo(404);
            assertThat(api.get("/api/v1/games/" + restricted, "ipAddress=81.2.70.7" + query)
                            .send()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_file_that_is_not_a_country_database_is_refused() throws IOException {
        var text = Files.writeString(folder.resolve("countries.txt"), "81.2.69.0/24 GB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Countries.readFrom(text))
                .withMessageContaining("countries.txt");
        assertThatIllegalArgumentException().isThrownBy(() -> Countries.readFrom(folder.resolve("none.mmdb")));
    }
}
