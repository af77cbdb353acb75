package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Holds signed callbacks as complete HTTP requests, prepared before a measurement starts. Their ids are random UUIDs, as real ids
 * are: each is stored at another place of an index, which costs more than ids that rise. They are valid for five minutes (SIG-10).
 */
final class Requests {
    private static final int LONGEST = 640;

    private final ByteBuffer bytes;
    private final int[] starts;
    private final int perUnit;

    private Requests(ByteBuffer bytes, int[] starts, int perUnit) {
        this.bytes = bytes;
        this.starts = starts;
        this.perUnit = perUnit;
    }

    /** Names what one unit of the load consists of. */
    enum Unit {
        DEBIT,
        /** A debit and, after its response, the credit that settles it. */
        ROUND;

        int movements() {
            return this == DEBIT ? 1 : 2;
        }
    }

    /** Creates {@code count} units of players 1 to {@code players}, chosen at random. */
    static Requests of(Unit unit, int count, int players, SecretKeys secret, String prefix) {
        var writer = new Writer(new Signer(secret), prefix, count * unit.movements());
        var random = ThreadLocalRandom.current();
        for (var i = 0; i < count; i++) {
            var debit = randomUuid();
            var round = randomUuid();
            var player = 1 + random.nextInt(players);
            writer.add("/debit", """
                {"transactionId":"%s","gameRoundId":"%s","playerId":"player-%d","token":"token-%d",\
                "gameId":"book-of-sums","stake":{"amount":0.01,"currency":"EUR"},"reason":"bet"}\
                """.formatted(debit, round, player, player));
            if (unit == Unit.ROUND) {
                writer.add("/credit", """
                    {"transactionId":"%s","referenceTransactionId":"%s","gameRoundId":"%s","playerId":"player-%d",\
                    "gameId":"book-of-sums","payout":{"amount":0.01,"currency":"EUR"},"reason":"win"}\
                    """.formatted(randomUuid(), debit, round, player));
            }
        }
        return new Requests(writer.bytes, writer.starts, unit.movements());
    }

    /** Returns a UUID of version 4. Its source is fast instead of unpredictable, which a benchmark does not need. */
    private static UUID randomUuid() {
        var random = ThreadLocalRandom.current();
        return new UUID(
                (random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L,
                (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L);
    }

    private static final class Writer {
        private final Signer signer;
        private final String prefix;
        private final String timestamp = "" + Clock.systemUTC().millis();
        private final ByteBuffer bytes;
        private final int[] starts;
        private int count;

        Writer(Signer signer, String prefix, int requests) {
            this.signer = signer;
            this.prefix = prefix;
            this.bytes = ByteBuffer.allocateDirect(requests * LONGEST);
            this.starts = new int[requests + 1];
        }

        void add(String endpoint, String body) {
            var path = prefix + endpoint;
            var signature = signer.sign(path, timestamp, body.getBytes(StandardCharsets.UTF_8));
            var request =
                    "POST " + path + " HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\nX-Svc-Timestamp: "
                            + timestamp + "\r\nX-Svc-Signature: " + signature + "\r\nContent-Length: " + body.length()
                            + "\r\n\r\n" + body;
            bytes.put(request.getBytes(StandardCharsets.ISO_8859_1));
            count++;
            starts[count] = bytes.position();
        }
    }

    /** Returns one of several parts of about the same size. */
    Requests part(int number, int parts) {
        var from = (int) ((long) units() * number / parts) * perUnit;
        var to = (int) ((long) units() * (number + 1) / parts) * perUnit;
        return new Requests(bytes, Arrays.copyOfRange(starts, from, to + 1), perUnit);
    }

    /** Returns the number of requests that one connection sends one after another. */
    int perUnit() {
        return perUnit;
    }

    int units() {
        return count() / perUnit;
    }

    int count() {
        return starts.length - 1;
    }

    ByteBuffer get(int number) {
        return bytes.slice(starts[number], starts[number + 1] - starts[number]);
    }
}
