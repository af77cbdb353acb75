package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.PlayerDirectory.GameAccess;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.engine.SessionCache;
import dev.operatorkit.wallet.engine.ThreadControl;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Player;
import java.lang.reflect.Proxy;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the five callbacks from bytes to bytes; rows T1 to T29 of the fault matrix where one caller is enough. */
class CallbacksTest {
    private final List<String> events = new ArrayList<>();
    private final WalletFixture fixture =
            new WalletFixture(new EventRecorder()).open("player", 10_000).open("other", 10_000);

    private final class EventRecorder implements WalletListener {
        @Override
        public void onApplied(StoredTransaction transaction) {
            events.add("applied " + transaction.transactionId());
        }

        @Override
        public void onTombstone(StoredTransaction transaction) {
            events.add("tombstone " + transaction.transactionId());
        }

        @Override
        public void onReplayed(Replayed event) {
            events.add((event.bodyDiffers() ? "other " : "same ")
                    + event.transaction().transactionId());
        }

        @Override
        public void onUnreadableField(Kind kind, String field) {
            events.add(kind + " without " + field);
        }

        @Override
        public void onRefused(Kind kind, Refusal why) {
            events.add(kind + " " + why);
            throw new IllegalStateException("a listener that fails changes no answer");
        }
    }

    @Test
    void t1_a_replay_gets_the_same_bytes_as_the_first_response() {
        var debit = SignedCallback.debit("bet").player("player").stake("1.50");
        var first = fixture.send(debit);
        fixture.send(SignedCallback.credit("win", "bet").player("player").payout("7"));
        assertThat(fixture.send(debit).body()).isEqualTo(first.body());
        assertThat(fixture.version("player")).isEqualTo(2);
        assertThat(events).containsExactly("applied bet", "applied win", "same bet");
    }

    @Test
    void t3_a_replay_with_another_body_gets_the_original_response_and_is_reported() {
        var first = fixture.send(SignedCallback.debit("bet").player("player").stake("1.50"));
        var other = fixture.send(
                SignedCallback.debit("bet").player("player").stake("9").round("else"));
        assertThat(other.body()).isEqualTo(first.body());
        assertThat(events).containsExactly("applied bet", "other bet");
    }

    @Test
    void t3_t4_an_id_already_used_by_another_account_or_kind_gets_422_and_is_reported() {
        fixture.players.addSession("token", "player", WalletFixture.NOW.plusSeconds(60));
        fixture.players.addSession("others", "other", WalletFixture.NOW.plusSeconds(60));
        var bet = SignedCallback.debit("bet").player("player").stake("1.50");
        fixture.send(bet);

        for (var foreign : List.of(
                bet.player("other"),
                bet.player("other").stake("-1"),
                bet.without("playerId").token("others"),
                bet.token("others"),
                bet.player("other").token("token"),
                SignedCallback.credit("bet", "bet").player("player").payout("5"),
                SignedCallback.credit("bet", "bet").payout("5"),
                SignedCallback.rollback("bet", "bet").player("player"))) {
            assertThat(fixture.text(foreign)).startsWith("422").doesNotContain("balance");
        }

        assertThat(events)
                .startsWith("applied bet", "DEBIT TRANSACTION_ID_TAKEN")
                .endsWith("ROLLBACK TRANSACTION_ID_TAKEN");
        assertThat(fixture.version("player") + fixture.version("other")).isEqualTo(1);
    }

