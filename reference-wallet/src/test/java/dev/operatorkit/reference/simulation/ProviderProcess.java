package dev.operatorkit.reference.simulation;

import dev.operatorkit.conformance.transport.Transport;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.delivery.ControlledProvider;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import java.util.Optional;

/** Runs the provider's own rounds and deliveries as one process, from its start until it is killed. */
final class ProviderProcess {
    private static final long MILLI = 1_000_000L;
    private static final long POLL_MILLIS = 500;

    final Machine machine = new Machine("provider");
    private final Kernel kernel;
    private final ControlledProvider provider;
    private int deliveries;
    private long ticks;

    ProviderProcess(Kernel kernel, Tables tables, Transport transport, long seed) {
        this.kernel = kernel;
        provider = new ControlledProvider(
                tables,
                SecretKeys.of(Sent.SECRET),
                kernel.clock("provider"),
                transport,
                task -> kernel.spawn("delivery-" + ++deliveries, machine, () -> {
                    task.run();
                    startDue();
                }),
                seed);
    }

    /** Resumes the work of the process before. */
    void start() {
        kernel.spawn("provider", machine, () -> {
            provider.resume();
            startDue();
        });
    }

    /** Looks for what is due, as after a move of the clock. */
    void wake() {
        kernel.spawn("tick", machine, this::startDue);
    }

    /** Plays a bet on the current thread. */
    void play(Step.Bet bet, Money stake, Money win) {
        var player = bet.player();
        var token = "canary-token-" + player;
        var outcome = switch (bet.ending()) {
            case WIN -> new SpinOutcome.Win(win);
            case LOSS -> SpinOutcome.LOSS;
            case FAILURE -> SpinOutcome.FAILURE;
            case OPEN -> SpinOutcome.OPEN;
        };
        provider.spin(player, token, stake, outcome);
        startDue();
    }

    /** Starts what is due, as the provider's own loop does, and comes back when more is due. */
    private void startDue() {
        provider.startDue();
        var ticket = ++ticks;
        provider.nextDue().ifPresent(next -> {
            var left = next.toEpochMilli() - kernel.clockMillis("provider");
            kernel.after((left > 0 ? left : POLL_MILLIS) * MILLI, () -> {
                if (ticket == ticks) {
                    wake();
                }
            });
        });
    }

    /** Returns a round as it is recorded. */
    Optional<GameRound> find(String roundId) {
        return provider.find(roundId);
    }
}
