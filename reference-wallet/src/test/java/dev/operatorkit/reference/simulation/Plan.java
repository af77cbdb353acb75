package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Step.Ending;
import dev.operatorkit.reference.simulation.Step.InStore;
import dev.operatorkit.reference.simulation.Step.Moment;
import dev.operatorkit.reference.simulation.Step.OnWire;
import dev.operatorkit.reference.simulation.Step.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Holds a whole run: the seed of its small delays, and its steps. The same plan always has the same history.
 *
 * @param seed the seed
 * @param balance the opening balance of each player, in minor units
 * @param steps the steps, in any order
 */
record Plan(long seed, long balance, List<Step> steps) {
    static final List<String> PLAYERS = List.of("A", "B", "C");
    static final List<String> WALLETS = List.of("wallet-1", "wallet-2");

    private static final long HOUR = 3_600_000;

    /** Copies the steps. */
    Plan {
        steps = List.copyOf(steps);
    }

    /** Returns the plan as text, one line for each step. */
    String describe() {
        return "seed " + seed + ", balance " + balance + "\n"
                + steps.stream().map(Step::toString).collect(Collectors.joining("\n")) + "\n";
    }

    /** Returns the steps of one kind. */
    <S extends Step> List<S> steps(Class<S> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /**
     * Draws a number from 0 to {@code bound - 1} that depends only on the seed and on its purpose: leaving out a step
     * changes no draw of the others.
     */
    long draw(long bound, String purpose) {
        var hash = 0xcbf29ce484222325L ^ seed * 0x9e3779b97f4a7c15L;
        for (var i = 0; i < purpose.length(); i++) {
            hash = (hash ^ purpose.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(hash ^ (hash >>> 31), bound);
    }

    /** Draws true in this share of all draws. */
    boolean isHit(int percent, String purpose) {
        return draw(100, purpose) < percent;
    }

    /** Draws a plan. */
    static Plan of(long seed) {
        var random = new Random(seed * 0x9e3779b97f4a7c15L);
        var balance = 1000L + 100 * random.nextInt(40);
        var draft = new Draft(random, balance, new ArrayList<>());
        draft.play();
        draft.disturb();
        return new Plan(seed, balance, draft.steps);
    }

    private record Draft(Random random, long balance, List<Step> steps) {
        void play() {
            var bets = 1 + random.nextInt(6);
            var players = 1 + random.nextInt(PLAYERS.size());
            var at = 0L;
            for (var id = 1; id <= bets; id++) {
                at += random.nextBoolean() ? 0 : random.nextInt(random.nextBoolean() ? 5 : 3000);
                var stake = random.nextInt(5) == 0 ? balance : balance * (1 + random.nextInt(9)) / 10;
                var ending = Ending.values()[random.nextInt(Ending.values().length)];
                var win = 100L * random.nextInt(30);
                var player = PLAYERS.get(random.nextInt(players));
                steps.add(new Step.Bet(id, at, player, stake, ending, win));
            }
        }

        void disturb() {
            for (var faults = random.nextInt(7); faults > 0; faults--) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2, 3 -> steps.add(wireFault());
                    case 4, 5, 6 -> steps.add(storeFault());
                    case 7 -> steps.add(new Step.Crash(anyWallet(), random.nextInt(6000), 1 + random.nextInt(20_000)));
                    case 8 -> steps.add(new Step.Crash("store", random.nextInt(6000), 1 + random.nextInt(20_000)));
                    case 9 -> killProvider();
                    case 10 -> stepClock();
                    default -> outage();
                }
            }
        }

        private String movement() {
            return (random.nextBoolean() ? "D" : "S")
                    + (1 + random.nextInt(of(Step.Bet.class).size()));
        }

        private <S extends Step> List<S> of(Class<S> kind) {
            return steps.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        private Step wireFault() {
            var fault = OnWire.values()[random.nextInt(OnWire.values().length)];
            var millis = new long[] {1, 5, 100, 2000, 9990, 11_000, 60_000, 290_000, 310_000}[random.nextInt(9)];
            return new Step.WireFault(movement() + "#" + (1 + random.nextInt(8) / 6), fault, millis);
        }

        private Step storeFault() {
            var point = Point.values()[random.nextInt(Point.values().length)];
            var fault = point == Point.COMMIT
                    ? InStore.values()[random.nextInt(InStore.values().length)]
                    : new InStore[] {InStore.COLLIDE, InStore.ROLL_BACK, InStore.HANG, InStore.KILL_WALLET}
                            [random.nextInt(4)];
            var millis = new long[] {1, 10, 500, 1900, 3500, 6000, 9000}[random.nextInt(7)];
            return new Step.StoreFault(movement(), point, fault, millis);
        }

        private String anyWallet() {
            return WALLETS.get(random.nextInt(WALLETS.size()));
        }

        private void killProvider() {
            var down = 1L + random.nextInt(20_000);
            if (random.nextInt(3) == 0) {
                steps.add(new Step.Crash("provider", random.nextInt(6000), down));
            } else {
                var moment = Moment.values()[random.nextInt(Moment.values().length)];
                steps.add(new Step.ProviderKill(movement() + "#1", moment, down));
            }
        }

        private Step.Bet anyBet() {
            var bets = of(Step.Bet.class);
            return bets.get(random.nextInt(bets.size()));
        }

        /** Moves one clock, or those of all, and a while later back again. */
        private void stepClock() {
            var by = new long[] {1, 299_000, 310_000, 3_600_000}[random.nextInt(4)] * (random.nextBoolean() ? 1 : -1);
            var bet = anyBet();
            var at = random.nextBoolean() ? bet.at() + 100 : random.nextInt(4000);
            if (random.nextBoolean()) {
                steps.add(new Step.StoreFault("D" + bet.id(), Point.WRITE, InStore.HANG, 500));
            }
            var lasts = 1000L + random.nextInt(30_000);
            var who = random.nextInt(3);
            if (who != 0) {
                WALLETS.forEach(wallet -> stepAndBack(wallet, at, by, lasts));
            }
            if (who != 1) {
                stepAndBack("provider", at, by, lasts);
            }
        }

        private void stepAndBack(String process, long at, long by, long lasts) {
            steps.add(new Step.ClockStep(process, at, by));
            steps.add(new Step.ClockStep(process, at + lasts, -by));
        }

        private void outage() {
            var hours = random.nextInt(4) == 0 ? 60 + random.nextInt(20) : 0;
            var millis = hours * HOUR + random.nextInt(30_000);
            steps.add(new Step.Outage(random.nextBoolean() ? "network" : "store", random.nextInt(4000), millis));
        }
    }
}
