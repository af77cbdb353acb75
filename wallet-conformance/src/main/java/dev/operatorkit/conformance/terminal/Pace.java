package dev.operatorkit.conformance.terminal;

import dev.operatorkit.conformance.run.TimeLeft;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.wire.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Prints from time to time how long a run still takes, and once that a wallet is slow and more tokens would help. */
final class Pace {
    private static final Duration APART = Duration.ofSeconds(5);
    private static final Duration WORTH_SAYING = Duration.ofSeconds(3);
    private static final Duration SLOW_CALL = Duration.ofMillis(50);
    private static final Duration LONG_RUN = Duration.ofSeconds(45);
    private static final int MEASURED = 40;
    private static final int MAX_PLAYERS = 8;

    private final List<Case> cases;
    private final List<Long> micros = new ArrayList<>();
    private TimeLeft timeLeft;
    private int players = 1;
    private int ended;
    private long said = System.nanoTime();
    private boolean advised;

    Pace(List<Case> cases) {
        this.cases = cases;
        this.timeLeft = new TimeLeft(cases, players);
    }

    /** Starts the clock of a run with this many players. */
    synchronized void start(int count) {
        players = count;
        timeLeft = new TimeLeft(cases, count);
        said = System.nanoTime();
    }

    /** Records how long a call took. */
    synchronized void record(Exchange exchange) {
        if (micros.size() < MEASURED) {
            micros.add(exchange.micros());
        }
    }

    /** Records that a case has ended, and returns what there is to say. */
    synchronized List<String> end(Case of) {
        timeLeft.end(of);
        ended++;
        var lines = new ArrayList<String>();
        if (!advised && micros.size() == MEASURED) {
            advised = true;
            advise(lines);
        }
        var now = System.nanoTime();
        if (now - said > APART.toNanos()) {
            said = now;
            timeLeft.left()
                    .filter(left -> left.compareTo(WORTH_SAYING) > 0)
                    .ifPresent(left -> lines.add("        " + ended + " of " + cases.size() + " cases, about "
                            + TimeLeft.describe(left) + " left"));
        }
        return lines;
    }

    /** Advises more tokens when a call takes long: cases that move money run one at a time for each player. */
    private void advise(List<String> lines) {
        Collections.sort(micros);
        var call = Duration.ofNanos(micros.get(micros.size() / 2) * 1000);
        var whole = timeLeft.whole(players, call);
        if (call.compareTo(SLOW_CALL) > 0 && whole.compareTo(LONG_RUN) > 0 && players < MAX_PLAYERS) {
            lines.add("        A call takes " + call.toMillis() + " ms, the run about " + TimeLeft.describe(whole)
                    + ". Give "
                    + MAX_PLAYERS + " tokens of " + MAX_PLAYERS + " players (--token) and it takes about "
                    + TimeLeft.describe(timeLeft.whole(MAX_PLAYERS, call)) + ".");
        }
    }
}
