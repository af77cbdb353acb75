package dev.operatorkit.simulator.testkit;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Represents a player who has opened a game, as the wallet reported the player. Thread-safe. */
public final class PlayerInGame {
    private static final Duration WINDOW = Duration.ofDays(30);

    private final Simulator simulator;
    private final GameSession.RealMoney session;

    PlayerInGame(Simulator simulator, GameSession.RealMoney session) {
        this.simulator = simulator;
        this.session = session;
    }

    /** Returns the account that the wallet reported (WAL-2). */
    public String accountId() {
        return session.player().accountId();
    }

    /** Returns the balance that the wallet reported when the game was opened. */
    public Money openingBalance() {
        return session.openingBalance();
    }

    /** Returns an amount in the player's currency. */
    public Money money(String amount) {
        return Amount.parse(amount).toMoney(session.openingBalance().currency());
    }

    /** Bets this stake with a random outcome. */
    public GameRound spin(String stake) {
        return spin(stake, SpinOutcome.CHANCE);
    }

    /** Returns the outcome of winning this amount in the player's currency, before the value of a free round is deducted (D-48). */
    public SpinOutcome win(String amount) {
        return new SpinOutcome.Win(money(amount));
    }

    /** Bets this stake with this outcome; with {@link SpinOutcome#OPEN} the round stays open (see {@link #decide}). */
    public GameRound spin(String stake, SpinOutcome outcome) {
        return simulator.callbackEngine().rounds().spin(session.player(), money(stake), outcome);
    }

    /** Decides a round that was left open. */
    public GameRound decide(GameRound round, SpinOutcome outcome) {
        return simulator.callbackEngine().rounds().decide(round.id(), outcome);
    }

    /** Grants the player free rounds of this value in this game, with a bonus code of this name. */
    public void grantFreeRounds(String bonusCode, Money value, int rounds) {
        var now = simulator.clock().instant();
        var campaign = "campaign-of-" + bonusCode;
        var terms = new NewCampaign(
                campaign, campaign, value, List.of(session.slug()), now, now.plus(WINDOW), OptionalInt.of(rounds));
        simulator.campaigns().create(session.operator(), terms);
        var currency = session.openingBalance().currency();
        simulator
                .bonusCodes()
                .create(
                        session.operator(),
                        new BonusCode(campaign, accountId(), currency, bonusCode, OptionalInt.empty()));
    }

    /**
     * Plays one free round on a bonus code.
     *
     * @throws AssertionError if the code does not allow it
     */
    public GameRound freeRound(String bonusCode, SpinOutcome outcome) {
        var rounds = simulator.callbackEngine().rounds();
        try {
            return rounds.freeSpin(session.player(), simulator.bonusCodes(), bonusCode, outcome);
        } catch (RefusedException e) {
            throw new AssertionError("the free round was not played: " + e.getMessage(), e);
        }
    }
}
