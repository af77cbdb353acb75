package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.jdbc.LedgerArchive;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the audit finds no violation after random callbacks in any order (RND-4, D-21, D-25, D-52, D-56). With {@code -Dthorough}, after more of them, and also on H2. */
class RandomLedgerTest {
    private static final int CALLBACKS = Boolean.getBoolean("thorough") ? 1_500 : 800;
    private static final List<String> KINDS = List.of("debit", "debit", "credit", "rollback", "rollback");

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#postgresFirst")
    void random_sequences_leave_the_audit_clean(TestDatabase kind) {
        var url = kind.freshUrl();
        var seed = new Random().nextLong();
        var random = new Random(seed);
        try (var wallet = WalletUnderTest.on(url)) {
            // The second half meets what the first one left, half of it in the archive.
            send(wallet, random, CALLBACKS / 2);
            archive(url);
            send(wallet, random, CALLBACKS / 2);
        }
        assertThat(WalletUnderTest.auditOf(url)).as("seed " + seed).isEmpty();
    }

    private static void send(WalletUnderTest wallet, Random random, int callbacks) {
        for (var i = 0; i < callbacks; i++) {
            var callback = callback(random);
            assertThat(wallet.send(callback).status())
                    .as(new String(callback.body(), StandardCharsets.UTF_8))
                    .isIn(200, 409, 422);
        }
    }

    /** Ids and rounds come from a small stock, so that ids meet as other kinds, as references and on other accounts. */
    private static SignedCallback callback(Random random) {
        var number = random.nextInt(150);
        var player = "player-" + (1 + (random.nextInt(15) == 0 ? random.nextInt(4) : number % 4));
        var round = "round-" + (random.nextInt(10) == 0 ? random.nextInt(150) : number);
        var kind = KINDS.get(random.nextInt(KINDS.size()));
        var id = random.nextInt(6) == 0 ? anyId(random) : kind + "-" + number;
        var debit = random.nextInt(6) == 0 ? (random.nextBoolean() ? id : anyId(random)) : "debit-" + number;
        var callback = switch (kind) {
            case "debit" -> SignedCallback.debit(id).stake("1.50");
            case "credit" -> SignedCallback.credit(id, debit).payout("2.25");
            default -> SignedCallback.rollback(id, debit);
        };
        return callback.round(round).player(player);
    }

    private static String anyId(Random random) {
        return KINDS.get(random.nextInt(KINDS.size())) + "-" + random.nextInt(150);
    }

    private static void archive(String url) {
        try (var database = Database.open(TestDatabase.address(url))) {
            var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(8));
            assertThat(Archive.olderThan(LedgerArchive.MIN_AGE, database, later))
                    .isPositive();
        }
    }
}
