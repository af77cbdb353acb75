package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Request;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Counts the second runs with a player in the wallet itself: the first debit of each has an id that follows from the account and its
 * number. So every run finds what others have done with the player, and a debit that a killed run has left open.
 */
final class SecondRuns {
    private static final int MOST = 1 << 20;

    private SecondRuns() {}

    /** Returns an id of the second run with this number. */
    static String id(Player player, int number, String what) {
        var name = "conformance " + player.accountId() + ' ' + number + ' ' + what;
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Returns the number of the next second run, when this many are known: as many lookups as the difference has bits. */
    static int next(RunState run, Player player, int known) {
        var low = known;
        var step = 1;
        while (step < MOST && isKnown(run, player, low + step - 1)) {
            low += step;
            step *= 2;
        }
        while (step > 1) {
            step /= 2;
            if (isKnown(run, player, low + step - 1)) {
                low += step;
            }
        }
        return low;
    }

    private static boolean isKnown(RunState run, Player player, int number) {
        return run.wire()
                .send(Request.get(player.lookupPath(id(player, number, "debit"))))
                .isResult();
    }
}
