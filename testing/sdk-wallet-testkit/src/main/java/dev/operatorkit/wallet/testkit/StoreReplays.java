package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wire.Player;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * Tests that the id is looked up before anything else is checked: the replay of an applied transaction gets its
 * original response, even if the rest of it is invalid (D-21), and the response is never 422 where the store cannot be
 * read (D-29).
 */
abstract class StoreReplays extends StoreTestSupport {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");

    private final Map<String, PlayerDirectory.Session> sessions = new ConcurrentHashMap<>();
    private final Map<Kind, SignedCallback> applied = new EnumMap<>(Kind.class);
    private final Map<Kind, String> responses = new EnumMap<>(Kind.class);
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
    private String player = "";

    StoreReplays(WalletStoreContract contract) {
        super(contract);
    }

    private final PlayerDirectory players = new PlayerDirectory() {
        @Override
        public Optional<Session> findSession(String token) {
            return Optional.ofNullable(sessions.get(token));
        }

        @Override
        public Optional<Player> findPlayer(String accountId) {
            return Optional.empty();
        }
    };

    private final WalletListener listener = new WalletListener() {
        @Override
        public void onReplayed(Replayed event) {
            events.add((event.bodyDiffers() ? "other " : "same ")
                    + event.transaction().kind());
        }
    };

    private record Callbacks(TransactionalWallet wallet, WalletCallbacks callbacks) {}

    private Callbacks walletOn(WalletStore store) {
        var settings = GroupCommitOptions.defaults().withRecoveryTimeout(Duration.ofMillis(50));
        var wallet = TransactionalWallet.builder(store, players)
                .clock(CLOCK)
                .groupCommit(settings)
                .listener(listener)
                .build();
        return new Callbacks(
                wallet,
                WalletCallbacks.builder("", KEYS, SourceAllowlist.any(), wallet)
                        .clock(CLOCK)
                        .build());
    }

    private static String send(Callbacks wallet, SignedCallback callback) {
        var response = wallet.callbacks().handle(callback.sign("", KEYS, CLOCK));
        return response.status() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }

    /**
     * Sends them on threads that hold none of the test's locks: each to another wallet, so that they wait for a lock
     * together, or in turn to this one where only one unit of work may write. Returns the responses in the same order.
     */
    private List<String> sendElsewhere(Callbacks wallet, List<SignedCallback> callbacks) {
        if (hasSingleWriter()) {
            return callbacks.stream()
                    .flatMap(callback -> concurrently(1, i -> send(wallet, callback)).stream())
                    .toList();
        }
        return concurrently(callbacks.size(), i -> send(walletOn(store()), callbacks.get(i)));
    }

    private static int status(Callbacks wallet, SignedCallback callback) {
        return Integer.parseInt(send(wallet, callback).substring(0, 3));
    }

    /** Applies a debit that stays open, one that is credited and one that is rolled back. */
    private void apply() {
        player = open("player", 1_000);
        sessions.put(id("token"), new PlayerDirectory.Session(player, NOW.plusSeconds(60)));
        var wallet = walletOn(store());
        for (var bet : List.of("lost", "undone")) {
            assertThat(status(wallet, debit(bet))).isEqualTo(200);
        }
        applied.put(Kind.DEBIT, debit("bet"));
        applied.put(Kind.CREDIT, credit("win", "lost"));
        applied.put(Kind.ROLLBACK, rollback("undo", "undone"));
        applied.forEach((kind, callback) -> responses.put(kind, send(wallet, callback)));
        assertThat(responses.values())
                .allSatisfy(response -> assertThat(response).startsWith("200"));
    }

    private SignedCallback debit(String name) {
        return SignedCallback.debit(id(name))
                .token(id("token"))
                .player(player)
                .stake(decimal(150))
                .json("freeRoundData", "{\"campaign\":\"spring\",\"value\":{\"amount\":1,\"currency\":\"EUR\"}}");
    }

