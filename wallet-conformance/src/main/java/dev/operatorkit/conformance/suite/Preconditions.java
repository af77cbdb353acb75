package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Player;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the wallet under test checks beyond the specification (D-63), so that cases stay within it.
 *
 * @param campaign a campaign that the wallet knows; empty when the tester named none
 * @param maxStake the largest stake that the wallet accepts; null when the tester named none
 */
public record Preconditions(String campaign, @Nullable BigDecimal maxStake) {
    private static final String DEFAULT_CAMPAIGN = "free-rounds";
    private static final Pattern LIMIT_OF_TESTER =
            Pattern.compile("needs a stake of .*, but --max-stake is .*|needs [0-9.]+ [A-Z0-9]+, .* has .*");

    /** Returns the preconditions of a wallet that neither checks campaigns nor limits stakes. */
    public static Preconditions none() {
        return new Preconditions("", null);
    }

    /**
     * Returns true for the reason of a skip that the tester can remove: the limit of {@code --max-stake}, or players with too
     * little money. No waiver covers it, since such a limit can keep nearly every case from being tried.
     */
    public static boolean isLimitOfTester(String reason) {
        return LIMIT_OF_TESTER.matcher(reason).matches();
    }

    /** Returns the skip of a case for which a player has too little money, in a form that {@link #isLimitOfTester} knows. */
    public static SkipCase lackOfMoney(Player player, long units, BigDecimal balance) {
        return new SkipCase("needs " + player.units(units).toPlainString() + " " + player.currency() + ", " + player
                + " has " + balance.toPlainString());
    }

    /** Returns true when the tester named a campaign. */
    public boolean namesCampaign() {
        return !campaign.isEmpty();
    }

    /** Returns the campaign that free rounds name. */
    String campaignOrDefault() {
        return namesCampaign() ? campaign : DEFAULT_CAMPAIGN;
    }
}
