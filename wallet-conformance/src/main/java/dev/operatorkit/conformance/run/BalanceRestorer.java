package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** Restores the balances of the players at the end of a run: settles open rounds, then debits or credits the difference. */
final class BalanceRestorer {
    private static final int ATTEMPTS = 3;
    private static final int MAX_STAKES = 300;
    private static final BigDecimal FORTUNE_UNITS = BigDecimal.valueOf(100_000);

    /** A replica is rarely further behind. */
    private static final Duration REPLICA_DELAY = Duration.ofMillis(300);

    private final RunState run;
    private final CaseContext tester;

    BalanceRestorer(RunState run, CaseContext tester) {
        this.run = run;
        this.tester = tester;
    }

    /** Restores every balance and describes what could not be restored. */
    String restore() {
        tester.calls().beginSettling();
        run.begin(tester);
        try {
            run.unsettled().forEach(run::settle);
            var left = new ArrayList<String>();
            tester.calls().accounts().forEach(account -> left.add(restore(account)));
            run.unsettled().forEach(run::settle);
            run.openDebits().forEach(debit -> left.add("open: debit " + debit));
            left.removeIf(String::isEmpty);
            return String.join(", ", left);
        } finally {
            run.end(tester);
        }
    }

    /** Takes back what a player has far too much after a case: the next cases are not about balances that a wallet may not hold. */
    void takeBackFortunes() {
        for (var account : tester.calls().accounts()) {
            try {
                if (hasFortune(account)) {
                    correct(account);
                }
            } catch (NoResponse | Failure e) {
                // The end of the run tries again.
            }
        }
    }

    private static boolean hasFortune(PlayerAccount account) {
        var start = account.start();
        var latest = account.latest();
        return start != null
                && latest != null
                && account.player().inUnits(latest.subtract(start)).compareTo(FORTUNE_UNITS) > 0;
    }

    /** Returns what a player has too little or too much after some attempts. A balance may be reported late, as by a replica. */
    private String restore(PlayerAccount account) {
        var problem = "";
        for (var attempt = 1; attempt <= ATTEMPTS && account.start() != null; attempt++) {
            try {
                if (missing(account).signum() == 0) {
                    return "";
                }
                correct(account);
                var rest = missing(account);
                if (rest.signum() == 0) {
                    return "";
                }
                var player = account.player();
                problem = player + (rest.signum() > 0 ? " lacks " : " has too much: ")
                        + rest.abs().toPlainString() + " " + player.currency();
                LockSupport.parkNanos(REPLICA_DELAY.toNanos());
            } catch (NoResponse | Failure e) {
                problem = "the wallet did not accept the correction for " + account.player() + ": " + e.getMessage();
            }
        }
        return problem;
    }

    private BigDecimal missing(PlayerAccount account) {
        var start = Objects.requireNonNull(account.start());
        return start.subtract(tester.balance(account.player()));
    }

    /** Credits what a player lacks, or takes what the player has too much. */
    void correct(PlayerAccount account) {
        var player = account.player();
        var missing = missing(account);
        if (missing.signum() > 0) {
            var debit = tester.debit(player, BigDecimal.ZERO);
            tester.send(debit);
            tester.send(tester.credit(debit, missing));
        } else {
            take(player, missing.negate());
        }
    }

    /** Takes an amount, in several stakes when the wallet limits them (D-63). */
    private void take(Player player, BigDecimal amount) {
        var left = amount;
        var stake = amount;
        for (var i = 0; i < MAX_STAKES && left.signum() > 0; i++) {
            stake = stake.min(left);
            var debit = tester.debit(player, stake);
            if (tester.send(debit).status() == 200) {
                tester.send(tester.credit(debit, BigDecimal.ZERO));
                left = left.subtract(stake);
            } else {
                stake = tester.run().limits().largestBelow(stake);
            }
        }
    }
}
