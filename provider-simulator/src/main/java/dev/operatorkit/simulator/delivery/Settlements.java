package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round.Settlement;
import dev.operatorkit.simulator.wallet.CallbackWriter;
import java.util.UUID;

/** Creates settlements, each with a new id and the body that every attempt sends unchanged (D-33). */
public final class Settlements {
    private Settlements() {}

    public static Settlement credit(CallbackWriter writer, Bet bet, Money payout) {
        var id = "credit-" + UUID.randomUUID();
        return new Settlement(
                CallbackKind.CREDIT, id, payout, writer.credit(id, bet, payout).body());
    }

    /** Returns a rollback, which pays nothing: the wallet refunds the stake that it stored (WAL-11). */
    public static Settlement rollback(CallbackWriter writer, Bet bet) {
        var id = "rollback-" + UUID.randomUUID();
        var nothing = Money.zero(bet.stake().currency());
        return new Settlement(
                CallbackKind.ROLLBACK, id, nothing, writer.rollback(id, bet).body());
    }
}