    private SignedCallback credit(String name, String debit) {
        return SignedCallback.credit(id(name), id(debit)).player(player).payout(decimal(200));
    }

    private SignedCallback rollback(String name, String debit) {
        return SignedCallback.rollback(id(name), id(debit)).player(player);
    }

    private void assertAllReplayed(Callbacks wallet) {
        var version = account(player).version();
        applied.forEach((kind, callback) -> {
            assertThat(send(wallet, callback)).isEqualTo(responses.get(kind));
            for (var wrong : InvalidReplays.of(kind, callback)) {
                assertThat(send(wallet, wrong))
                        .as("%s %s", kind, new String(wrong.body(), StandardCharsets.UTF_8))
                        .isEqualTo(responses.get(kind));
            }
        });
        assertThat(account(player).version()).isEqualTo(version);
    }

    @Test
    void a_replay_gets_the_original_response_even_if_the_rest_of_it_is_invalid() {
        apply();
        assertAllReplayed(walletOn(store()));
        assertThat(events).contains("other DEBIT", "other CREDIT", "other ROLLBACK", "same DEBIT");

        sessions.put(id("token"), new PlayerDirectory.Session(player, NOW.minusSeconds(60)));
        assertAllReplayed(walletOn(store()));
        sessions.clear();
        assertAllReplayed(walletOn(store()));
    }

    @Test
    void a_replay_gets_the_original_response_from_a_closed_wallet_and_when_no_unit_of_work_can_begin() {
        apply();
        var closed = walletOn(store());
        closed.wallet().close();
        var faulty = new FaultyStore(store());
        Collections.nCopies(1_000, Fault.ROLLED_BACK).forEach(fault -> faulty.inject(Step.BEGIN, fault));
        for (var wallet : List.of(closed, walletOn(faulty))) {
            assertAllReplayed(wallet);
            assertThat(status(wallet, debit("new"))).isEqualTo(500);
            assertThat(status(wallet, credit("new-win", "bet"))).isEqualTo(503);
        }
    }

    @Test
    void if_the_store_is_unreadable_a_debit_gets_500_and_a_settlement_503_and_never_422() {
        apply();
        var faulty = new FaultyStore(store()).setUnreadable(true);
        var wallet = walletOn(faulty);
        applied.put(Kind.DEBIT, debit("bet"));
        for (var round = 0; round < 2; round++) {
            applied.forEach((kind, callback) -> {
                for (var wrong : InvalidReplays.of(kind, callback)) {
                    assertThat(status(wallet, wrong))
                            .as("%s %s", kind, new String(wrong.body(), StandardCharsets.UTF_8))
                            .isEqualTo(kind == Kind.DEBIT ? 500 : 503);
                }
                assertThat(status(wallet, callback)).isEqualTo(kind == Kind.DEBIT ? 500 : 503);
            });
            // Never sent before, which cannot be determined either.
            applied.put(Kind.DEBIT, debit("new"));
            applied.put(Kind.CREDIT, credit("new-win", "bet"));
            applied.put(Kind.ROLLBACK, rollback("new-undo", "bet"));
        }
        faulty.setUnreadable(false);
        assertThat(account(player).version()).isEqualTo(5);
        assertThat(status(wallet, debit("new"))).isEqualTo(200);
    }

    @Test
    void while_the_account_is_locked_replays_get_their_original_response_and_others_get_500_or_503() {
        apply();
        var wallet = walletOn(store());
        var callbacks = new ArrayList<>(applied.values());
        callbacks.add(debit("new"));
        callbacks.add(credit("new-win", "bet"));
        try (var holder = store().begin()) {
            holder.lockAndRead(new ReadRequest(Set.of(player), Set.of(), Set.of()));
            var answers = sendElsewhere(wallet, callbacks);
            assertThat(answers).startsWith(responses.values().toArray(String[]::new));
            assertThat(answers.get(3)).startsWith("500");
            assertThat(answers.get(4)).startsWith("503");
        }
        assertThat(status(wallet, debit("new"))).isEqualTo(200);
    }
}
