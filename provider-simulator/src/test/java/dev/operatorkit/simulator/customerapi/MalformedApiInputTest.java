package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.malformed.Attack;
import dev.operatorkit.malformed.Draft;
import dev.operatorkit.malformed.Target;
import dev.operatorkit.malformed.UnsignedTarget;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Sends malformed requests of a grammar to the Customer API (fault matrix H1). With {@code -Dtests.long} half a million, and the
 * heap must stay flat.
 */
class MalformedApiInputTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int REQUESTS = Attack.requests(LONG ? 500_000 : 1_500);
    private static final int PARTS = LONG ? 10 : 1;
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";

    @AutoClose
    private final Simulator simulator = RawApi.startSimulator();

    private final Target target = new CustomerApiTarget(new InetSocketAddress(
            simulator.address().getHost(), simulator.address().getPort()));

    /** Returns the database as statements that would create it, without the transcript and what a read of the catalogue stores. */
    private List<String> stored() {
        return simulator.database().sql().fetch("script").into(String.class).stream()
                .filter(statement -> !statement.contains("catalogue_version") && !statement.contains("exchange"))
                .toList();
    }

    @Test
    void h1_malformed_requests_get_the_status_that_says_so_and_nothing_is_stored() {
        var seed = Attack.seed();
        System.out.println("seed " + seed);
        var outcome = Attack.run(target, seed, REQUESTS, PARTS, this::stored);
        System.out.println(outcome);
        assertThat(outcome.rules()).isEqualTo(Math.min(REQUESTS, Attack.rules(target)));
    }

    @Test
    void h1_malformed_requests_to_the_admin_api_store_nothing() {
        var seed = Attack.seed();
        System.out.println("seed " + seed);
        var admin = new UnsignedTarget(
                target.address(), "/admin/health", "/admin/none", Set.of(200, 400, 401, 403, 404, 405));
        Attack.run(admin, seed, Attack.requests(PARTS * 3 * Attack.rules(admin)), 1, this::stored);
    }

    @Test
    void the_requests_that_follow_malformed_ones_would_be_served() throws IOException {
        var random = new SplittableRandom();
        var before = stored();
        assertThat(Attack.sendValid(target, target.read(random))).isEqualTo(200);
        assertThat(stored()).isEqualTo(before);
        assertThat(Attack.sendValid(target, target.write(random))).isEqualTo(200);
        assertThat(stored()).isNotEqualTo(before);
    }

    /** Describes the Customer API to the grammar. */
    private record CustomerApiTarget(InetSocketAddress address) implements Target {
        private static final Signer SIGNER = new Signer(RawApi.KEYS);

        @Override
        public String host() {
            return "localhost";
        }

        @Override
        public Draft write(RandomGenerator random) {
            return Draft.post(CAMPAIGNS, RawApi.campaign(Long.toHexString(random.nextLong())));
        }

        @Override
        public Draft read(RandomGenerator random) {
            return Draft.get("/api/v1/games", "any=" + random.nextInt(100));
        }

        @Override
        public List<String> sign(Draft request) {
            var timestamp = String.valueOf(Clock.systemUTC().millis());
            var signature = SIGNER.sign(request.path(), timestamp, SignedData.of(request.query(), request.body()));
            return List.of("X-Operator: demo", "X-Svc-Timestamp: " + timestamp, "X-Svc-Signature: " + signature);
        }

        @Override
        public Set<Integer> contentStatuses() {
            return Set.of(400);
        }

        @Override
        public Set<Integer> routeStatuses() {
            return Set.of(400, 401, 404, 405);
        }
    }
}
