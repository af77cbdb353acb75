package dev.operatorkit.conformance;

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
    private static final double BESIDE = 0.35;
    private static final double IN_A_LANE = 4.5;
    private static final double TWO_PLAYERS = 6;
    private static final double EXCLUSIVE = 14;
    private static final double LEAST_DONE = 0.03;

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
        return done < all * LEAST_DONE
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

    private double weight(int lanes) {
        return cases.stream().mapToDouble(each -> weight(each, lanes)).sum();
    }

    private static double weight(Case of, int lanes) {
        return switch (of.isolation()) {
            case READ_ONLY -> BESIDE;
            case PARALLEL -> IN_A_LANE / lanes;
            // Of a slow wallet several run at the same time, and only a slow wallet makes a run last.
            case EXCLUSIVE -> EXCLUSIVE / lanes;
            case TWO_PLAYERS -> TWO_PLAYERS / Math.max(1, lanes / 2);
            case WHOLE_RUN -> EXCLUSIVE;
        };
    }
}
