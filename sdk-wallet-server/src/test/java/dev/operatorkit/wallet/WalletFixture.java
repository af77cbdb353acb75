package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** Runs a wallet in memory with its callbacks, for tests. */
public final class WalletFixture {
    public static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    public static final Instant NOW = Instant.ofEpochMilli(1_760_000_000_000L);
    public static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    public static final CurrencyCode EUR = CurrencyCode.of("EUR");

    public final InMemoryWalletStore store = new InMemoryWalletStore();
    public final FaultyStore faulty = new FaultyStore(store);
    public final InMemoryPlayers players = new InMemoryPlayers(store);
    public final WalletCallbacks callbacks;

    public WalletFixture() {
        this(WalletListener.NO_OP);
    }

    public WalletFixture(WalletListener listener) {
        this(GroupCommitOptions.defaults(), listener, DebitPolicy.ACCEPT_ALL);
    }

    public WalletFixture(GroupCommitOptions options) {
        this(options, WalletListener.NO_OP, DebitPolicy.ACCEPT_ALL);
    }

    public WalletFixture(GroupCommitOptions options, WalletListener listener, DebitPolicy policy) {
        var wallet = TransactionalWallet.builder(faulty, players)
                .clock(CLOCK)
                .policy(policy)
                .groupCommit(options)
                .listener(listener)
                .build();
        callbacks = WalletCallbacks.builder("/wallet", KEYS, SourceAllowlist.any(), wallet)
                .clock(CLOCK)
                .build();
    }

    public WalletFixture open(String account, long cents) {
        store.openAccount(account, new Money(cents, EUR));
        return this;
    }

    public long cents(String account) {
        return store.account(account).orElseThrow().balance().minorUnits();
    }

    public long version(String account) {
        return store.account(account).orElseThrow().version();
    }

    public CallbackResponse send(SignedCallback callback) {
        return send(callback.sign("/wallet", KEYS, CLOCK));
    }

    public CallbackResponse send(CallbackRequest request) {
        return callbacks.handle(request);
    }

    public int status(SignedCallback callback) {
        return send(callback).status();
    }

    /** Sends a callback whose response must have this status. */
    public void expect(int status, SignedCallback callback) {
        assertThat(status(callback)).isEqualTo(status);
    }

    public String text(SignedCallback callback) {
        var response = send(callback);
        return response.status() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }
}