    @Test
    void t9_t10_a_tombstone_is_reported_and_blocks_its_debit() {
        assertThat(fixture.text(SignedCallback.rollback("undo", "bet").player("player")))
                .startsWith("200")
                .contains("100.00");
        fixture.expect(422, SignedCallback.debit("bet").player("player").stake("1"));
        fixture.expect(
                422, SignedCallback.debit("bet").player("player").stake("1").round("else"));
        assertThat(events).containsExactly("tombstone undo", "DEBIT ALREADY_ROLLED_BACK", "DEBIT ALREADY_ROLLED_BACK");
        fixture.expect(200, SignedCallback.lookup("player", "undo"));
        fixture.expect(404, SignedCallback.lookup("player", "bet"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "{\"campaign\":7}",
                "{\"campaign\":\"c\",\"value\":{\"amount\":-1,\"currency\":\"EUR\"}}",
                "{\"campaign\":\"c\",\"value\":{\"amount\":1,\"currency\":\"USD\"}}"
            })
    void t16_t37_a_free_round_needs_no_balance_and_is_paid_even_if_its_data_is_unreadable(String data) {
        fixture.open("poor", 0);
        var spin = SignedCallback.debit("spin").player("poor").reason("freeround");
        var gain =
                SignedCallback.credit("gain", "spin").player("poor").payout("2").reason("freeround");

        fixture.expect(200, spin.json("freeRoundData", data));
        assertThat(fixture.text(gain.json("freeRoundData", data)))
                .startsWith("200")
                .contains("2.00");
    }

    @Test
    void t37_unreadable_free_round_data_is_reported() {
        fixture.send(SignedCallback.debit("spin")
                .player("player")
                .freeRound("spring")
                .json("freeRoundData", "7"));
        fixture.send(SignedCallback.credit("gain", "spin")
                .player("player")
                .json("freeRoundData", "{\"campaign\":\"spring\",\"value\":{\"amount\":\"1\"}}"));

        assertThat(events)
                .containsExactly(
                        "DEBIT without freeRoundData",
                        "applied spin",
                        "CREDIT without freeRoundData.value",
                        "applied gain");
    }

    @Test
    void t18_a_settlement_needs_no_session() {
        fixture.players.addSession("token", "player", WalletFixture.NOW.plusSeconds(1));
        fixture.send(SignedCallback.debit("bet").token("token").stake("1"));
        fixture.players.addSession("token", "player", WalletFixture.NOW.minusSeconds(1));
        fixture.expect(200, SignedCallback.credit("win", "bet").player("player").payout("1"));
    }

    @Test
    void t29_a_lookup_of_an_unknown_and_of_another_accounts_transaction_gets_the_same_404() {
        fixture.send(SignedCallback.debit("bet").player("player"));
        assertThat(fixture.text(SignedCallback.lookup("other", "bet")))
                .isEqualTo(fixture.text(SignedCallback.lookup("other", "never")))
                .startsWith("404 {\"message\":");
    }

    @Test
    void a_lookup_returns_the_stored_bytes_for_any_id() {
        for (var id : List.of("a/b", "a b", "a+b", "a%2Fb", "\u00e9\ud83c\udfb0", "?", "..", ";x=1")) {
            var first = fixture.send(SignedCallback.debit(id).player("player"));
            assertThat(first.status()).isEqualTo(200);
            assertThat(fixture.send(SignedCallback.lookup("player", id)).body()).isEqualTo(first.body());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/transactions/%ff",
                "a/transactions/%zz",
                "%/transactions/b",
                "a/transactions/",
                "/transactions/b",
                "a/transactions/b/c"
            })
    void a_malformed_lookup_path_gets_404(String path) {
        fixture.expect(404, SignedCallback.get("/players/" + path));
    }

    @Test
    void the_player_callback_accepts_only_a_valid_token() {
        fixture.players.addSession("good", "player", WalletFixture.NOW.plusMillis(1));
        fixture.players.addSession("old", "player", WalletFixture.NOW);
        assertThat(fixture.text(SignedCallback.player("game", "good")))
                .startsWith("200")
                .contains("\"accountId\":\"player\"", "\"displayName\":\"player\"", "\"amount\":100.00");
        assertThat(fixture.text(SignedCallback.player("game", "old")))
                .isEqualTo(fixture.text(SignedCallback.player("game", "never")))
                .startsWith("403");
        fixture.players.setGameAccess((player, game) ->
                game.equals("closed") ? GameAccess.refused("closed for " + player.accountId()) : GameAccess.granted());
        fixture.expect(200, SignedCallback.player("game", "good"));
        assertThat(fixture.text(SignedCallback.player("closed", "good")))
                .isEqualTo("422 {\"message\":\"closed for player\"}");
        for (var query : List.of("", "gameId=g", "token=good", "gameId=g&token=good&token=old", "gameId=g&token=%ff")) {
            fixture.expect(422, SignedCallback.get("/player").query(query));
        }
    }

    @Test
    void d_36_a_session_token_has_1_to_2048_characters_in_the_player_callback_and_in_a_debit() {
        var longest = "\uD83C\uDFB0".repeat(2048);
        fixture.players.addSession(longest, "player", WalletFixture.NOW.plusSeconds(60));
        fixture.expect(200, SignedCallback.player("game", longest));
        fixture.expect(200, SignedCallback.debit("1").token(longest));
        for (var token : List.of("", longest + "x", "a\u0000b")) {
            assertThat(fixture.text(SignedCallback.player("game", token)))
                    .startsWith("422")
                    .contains("token must");
            assertThat(fixture.text(SignedCallback.debit("2").token(token)))
                    .startsWith("422")
                    .contains("token must");
        }
    }

    @Test
    void d_36_the_game_id_of_a_player_callback_has_1_to_255_characters() {
        fixture.players.addSession("good", "player", WalletFixture.NOW.plusSeconds(60));
        fixture.expect(200, SignedCallback.player("\uD83C\uDFB0".repeat(255), "good"));
        for (var game : List.of("", "g".repeat(256), "a\u0000b")) {
            assertThat(fixture.text(SignedCallback.player(game, "good")))
                    .startsWith("422")
                    .contains("gameId must");
        }
    }

    @Test
    void a_debit_applies_to_the_player_it_names_or_to_the_owner_of_its_token() {
        fixture.players.addSession("good", "player", WalletFixture.NOW.plusSeconds(60));
        fixture.players.addSession("old", "player", WalletFixture.NOW.minusSeconds(60));
        fixture.expect(200, SignedCallback.debit("1").token("good"));
        fixture.expect(200, SignedCallback.debit("2").token("good").player("player"));
        fixture.expect(200, SignedCallback.debit("3").token("old").player("player"));
        fixture.expect(422, SignedCallback.debit("4").token("old"));
        fixture.expect(422, SignedCallback.debit("5").token("good").player("other"));
        fixture.expect(422, SignedCallback.debit("6").token("never").player("player"));
        fixture.expect(422, SignedCallback.debit("7"));
    }

    @Test
    void a_replay_after_its_session_was_deleted_gets_the_original_response() {
        fixture.players.addSession("good", "player", WalletFixture.NOW.plusSeconds(60));
        var byToken = SignedCallback.debit("1").token("good").stake("1");
        var byBoth = SignedCallback.debit("2").token("good").player("player").stake("1");
        var first = fixture.send(byToken);
        var second = fixture.send(byBoth);
        assertThat(first.status()).isEqualTo(200);
        fixture.players.addSession("good", "other", WalletFixture.NOW.minusSeconds(60));
        events.clear();
        assertThat(fixture.send(byToken).body()).isEqualTo(first.body());
        assertThat(fixture.send(byBoth).body()).isEqualTo(second.body());
        assertThat(events).containsExactly("same 1", "same 2");
        // With another body it now names another account; without a token it names none (D-21).
        assertThat(fixture.text(SignedCallback.debit("1").token("good").stake("2")))
                .startsWith("422")
                .doesNotContain("balance");
        assertThat(fixture.send(SignedCallback.debit("1").stake("1")).body()).isEqualTo(first.body());
        assertThat(events).containsExactly("same 1", "same 2", "DEBIT TRANSACTION_ID_TAKEN", "other 1");
        assertThat(fixture.version("player")).isEqualTo(2);
    }

    @Test
    void a_failing_custom_wallet_returns_500_for_a_debit_and_503_for_a_read() {
        var broken = callbacks(context -> {
            throw new IllegalStateException("planned");
        });
        var debit = SignedCallback.debit("bet").player("player");
        assertThat(status(broken, debit)).isEqualTo(500);
        assertThat(status(broken, SignedCallback.player("g", "t"))).isEqualTo(503);
        assertThat(status(broken, SignedCallback.lookup("a", "b"))).isEqualTo(503);
        assertThat(status(callbacks(context -> new Outcome.Unknown("?")), debit))
                .isEqualTo(500);
    }

    @Test
    void retry_later_returns_503_for_a_settlement_and_500_for_a_debit() {
        var busy = callbacks(context -> new Outcome.RetryLater("later"));
        var debit = SignedCallback.debit("bet").player("player");
        assertThat(status(busy, debit)).isEqualTo(500);
        assertThat(status(busy, debit.without("stake"))).isEqualTo(500);
        assertThat(status(busy, SignedCallback.credit("win", "bet").player("player")))
                .isEqualTo(503);
        assertThat(status(busy, SignedCallback.rollback("undo", "bet").player("player")))
                .isEqualTo(503);
    }

    @Test
    void a_callback_reaches_a_custom_wallet_with_its_body_time_and_secret() throws Exception {
        var keys = SecretKeys.of("a-new-secret-for-tests", "a-secret-for-tests");
        var debit = SignedCallback.debit("bet").player("player");
        var seen = new ArrayList<CallbackContext>();
        var wallet = wallet(context -> {
            seen.add(context);
            return new Outcome.RetryLater("later");
        });
        var callbacks = WalletCallbacks.builder("/wallet", keys, SourceAllowlist.any(), wallet)
                .clock(WalletFixture.CLOCK)
                .build();
        status(callbacks, debit);
        var context = seen.get(0);
        assertThat(context.body()).isEqualTo(debit.body());
        assertThat(context.bodyHash())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(debit.body()))
                .isSameAs(context.bodyHash());
        assertThat(context.keyIndex()).isEqualTo(1);
        assertThat(context.receivedAt()).isEqualTo(WalletFixture.NOW);
    }

