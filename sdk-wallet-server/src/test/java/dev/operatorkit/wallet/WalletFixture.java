package dev.operatorkit.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** Runs a wallet in memory with its callbacks, for tests. */
final class WalletFixture {
    static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    static final Instant NOW = Instant.ofEpochMilli(1_760_000_000_000L);
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final CurrencyCode EUR = CurrencyCode.of("EUR");

    final InMemoryWalletStore store = new InMemoryWalletStore();
    final InMemoryPlayers players = new InMemoryPlayers(store);
    final WalletCallbacks callbacks;

    WalletFixture() {
        this(WalletListener.NO_OP);
    }

    WalletFixture(WalletListener listener) {
        this(GroupCommitOptions.defaults(), listener);
    }

    WalletFixture(GroupCommitOptions options) {
        this(options, WalletListener.NO_OP);
    }

    private WalletFixture(GroupCommitOptions options, WalletListener listener) {
        var wallet = new TransactionalWallet(store, players, CLOCK, options, listener);
        callbacks = new WalletCallbacks("/wallet", KEYS, CLOCK, SourceAllowlist.any(), wallet);
    }

    WalletFixture open(String account, long cents) {
        store.openAccount(account, new Money(cents, EUR));
        return this;
    }

    long cents(String account) {
        return store.account(account).orElseThrow().balance().minorUnits();
    }

    long version(String account) {
        return store.account(account).orElseThrow().version();
    }

    CallbackResponse send(SignedCallback callback) {
        return send(callback.sign("/wallet", KEYS, CLOCK));
    }

    CallbackResponse send(CallbackRequest request) {
        return callbacks.handle(request);
    }

    int status(SignedCallback callback) {
        return send(callback).status();
    }

    String text(SignedCallback callback) {
        var response = send(callback);
        return response.status() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }
}
