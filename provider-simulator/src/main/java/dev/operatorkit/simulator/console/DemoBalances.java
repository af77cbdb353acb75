package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.console.GamePage.SpinResult;
import dev.operatorkit.simulator.round.PayTable;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Keeps the demo balances. It has no access to a wallet: {@code FUN} never leaves this class (LAU-13). */
final class DemoBalances {
    static final String FUN = "FUN";

    private static final int DECIMALS = 2;
    private static final long START = 100_000;
    private static final int MOST = 10_000;

    private final PayTable payTable;
    private final RandomGenerator random;
    private final Map<String, Long> balances = new LinkedHashMap<>();

    DemoBalances(PayTable payTable, RandomGenerator random) {
        this.payTable = payTable;
        this.random = random;
    }

    synchronized String balance(String session) {
        return format(balances.getOrDefault(session, START));
    }

    synchronized SpinResult spin(String session, FormData form) {
        var stake = minor(form.text("stake", "1"));
        var before = balances.getOrDefault(session, START);
        if (stake < 0 || stake > before) {
            throw new IllegalArgumentException("Enter a stake between 0 and your balance.");
        }
        if (form.text("outcome", "chance").equals("failure")) {
            return result(false, 0, before, 0, "The round failed. Your stake was returned.", "rolled back", true);
        }
        var win = switch (form.text("outcome", "chance")) {
            case "win" -> form.text("amount").map(DemoBalances::win).orElse(stake * 5);
            case "loss" -> 0L;
            default -> stake * payTable.times(random);
        };
        var after = Math.addExact(before - stake, win);
        keep(session, after);
        var multiple = stake == 0 ? 0 : win / stake;
        return result(
                win > 0,
                multiple,
                after,
                win,
                win > 0 ? "You win!" : "No win this time.",
                win > 0 ? "won" : "lost",
                false);
    }

    private static SpinResult result(
            boolean won, long multiple, long balance, long payout, String message, String summary, boolean failed) {
        return new SpinResult(
                won, multiple, format(balance), format(payout), message, "demo: " + summary, failed, null, null);
    }

    private void keep(String session, long balance) {
        balances.put(session, balance);
        if (balances.size() > MOST) {
            balances.remove(balances.keySet().iterator().next());
        }
    }

    private static long win(String amount) {
        var win = minor(amount);
        if (win < 0) {
            throw new IllegalArgumentException("The win is " + amount + ". Enter an amount of at least 0.");
        }
        return win;
    }

    private static long minor(String amount) {
        try {
            if (amount.length() > 12) {
                throw new IllegalArgumentException(
                        "The amount has more than 12 characters. Enter an amount such as 1.50.");
            }
            return new BigDecimal(amount).movePointRight(DECIMALS).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "The amount '" + amount
                            + "' is not an amount in FUN. Enter one such as 1.50: digits, a point and at most two"
                            + " decimals, without blank or comma.",
                    e);
        }
    }

    private static String format(long minor) {
        return BigDecimal.valueOf(minor, DECIMALS).toPlainString() + " " + FUN;
    }
}
