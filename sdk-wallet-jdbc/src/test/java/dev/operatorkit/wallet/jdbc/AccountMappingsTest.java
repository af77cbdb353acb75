package dev.operatorkit.wallet.jdbc;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the contract of stores on other tables of accounts: with {@code -Dtests.long} on each server and each table, else on enough for each
 * type of id and of balance.
 */
@ParameterizedClass
@MethodSource("tables")
@Tag("thorough")
class AccountMappingsTest extends StoreContract {
    AccountMappingsTest(Server server, Mapping mapping) {
        super(server, mapping);
    }

    static Stream<Arguments> tables() {
        return Boolean.getBoolean("tests.long")
                ? Stream.of(Server.values())
                        .flatMap(server -> Stream.of(Mapping.values()).map(mapping -> Arguments.of(server, mapping)))
                : Stream.of(
                        Arguments.of(Server.POSTGRESQL, Mapping.UUID_DECIMAL),
                        Arguments.of(Server.H2, Mapping.NUMBER_MINOR),
                        Arguments.of(Server.MARIADB, Mapping.NUMBER_DECIMAL_VERSIONED));
    }
}
