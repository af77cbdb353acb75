package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.malformed.Attack;
import dev.operatorkit.malformed.UnsignedTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends malformed requests of a grammar to the callbacks, and some to a wallet with a planted fault (fault matrix H1). With
 * {@code -Dtests.long} half a million, and the heap must stay flat. With {@code -Dthorough}, every fault is planted, also the one that a
 * request in a thousand shows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedInputTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int REQUESTS = Attack.requests(LONG ? 500_000 : 1_500);
    private static final int PARTS = LONG ? 10 : 1;
    private static final int UNTIL_A_FAULT_IS_FOUND = 20_000;
    private static final int REPEATS = 1_000;
    private static final Pattern SEED = Pattern.compile("-Dtests\\.seed=(-?\\d+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    private final String url = TestDatabase.H2.freshUrl();
    private WalletUnderTest wallet;

    /** Has a database of its own: behind a fault, debits are applied and replayed, and replays are counted later. */
    private WalletUnderTest behindFaults;

    @BeforeAll
    void start() {
        var file = folder.resolve("password").toString();
        wallet = WalletUnderTest.on(url, "--back-office-port", "0", "--back-office-password-file", file);
        behindFaults = WalletUnderTest.on(TestDatabase.H2.freshUrl());
    }

    @AfterAll
    void stop() {
        wallet.close();
        behindFaults.close();
    }

    /** Returns everything in the database, as statements that would create it. */
    private List<String> stored() {
        List<String> statements = new ArrayList<>();
        try (var connection = DriverManager.getConnection(url);
                var script = connection.createStatement().executeQuery("script")) {
            while (script.next()) {
                statements.add(script.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return statements;
    }

    @Test
    void h1_malformed_requests_get_the_status_that_says_so_and_nothing_is_stored() {
        var seed = Attack.seed();
        System.out.println("seed " + seed);
        var target = CallbacksTarget.at(wallet.address());
        var outcome = Attack.run(target, seed, REQUESTS, PARTS, this::stored);
        System.out.println(outcome);
        assertThat(outcome.rules()).isEqualTo(Math.min(REQUESTS, Attack.rules(target)));
    }

    @Test
    @Tag("thorough")
    void h1_malformed_requests_to_the_back_office_and_to_operations_store_nothing() {
        var seed = Attack.seed();
        System.out.println("seed " + seed);
        var statuses = Set.of(400, 403, 404, 405);
        for (var target : List.of(
                new UnsignedTarget(CallbacksTarget.at(wallet.backOffice()).address(), "/login", "/none", statuses),
                new UnsignedTarget(
                        CallbacksTarget.at(wallet.operations()).address(), "/health/live", "/metrics", statuses))) {
            Attack.run(target, seed, Attack.requests(PARTS * 3 * Attack.rules(target)), 1, this::stored);
        }
    }

    @Test
    void the_requests_that_follow_malformed_ones_would_be_served() throws IOException {
        var target = CallbacksTarget.at(wallet.address());
        var random = new SplittableRandom();
        var before = stored();
        assertThat(Attack.sendValid(target, target.read(random))).isEqualTo(200);
        assertThat(stored()).isEqualTo(before);
        assertThat(Attack.sendValid(target, target.write(random))).isEqualTo(200);
        assertThat(stored()).isNotEqualTo(before);
    }

    static Stream<PlantedFault> faults() {
        return Stream.of(PlantedFault.values()).skip(LONG || Boolean.getBoolean("thorough") ? 0 : 1);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void a_planted_fault_is_found_and_its_seed_shows_it_again(PlantedFault fault) throws IOException {
        try (var faulty =
                new FaultyProxy(CallbacksTarget.at(behindFaults.address()).address(), fault)) {
            var target = new CallbacksTarget(faulty.address());
            var failure = catchFailure(() -> Attack.run(target, Attack.seed(), UNTIL_A_FAULT_IS_FOUND, 1, List::of));
            var seed = SEED.matcher(failure);
            assertThat(seed.find()).as(failure).isTrue();
            // The proxy changes what it receives at once, which may be another part of the same request each time.
            assertThatThrownBy(() -> {
                        for (var i = 0; i < REPEATS; i++) {
                            Attack.run(target, Long.parseLong(seed.group(1)), 1, 1, List::of);
                        }
                    })
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    @Tag("thorough")
    void a_stored_request_and_a_growing_heap_are_found() {
        var target = CallbacksTarget.at(wallet.address());
        var calls = new int[1];
        assertThatThrownBy(() -> Attack.run(target, 1, 10, 1, () -> calls[0]++))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stored");
        List<byte[]> retained = new ArrayList<>();
        assertThatThrownBy(() -> Attack.run(target, 1, 10, 5, () -> {
                    retained.add(new byte[8 * 1024 * 1024]);
                    return "";
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("heap");
    }

    private static String catchFailure(Runnable attack) {
        try {
            attack.run();
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("the fault was not found");
    }
}
