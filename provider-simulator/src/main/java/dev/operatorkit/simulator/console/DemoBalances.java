package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.console.GamePage.Shown;
import dev.operatorkit.simulator.round.PayTable;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Play money. It knows no wallet and nothing that could call one: {@code FUN} never leaves this class (LAU-13). */
final class DemoBalances {
    static final String FUN = "FUN";

    private static final int DECIMALS = 2;
    private static final long START = 100_000;
    private static final int MOST = 10_000;

    private final PayTable payTable;
    private final RandomGenerator random;
    private final Map<String, Long> purses = new LinkedHashMap<>();

    DemoBalances(PayTable payTable, RandomGenerator random) {
        this.payTable = payTable;
        this.random = random;
    }

    synchronized String balance(String session) {
        return shown(purses.getOrDefault(session, START));
    }

    synchronized Shown spin(String session, FormData form) {
        var stake = minor(form.text("stake", "1"));
        var before = purses.getOrDefault(session, START);
        if (stake < 0 || stake > before) {
            throw new IllegalArgumentException("the stake must be between 0 and your balance");
        }
        if (form.text("force", "chance").equals("failure")) {
            return shown(false, 0, before, 0, "The round failed. Your stake is back.", "rolled back", true);
        }
        var win = switch (form.text("force", "chance")) {
            case "win" -> form.text("amount").map(DemoBalances::minor).orElse(stake * 5);
            case "loss" -> 0L;
            default -> stake * payTable.times(random);
        };
        var after = Math.addExact(before - stake, win);
        keep(session, after);
        var times = stake == 0 ? 0 : win / stake;
        return shown(
                win > 0, times, after, win, win > 0 ? "A win!" : "Nothing this time.", win > 0 ? "won" : "lost", false);
    }

    private static Shown shown(
            boolean won, long times, long balance, long payout, String message, String story, boolean bad) {
        return new Shown(
                won, times, shown(balance), shown(payout), message, "for fun: " + story, bad, null, null, null);
    }

    private void keep(String session, long balance) {
        purses.put(session, balance);
        if (purses.size() > MOST) {
            purses.remove(purses.keySet().iterator().next());
        }
    }

    private static long minor(String amount) {
        try {
            if (amount.length() > 12) {
                throw new IllegalArgumentException("that amount is too long");
            }
            return new BigDecimal(amount).movePointRight(DECIMALS).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("an amount of FUN has two decimals at most", e);
        }
    }

    private static String shown(long minor) {
        return BigDecimal.valueOf(minor, DECIMALS).toPlainString() + " " + FUN;
    }
}
