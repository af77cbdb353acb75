package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.json.Json;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.TransactionResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares 6,000 random callbacks, 24,000 with {@code -Dthorough}, or 100,000 with {@code -Dtests.long}, over one to eight committers, after every step with a model that shares nothing
 * with the round rules.
 */
class ModelTest {
    private static final int EPISODES = Boolean.getBoolean("tests.long") ? 50 : Boolean.getBoolean("thorough") ? 12 : 3;
    private static final int STEPS = 500;
    private static final List<String> PLAYERS = List.of("anna", "bert", "coin");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void the_wallet_behaves_like_the_model(int committers) {
        var seed = new Random().nextLong();
        for (var episode = 0; episode < EPISODES; episode++) {
            var steps = steps(new Random(seed + episode));
            var failure = difference(steps, committers);
            assertThat(failure).as("seed " + (seed + episode)).isNull();
        }
    }

    /** Represents one callback; ids come from a small set, so that they collide. */
    record Step(String kind, String id, String player, String round, String debit, long amount, boolean free) {}

    private static List<Step> steps(Random random) {
        var steps = new ArrayList<Step>();
        for (var i = 0; i < STEPS; i++) {
            if (!steps.isEmpty() && random.nextInt(5) == 0) {
                steps.add(steps.get(random.nextInt(steps.size())));
                continue;
            }
            var kind = List.of("debit", "debit", "credit", "rollback").get(random.nextInt(4));
            // Mostly a consistent round, and sometimes an inconsistent one.
            var number = random.nextInt(60);
            var stray = random.nextInt(10) == 0 ? random.nextInt(60) : number;
            var player = PLAYERS.get((random.nextInt(20) == 0 ? random.nextInt(60) : number) % PLAYERS.size());
            // At times a settlement comes under a bet's id, which may be barred, or names another settlement, or
            // itself.
            var id = kind.equals("debit") || random.nextInt(12) == 0 ? "bet-" + stray : kind + "-" + stray;
            var of = random.nextInt(12) == 0
                    ? List.of("credit-" + stray, "rollback-" + stray, id)
                    : List.of("bet-" + number);
            var debit = of.get(random.nextInt(of.size()));
            long amount = random.nextInt(4) == 0 ? 0 : random.nextInt(2_000);
            steps.add(new Step(kind, id, player, "round-" + number, debit, amount, random.nextInt(8) == 0));
        }
        return steps;
    }

    /** Returns the first difference; null when there is none. */
    private static @Nullable String difference(List<Step> steps, int committers) {
        var fixture = new WalletFixture(GroupCommitOptions.defaults().withCommitters(committers));
        var model = new LedgerModel();
        for (var player : PLAYERS) {
            var currency = CurrencyCode.of(player.equals("coin") ? "BTC" : "EUR");
            fixture.store.openAccount(player, new Money(5_000, currency));
            model.open(player, 5_000);
        }
        for (var i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var expected = model.ask(step);
            var response = fixture.send(callback(step));
            var answered = response.status() == 200
                    ? "200 "
                            + Json.read(response.body(), TransactionResult.class)
                                    .balance()
                                    .money()
                                    .minorUnits()
                    : String.valueOf(response.status());
            if (!answered.equals(expected)) {
                return "step " + i + " " + step + " was answered " + answered + ", the model says " + expected;
            }
            for (var player : PLAYERS) {
                if (fixture.cents(player) != model.balance(player)) {
                    return "after step " + i + " " + step + " " + player + " has " + fixture.cents(player)
                            + ", the model says " + model.balance(player);
                }
            }
        }
        return null;
    }

    private static SignedCallback callback(Step step) {
        var decimals = step.player().equals("coin") ? 8 : 2;
        var amount = BigDecimal.valueOf(step.amount(), decimals).toPlainString();
        var callback = switch (step.kind()) {
            case "debit" -> SignedCallback.debit(step.id()).stake(amount);
            case "credit" -> SignedCallback.credit(step.id(), step.debit()).payout(amount);
            default -> SignedCallback.rollback(step.id(), step.debit());
        };
        callback = callback.round(step.round()).player(step.player());
        return step.free() && !step.kind().equals("rollback") ? callback.freeRound("spring") : callback;
    }
}
