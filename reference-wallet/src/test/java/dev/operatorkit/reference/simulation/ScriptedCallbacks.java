package dev.operatorkit.reference.simulation;

import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/**
 * Sends callbacks that the provider never sends: a second debit of a round, a settlement before its debit, and the like.
 *
 * <pre>
 * D debit               C credit of D          R rollback of D      L lookup of D
 * d second debit        c second credit        r second rollback    W credit of nothing
 * X credit, other round Y credit, other player K credit with D's id A credit of too much
 * Z stake 3.005         E stake 3.5000         N negative stake     G free round
 * T wrong signature     B F timestamp at the edge of five minutes   b f just outside
 * O debit with D's id, other player           P lookup of D by the other player
 * </pre>
 */
final class ScriptedCallbacks {
    private static final long EDGE = 300_000;

    private final Network network;
    private final Kernel kernel;
    private final LongSupplier walletClock;

    ScriptedCallbacks(Network network, Kernel kernel, LongSupplier walletClock) {
        this.network = network;
        this.kernel = kernel;
        this.walletClock = walletClock;
    }

    /** Sends the callbacks of a script, one after the other or concurrently. */
    void play(Step.Script script) {
        for (var i = 0; i < script.letters().length(); i++) {
            var letter = script.letters().charAt(i);
            kernel.after(i * script.gap() * 1_000_000, () -> send(script, letter));
        }
    }

    private void send(Step.Script script, char letter) {
        var movement = "x" + script.id() + "." + letter;
        var now = walletClock.getAsLong();
        var timestamp = switch (letter) {
            case 'B' -> now - EDGE;
            case 'b' -> now - EDGE - 1;
            case 'F' -> now + EDGE;
            case 'f' -> now + EDGE + 1;
            default -> now;
        };
        network.inject(movement, Sent.of(bytes(script, letter, timestamp)));
    }

    private static byte[] bytes(Step.Script script, char letter, long timestamp) {
        var id = "x" + script.id();
        if (letter == 'L' || letter == 'P') {
            var path = "/wallet/players/" + player(script, letter) + "/transactions/" + id + ".D";
            return Sent.write(path, timestamp, NOTHING);
        }
        var body = body(script, letter).getBytes(StandardCharsets.UTF_8);
        var path = switch (letter) {
            case 'C', 'c', 'W', 'X', 'Y', 'K', 'A' -> "/wallet/credit";
            case 'R', 'r' -> "/wallet/rollback";
            default -> "/wallet/debit";
        };
        return letter == 'T' ? Sent.write(path, timestamp, "0".repeat(128), body) : Sent.write(path, timestamp, body);
    }

    private static final byte[] NOTHING = {};

    private static String body(Step.Script script, char letter) {
        var id = "x" + script.id();
        var own = letter == 'K' || letter == 'O' ? "D" : Character.toString(letter);
        var round = switch (letter) {
            case 'Z', 'E', 'N', 'G', 'T', 'B', 'b', 'F', 'f' -> id + "-" + letter;
            case 'X' -> id + "-other";
            default -> "shared-" + script.round();
        };
        var start = "{\"transactionId\":\"" + id + "." + own + "\",\"gameRoundId\":\"" + round + "\",\"playerId\":\""
                + player(script, letter) + "\"";
        return start
                + switch (letter) {
                    case 'C', 'c', 'X', 'Y', 'K' -> reference(id) + ",\"payout\":{\"amount\":5.00},\"reason\":\"win\"}";
                    case 'W' -> reference(id) + ",\"payout\":{\"amount\":0},\"reason\":\"loss\"}";
                    case 'A' -> reference(id) + ",\"payout\":{\"amount\":92233720368547758.07},\"reason\":\"win\"}";
                    case 'R', 'r' -> reference(id) + ",\"reason\":\"refund\"}";
                    case 'Z' -> stake("3.005");
                    case 'E' -> stake("3.5000");
                    case 'N' -> stake("-1");
                    case 'G' ->
                        ",\"stake\":{\"amount\":0},\"reason\":\"freeround\",\"freeRoundData\":{\"campaign\":\"c\","
                                + "\"value\":{\"amount\":5,\"currency\":\"EUR\"}}}";
                    case 'B', 'b', 'F', 'f' -> stake("0.01");
                    default -> stake("3.00");
                };
    }

    private static String player(Step.Script script, char letter) {
        return switch (letter) {
            case 'O', 'P', 'Y' -> script.player().equals("A") ? "B" : "A";
            default -> script.player();
        };
    }

    private static String reference(String id) {
        return ",\"referenceTransactionId\":\"" + id + ".D\"";
    }

    private static String stake(String amount) {
        return ",\"stake\":{\"amount\":" + amount + "},\"reason\":\"bet\"}";
    }
}
