package dev.operatorkit.simulator.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.campaign.StoredCode.State;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies which free rounds may be played: BON-1 to BON-6, CAM-2, CAM-8, D-47. */
class BonusCodeRedemptionTest {
    private static final Instant START = Instant.parse("2026-06-01T00:00:00Z");
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");

    @AutoClose
    private Simulator simulator;

    @BeforeEach
    void start() {
        var operator = Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null);
        simulator = Simulator.start(SimulatorSettings.local(operator).clock(Clock.fixed(START, ZoneOffset.UTC)));
    }

    private void createCampaign(String code, Instant from, Instant to, @Nullable Integer maxRounds) {
        var terms =
                new NewCampaign(code, code, new Money(50, EUR), List.of("cherry-rush"), from, to, optional(maxRounds));
        simulator.campaigns().create("demo", terms);
    }

    private void createCode(String campaign, String code, @Nullable Integer maxRounds) {
        simulator.bonusCodes().create("demo", new BonusCode(campaign, "player-1", EUR, code, optional(maxRounds)));
    }

    private static OptionalInt optional(@Nullable Integer rounds) {
        return rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds);
    }

    private void createCampaignAndCode(@Nullable Integer maxRounds) {
        createCampaign("camp", START, START.plus(Duration.ofDays(10)), 2);
        createCode("camp", "code", maxRounds);
    }

    private Bet.Free take(String code, String account, CurrencyCode currency, String slug) {
        return simulator
                .database()
                .sql()
                .transactionResult(tx -> simulator
                        .bonusCodes()
                        .take(
                                new Transaction(tx.dsl()),
                                new PlayerSession("demo", account, slug, "token-1", currency),
                                code));
    }

    private Bet.Free take() {
        return take("code", "player-1", EUR, "cherry-rush");
    }

    private boolean isGranted() {
        try {
            take();
            return true;
        } catch (RefusedException e) {
            return false;
        }
    }

    private State state() {
        return simulator
                .bonusCodes()
                .find("demo", "code")
                .orElseThrow()
                .stateAt(simulator.clock().instant());
    }

    private static void assertRefused(ThrowingCallable redemption, String why) {
        assertThatThrownBy(redemption).isInstanceOf(RefusedException.class).hasMessageContaining(why);
    }

    @Test
    void every_round_redeems_the_full_amount_until_none_is_left() {
        createCampaignAndCode(null);
        assertThat(state()).isEqualTo(State.ISSUED);
        assertThat(take()).isEqualTo(new Bet.Free("camp", new Money(50, EUR), "code"));
        assertThat(state()).isEqualTo(State.IN_USE);
        assertThat(take()).isEqualTo(new Bet.Free("camp", new Money(50, EUR), "code"));
        assertThat(state()).isEqualTo(State.USED_UP);
        assertRefused(() -> take(), "All 2 rounds were played");
    }

    @ParameterizedTest
    @CsvSource({"7, , 7", "7, 3, 3", "7, 9, 9", ", 4, 4"})
    void the_max_rounds_of_a_code_override_those_of_its_campaign(Integer ofCampaign, Integer ofCode, int granted) {
        createCampaign("camp", START, START.plus(Duration.ofDays(1)), ofCampaign);
        createCode("camp", "code", ofCode);
        assertThat(simulator.bonusCodes().find("demo", "code").orElseThrow().roundsGranted())
                .isEqualTo(granted);
    }

    @Test
    void a_failed_transaction_uses_up_no_round() {
        createCampaignAndCode(1);
        try {
            simulator.database().sql().transaction(tx -> {
                simulator
                        .bonusCodes()
                        .take(
                                new Transaction(tx.dsl()),
                                new PlayerSession("demo", "player-1", "cherry-rush", "token-1", EUR),
                                "code");
                throw new IllegalStateException("the debit could not be stored");
            });
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessageContaining("could not be stored");
        }
        take();
    }

    @Test
    void a_code_is_valid_only_for_its_player_its_currency_and_the_games_of_its_campaign() {
        createCampaignAndCode(null);
        assertRefused(() -> take("code", "player-2", EUR, "cherry-rush"), "another player");
        assertRefused(() -> take("code", "player-1", CurrencyCode.of("USD"), "cherry-rush"), "The code is in EUR");
        assertRefused(() -> take("code", "player-1", EUR, "ruby-falls"), "not for this game");
        assertRefused(() -> take("nonsense", "player-1", EUR, "cherry-rush"), "no bonus code");
    }

    @Test
    void the_validity_window_is_checked_at_redemption() {
        createCampaign("camp", START.plusSeconds(60), START.plusSeconds(120), 5);
        createCode("camp", "code", null);
        assertThat(state()).isEqualTo(State.EXPIRED);
        assertRefused(() -> take(), "begins at");
        simulator.clock().forward(Duration.ofSeconds(60));
        take();
        simulator.clock().forward(Duration.ofSeconds(60));
        take();
        simulator.clock().forward(Duration.ofMillis(1));
        assertRefused(() -> take(), "ended at");
        assertThat(state()).isEqualTo(State.EXPIRED);
    }

    @Test
    void a_disabled_campaign_voids_its_codes() {
        createCampaignAndCode(null);
        take();
        simulator.campaigns().disable("demo", "camp");
        assertRefused(() -> take(), "disabled");
        assertThat(state()).isEqualTo(State.VOID);
    }

    @Test
    void concurrent_redemptions_never_exceed_the_granted_rounds() {
        createCampaignAndCode(10);
        assertThat(IntStream.range(0, 64).parallel().filter(i -> isGranted()).count())
                .isEqualTo(10);
        assertThat(simulator.bonusCodes().find("demo", "code").orElseThrow().roundsTaken())
                .isEqualTo(10);
    }
}
