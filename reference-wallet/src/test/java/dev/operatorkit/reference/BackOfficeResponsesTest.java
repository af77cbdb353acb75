package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what all responses of the back office have in common, whatever they respond to and whoever chose the texts in them. */
class BackOfficeResponsesTest extends StaffedWallet {
    @BeforeEach
    void begin() {
        start(TestDatabase.H2);
    }

    @Test
    void a_cell_that_some_spreadsheet_takes_for_a_formula_begins_with_an_apostrophe() throws Exception {
        var admin = admin();
        for (var name : List.of("\uff1d1+1", "\uff0d1", "\u00a0=2", "\u200b=3", "harmless = 4")) {
            admin.post("/players", Map.of("id", "p " + name, "name", name, "currency", "EUR", "opening", "0"));
        }
        assertThat(admin.get("/players.csv").body())
                .contains("\"'\uff1d1+1\"", "\"'\uff0d1\"", "=2\"", "\"'\u200b=3\"", "\"harmless = 4\"")
                .doesNotContain("\"\u00a0=2\"", "\"=2\"");
    }
}