    @Test
    void a_source_of_secrets_that_fails_moves_nothing() {
        var callbacks = WalletCallbacks.builder(
                        "/wallet",
                        () -> {
                            throw new IllegalStateException("the vault is sealed");
                        },
                        SourceAllowlist.any(),
                        wallet(context -> new Outcome.Refused("reached")))
                .clock(WalletFixture.CLOCK)
                .build();
        assertThat(status(callbacks, SignedCallback.debit("bet").player("player")))
                .isEqualTo(500);
        assertThat(status(callbacks, SignedCallback.credit("win", "bet").player("player")))
                .isEqualTo(503);
        assertThat(status(callbacks, SignedCallback.player("g", "token"))).isEqualTo(503);
    }

    @Test
    void a_session_is_asked_for_once_until_its_time_in_the_cache_is_over_or_the_cache_is_full() {
        var asked = new AtomicInteger();
        var now = new AtomicLong();
        var time = (ThreadControl) Proxy.newProxyInstance(
                ThreadControl.class.getClassLoader(),
                new Class<?>[] {ThreadControl.class},
                (proxy, method, values) -> now.get());
        var players = new PlayerDirectory() {
            @Override
            public Optional<Session> findSession(String token) {
                return Optional.of(new Session("player-" + asked.incrementAndGet(), WalletFixture.NOW));
            }

            @Override
            public Optional<Player> findPlayer(String accountId) {
                return Optional.empty();
            }
        };
        var cached = SessionCache.of(players, Duration.ofSeconds(1), 3_000, time);
        assertThat(cached.findSession("t")).isEqualTo(cached.findSession("t"));
        now.set(Duration.ofSeconds(1).toNanos());
        assertThat(cached.findSession("t").orElseThrow().accountId()).isEqualTo("player-2");
        assertThat(cached.findSession("x".repeat(2_500))).isEqualTo(cached.findSession("x".repeat(2_500)));
        assertThat(cached.findSession("t").orElseThrow().accountId()).isEqualTo("player-4");
        assertThat(SessionCache.of(players, Duration.ZERO, 0, time)).isSameAs(players);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wallet", "/wallet/", "/"})
    void a_prefix_that_can_never_match_is_refused_by_the_constructor(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WalletCallbacks.builder(
                                prefix, WalletFixture.KEYS, SourceAllowlist.any(), wallet(context -> Optional.empty()))
                        .clock(WalletFixture.CLOCK)
                        .build());
    }

    /** Returns a wallet that gives the same answer to every call. */
    private static Wallet wallet(Function<CallbackContext, ?> answer) {
        return (Wallet) Proxy.newProxyInstance(
                Wallet.class.getClassLoader(),
                new Class<?>[] {Wallet.class},
                (proxy, method, values) ->
                        method.isDefault() ? WalletListener.NO_OP : answer.apply((CallbackContext) values[1]));
    }

    private static WalletCallbacks callbacks(Function<CallbackContext, ?> answer) {
        return WalletCallbacks.builder("/wallet", WalletFixture.KEYS, SourceAllowlist.any(), wallet(answer))
                .clock(WalletFixture.CLOCK)
                .build();
    }

    private static int status(WalletCallbacks callbacks, SignedCallback callback) {
        return callbacks
                .handle(callback.sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK))
                .status();
    }
}
