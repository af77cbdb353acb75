package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.suite.Case;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Estimates how long a run still takes, from the cases that have ended and how many of each kind run at the same time. A case
 * counts with the calls that it makes one after another.
 */
public final class TimeLeft {
    private static final double READ_ONLY = 0.35;
    private static final double MOVING = 6;
    private static final double ALONE = 14;
    private static final double MIN_DONE = 0.03;

    private final List<Case> cases;
    private final int players;
    private final Set<Case> ended = new HashSet<>();
    private final long start = System.nanoTime();
    private double done;

    /** Starts the estimate of a run with this many players. */
    public TimeLeft(List<Case> cases, int players) {
        this.cases = cases;
        this.players = Math.max(1, players);
    }

    /** Records that a case has ended. */
    public synchronized void end(Case of) {
        if (ended.add(of)) {
            done += weight(of, players);
        }
    }

    /** Returns the estimate, or nothing while too few cases have ended. */
    public synchronized Optional<Duration> left() {
        var all = weight(players);
        return done < all * MIN_DONE
                ? Optional.empty()
                : Optional.of(Duration.ofNanos((long) ((System.nanoTime() - start) * (all - done) / done)));
    }

    /** Returns how long the whole run takes with this many players, when a call takes that long. */
    public Duration whole(int others, Duration call) {
        return Duration.ofNanos((long) (weight(Math.max(1, others)) * call.toNanos()));
    }

    /** Returns a duration as people say it. */
    public static String describe(Duration duration) {
        var seconds = Math.max(1, duration.toSeconds());
        return seconds < 90 ? seconds + " s" : (seconds + 30) / 60 + " min";
    }

    private double weight(int others) {
        return cases.stream().mapToDouble(each -> weight(each, others)).sum();
    }

    private static double weight(Case of, int players) {
        if (of.isolation() == Case.Isolation.READ_ONLY) {
            return READ_ONLY;
        }
        var isAlone = Set.of(Case.Isolation.EXCLUSIVE, Case.Isolation.TWO_PLAYERS, Case.Isolation.WHOLE_RUN)
                .contains(of.isolation());
        return isAlone ? ALONE : MOVING / players;
    }
}
