package dev.operatorkit.simulator.round;

import dev.operatorkit.money.Money;
import java.util.random.RandomGenerator;

/**
 * Determines the payouts of spins from a random generator.
 *
 * @param returnToPlayer the long-term share of stakes that is paid out, such as 0.96
 */
public record PayTable(double returnToPlayer) {
    public static final PayTable DEFAULT = new PayTable(0.96);

    private static final long[] TIMES_STAKE = {100, 20, 5, 2, 1};
    // The sum of probability times multiple is 1, so that the return to player is a plain factor.
    private static final double[] SHARE = {0.0010, 0.0105, 0.0420, 0.1050, 0.2700};

    public PayTable {
        if (!(returnToPlayer >= 0 && returnToPlayer <= 2)) {
            throw new IllegalArgumentException("The return to player must be from 0 to 2, not " + returnToPlayer + ".");
        }
    }

    /** Returns the win of one spin, a whole multiple of the stake, so that nothing is rounded. */
    public Money win(Money stake, RandomGenerator random) {
        return new Money(Math.multiplyExact(stake.minorUnits(), times(random)), stake.currency());
    }

    /** Returns the multiple of the stake that one spin pays. */
    public long times(RandomGenerator random) {
        var draw = random.nextDouble();
        for (var i = 0; i < SHARE.length; i++) {
            draw -= SHARE[i] * returnToPlayer;
            if (draw < 0) {
                return TIMES_STAKE[i];
            }
        }
        return 0;
    }
}
