package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.json.Json;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sends 8,000 mutations of valid callbacks, 20,000 with {@code -Dthorough}, or 200,000 with {@code -Dtests.long}, each correctly signed: nothing
 * breaks, and no money appears or disappears.
 */
class FuzzTest {
    private static final int EPISODES =
            Boolean.getBoolean("tests.long") ? 200 : Boolean.getBoolean("thorough") ? 20 : 8;
    private static final int MUTATIONS = 1_000;
    private static final long BALANCE = 1_000_000;
    private static final long MAX_LEFT_BEHIND = 3L * 1024 * 1024;
    private static final List<String> PIECES =
            """
            null true "" [] {} -1 -0 01 1. .5 +1 0x1 NaN Infinity 1e400 1e1000000000 1e-100000000 9.99e15 10.001
            9223372036854775807 0.00000000000000000001 "1.50" {"amount":1} "\\u0000" "\\ud800" "a\\u000ab" "player-2"
            "2026-01-01T00:00:00+02:00" 'x' // \u00ff [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]\
            """.lines().flatMap(line -> Stream.of(line.split(" ", -1))).toList();
    private static final Set<Integer> STATUSES = Set.of(200, 403, 404, 405, 409, 413, 422);

    @Test
    void the_response_to_a_mutated_callback_matches_its_effect_on_the_ledger() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var heap = 0L;
        for (var episode = 0; episode < EPISODES; episode++) {
            heap = episode == EPISODES / 4 ? heapInUse() : heap;
            var random = new Random(seed + episode);
            var fixture = new WalletFixture().open("player-1", BALANCE).open("player-2", BALANCE);
            var stakes = new HashMap<String, Long>();
            for (var i = 0; i < MUTATIONS; i++) {
                var callback = mutated(random, i);
                var before = fixture.cents("player-1") + fixture.cents("player-2");
                var versions = fixture.version("player-1") + fixture.version("player-2");
                var status = fixture.status(callback);
                var moved = fixture.cents("player-1") + fixture.cents("player-2") - before;
                var entries = fixture.version("player-1") + fixture.version("player-2") - versions;
                var truthful = STATUSES.contains(status)
                        && (entries == 0 || (entries == 1 && status == 200))
                        && (moved == 0 || Math.abs(moved) == asked(callback, stakes));
                if (!truthful) {
                    throw new AssertionError("seed " + (seed + episode) + " step " + i + ": " + status + " moved "
                            + moved + " with " + entries + " entries for " + text(callback));
                }
            }
        }
        assertThat(heapInUse() - heap)
                .as("bytes that three in four episodes left behind")
                .isLessThan(MAX_LEFT_BEHIND);
    }

    /** Returns the bytes of the heap that are still reachable. */
    private static long heapInUse() {
        for (var i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /**
     * Returns the cents that the body asks to move, which for a rollback are those of its debit; a body that cannot be
     * read fails the test here.
     */
    private static long asked(SignedCallback callback, Map<String, Long> stakes) {
        var text = text(callback);
        if (text.contains("\"stake\"")) {
            var debit = Json.read(callback.body(), Debit.class);
            var stake = debit.stake().toMoney(WalletFixture.EUR).minorUnits();
            stakes.put(debit.transactionId(), stake);
            return stake;
        }
        if (text.contains("\"payout\"")) {
            return Json.read(callback.body(), Credit.class)
                    .payout()
                    .toMoney(WalletFixture.EUR)
                    .minorUnits();
        }
        return stakes.getOrDefault(Json.read(callback.body(), Rollback.class).referenceTransactionId(), 0L);
    }

    private static SignedCallback mutated(Random random, int i) {
        var bet = "bet-" + random.nextInt(i + 1);
        var valid = switch (random.nextInt(4)) {
            case 0 -> SignedCallback.credit("win-" + i, bet).payout("2.25");
            case 1 -> SignedCallback.rollback("undo-" + i, bet);
            default -> SignedCallback.debit("bet-" + i).stake("1.50");
        };
        valid = valid.player("player-" + (1 + random.nextInt(2)));
        return switch (random.nextInt(8)) {
            case 0 -> valid;
            case 1 -> valid.contentType(random.nextBoolean() ? null : "text/json");
            case 2 -> valid.method(random.nextBoolean() ? "PUT" : "PATCH");
            default -> valid.body(mutated(valid.body(), random));
        };
    }

    private static byte[] mutated(byte[] body, Random random) {
        var bytes = body;
        for (var times = 1 + random.nextInt(2); times > 0; times--) {
            var at = random.nextInt(bytes.length + 1);
            var piece = PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
            bytes = switch (random.nextInt(7)) {
                case 0 -> spliced(bytes, at, at, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(bytes, at, Math.min(at + 1, bytes.length), new byte[] {(byte) random.nextInt(256)});
                case 2 -> spliced(bytes, at, Math.min(at + 1 + random.nextInt(20), bytes.length), new byte[0]);
                case 3 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, Math.min(at + 30, bytes.length)));
                case 4 -> spliced(bytes, at, at, piece);
                default -> value(bytes, at, piece);
            };
        }
        return bytes;
    }

    /** Replaces the value after the next colon. */
    private static byte[] value(byte[] bytes, int at, byte[] piece) {
        var colon = at;
        while (colon < bytes.length && bytes[colon] != ':') {
            colon++;
        }
        var end = colon;
        while (end < bytes.length && bytes[end] != ',' && bytes[end] != '}') {
            end++;
        }
        return colon >= bytes.length ? bytes : spliced(bytes, colon + 1, end, piece);
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
        var end = Math.max(from, to);
        var result = new byte[bytes.length - (end - from) + piece.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(piece, 0, result, from, piece.length);
        System.arraycopy(bytes, end, result, from + piece.length, bytes.length - end);
        return result;
    }

    private static String text(SignedCallback callback) {
        return new String(callback.body(), StandardCharsets.UTF_8);
    }
}
