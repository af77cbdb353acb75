package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Holds signed debits as complete HTTP requests, prepared before a measurement starts. */
final class Requests {
    private static final AtomicLong NEXT =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40) << 20);
    private static final int LONGEST = 640;

    private final ByteBuffer bytes;
    private final int[] starts;

    private Requests(ByteBuffer bytes, int[] starts) {
        this.bytes = bytes;
        this.starts = starts;
    }

    /** Creates debits of players 1 to {@code players}; they are valid for five minutes (SIG-10). */
    static Requests debits(int count, int players, SecretKeys secret, String prefix) {
        var signer = new Signer(secret);
        var timestamp = "" + Clock.systemUTC().millis();
        var path = prefix + "/debit";
        var bytes = ByteBuffer.allocateDirect(count * LONGEST);
        var starts = new int[count + 1];
        var random = ThreadLocalRandom.current();
        for (var i = 0; i < count; i++) {
            var id = Long.toHexString(NEXT.incrementAndGet());
            var player = 1 + random.nextInt(players);
            var body = """
                {"transactionId":"debit-%s","gameRoundId":"round-%s","playerId":"player-%d","token":"token-%d",\
                "gameId":"book-of-sums","stake":{"amount":0.01,"currency":"EUR"},"reason":"bet"}\
                """.formatted(id, id, player, player);
            var signature = signer.sign(path, timestamp, body.getBytes(StandardCharsets.UTF_8));
            var request =
                    "POST " + path + " HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\nX-Svc-Timestamp: "
                            + timestamp + "\r\nX-Svc-Signature: " + signature + "\r\nContent-Length: " + body.length()
                            + "\r\n\r\n" + body;
            bytes.put(request.getBytes(StandardCharsets.ISO_8859_1));
            starts[i + 1] = bytes.position();
        }
        return new Requests(bytes, starts);
    }

    /** Returns the first of these requests, unchanged, for replays. */
    Requests first(int count) {
        return new Requests(bytes, Arrays.copyOf(starts, count + 1));
    }

    int count() {
        return starts.length - 1;
    }

    ByteBuffer get(int number) {
        return bytes.slice(starts[number], starts[number + 1] - starts[number]);
    }
}
