package dev.operatorkit.simulator.round;

import dev.operatorkit.money.Money;
import java.util.random.RandomGenerator;

/**
 * What a spin pays, from a generator that a seed makes repeatable.
 *
 * @param returnToPlayer the share of all stakes that comes back as payouts in the long run, such as 0.96
 */
public record PayTable(double returnToPlayer) {
    /** Ninety-six of a hundred come back. */
    public static final PayTable USUAL = new PayTable(0.96);

    private static final long[] TIMES_STAKE = {100, 20, 5, 2, 1};
    // Their products with the multiples sum up to 1, so that the return to player is a factor.
    private static final double[] SHARE = {0.0010, 0.0105, 0.0420, 0.1050, 0.2700};

    /** Refuses a return that this table cannot give. */
    public PayTable {
        if (!(returnToPlayer >= 0 && returnToPlayer <= 2)) {
            throw new IllegalArgumentException("a return to player lies between 0 and 2");
        }
    }

    /** The win of one spin: a whole multiple of the stake, so that nothing is ever rounded. */
    public Money win(Money stake, RandomGenerator random) {
        return new Money(Math.multiplyExact(stake.minorUnits(), times(random)), stake.currency());
    }

    /** How many times its stake one spin pays. */
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
