package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts a wallet and a simulator whose operator {@code demo} it belongs to before each test, and stops both after it. */
public final class SimulatorBesideWallet implements BeforeEachCallback, AfterEachCallback {
    private @Nullable FakeWallet wallet;
    private @Nullable Simulator simulator;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        wallet = new FakeWallet();
        simulator = Simulator.start(SimulatorSettings.local(
                Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url()))));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        simulator().close();
        wallet().close();
    }

    public FakeWallet wallet() {
        return Objects.requireNonNull(wallet);
    }

    public Simulator simulator() {
        return Objects.requireNonNull(simulator);
    }

    /** Plays a round of player-1 at the operator {@code demo}, with a stake in cents. */
    public static Round spin(Simulator simulator, long stake, Outcome outcome) {
        return simulator
                .callbackEngine()
                .rounds()
                .spin(
                        new PlayerSession("demo", "player-1", "cherry-rush", "token-1", CallbackEngineFixture.EUR),
                        CallbackEngineFixture.eur(stake),
                        outcome);
    }
}
