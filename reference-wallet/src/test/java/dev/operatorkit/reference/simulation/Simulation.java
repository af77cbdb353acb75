package dev.operatorkit.reference.simulation;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs one plan: the provider's own rounds and deliveries, a network, two processes of the wallet SDK and a store, all in
 * virtual time, and checks them after every step.
 */
final class Simulation {
    private static final long MILLI = 1_000_000L;

    private final Kernel kernel = new Kernel();
    private final PlainModel model = new PlainModel();
    private final Map<String, WalletProcess> wallets = new TreeMap<>();
    private final Plan plan;
    private final Tables tables;
    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final SimulatedStore store;
    private final WalletChecker walletChecker;
    private final ProviderChecker providerChecker;
    private final Network network;
    private @Nullable ProviderProcess provider;
    private int process;

    /** Holds what a run without a violation did. */
    record Result(List<String> history, int events, int commits) {}

    /** Creates a simulation whose server is this one around a store in memory. */
    Simulation(Plan plan, Tables tables, UnaryOperator<WalletStore> server) {
        this.plan = plan;
        this.tables = tables;
        store = new SimulatedStore(kernel, plan, server.apply(memory), this);
        walletChecker = new WalletChecker(kernel, model, memory, store::isDisturbedSince);
        providerChecker = new ProviderChecker(kernel, model, walletChecker, plan);
        network = new Network(kernel, this, plan);
    }

    /** Runs the plan and throws what it violates. */
    Result run() {
        tables.clear();
        for (var player : Plan.PLAYERS) {
            memory.openAccount(player, money(plan.balance()));
            model.open(player, plan.balance());
        }
        Plan.WALLETS.forEach(this::startWallet);
        startProvider();
        plan.steps().forEach(this::schedule);
        kernel.run();
        walletChecker.end();
        providerChecker.end(this::find);
        kernel.rethrow();
        return new Result(kernel.history(), kernel.events(), walletChecker.commits());
    }

    /** Describes a violation, the command that repeats it, the plan and what happened. */
    String describe(Invariant.Violation violation) {
        return violation.getMessage() + "\n\nRepeat it with -Dsimulation.from=" + plan.seed()
                + " -Dsimulation.seeds=1. The plan:\n" + plan.describe()
                + "\nIts history, with the seconds at the left:\n" + String.join("\n", kernel.history()) + "\n";
    }

    private Optional<GameRound> find(String roundId) {
        return Objects.requireNonNull(provider).find(roundId);
    }

    private static Money money(long amount) {
        return new Money(amount, CurrencyCode.of("EUR"));
    }

    private void schedule(Step step) {
        switch (step) {
            case Step.Bet bet -> at(bet.at(), () -> play(bet));
            case Step.Crash crash -> at(crash.at(), () -> crash(crash.process(), crash.millis()));
            case Step.ClockStep moved -> at(moved.at(), () -> step(moved));
            case Step.Outage outage -> at(outage.at(), () -> disconnect(outage));
            case Step.WireFault onWire -> {}
            case Step.StoreFault inStore -> {}
            case Step.ProviderKill kill -> {}
        }
    }

    private void at(long millis, Runnable action) {
        kernel.after(millis * MILLI - kernel.now(), action);
    }

    private void play(Step.Bet bet) {
        var running = provider;
        if (running != null) {
            kernel.spawn("bet-" + bet.id(), running.machine, () -> {
                network.play(bet.id(), Objects.requireNonNull(kernel.current()));
                running.play(bet, money(bet.stake()), money(bet.win()));
            });
        }
    }

    private void step(Step.ClockStep moved) {
        kernel.stepClock(moved.process(), moved.millis());
        if (moved.process().equals("provider") && provider != null) {
            provider.wake();
        }
    }

    private void disconnect(Step.Outage outage) {
        if (outage.part().equals("store")) {
            crash("store", outage.millis());
        } else {
            network.disconnect();
            kernel.after(outage.millis() * MILLI, network::connect);
        }
    }

    private void crash(String name, long millis) {
        if (name.equals("provider")) {
            killProvider(millis);
        } else if (wallets.containsKey(name)) {
            killWallet(Objects.requireNonNull(wallets.get(name)).machine, millis);
        } else if (name.equals("store") && !store.isDown()) {
            store.crash();
            walletChecker.compare(Invariant.DURABLE);
            kernel.after(millis * MILLI, store::restart);
        }
    }

    private void startWallet(String name) {
        var machine = new Machine(name);
        wallets.put(name, new WalletProcess(machine, kernel, plan, store, players()));
    }

    private PlayerDirectory players() {
        return new PlayerDirectory() {
            @Override
            public Optional<Session> findSession(String token) {
                var player = token.substring(token.length() - 1);
                return Optional.of(new Session(player, Instant.MAX));
            }

            @Override
            public Optional<Player> findPlayer(String accountId) {
                return Optional.empty();
            }
        };
    }

    private void startProvider() {
        process++;
        provider = new ProviderProcess(kernel, tables, network.transport(), plan.seed());
        provider.start();
    }

    /** Kills the provider for this time. */
    void killProvider(long millis) {
        var running = provider;
        if (running == null || running.machine.isDead()) {
            return;
        }
        kernel.note("provider down");
        kernel.kill(running.machine);
        providerChecker.die();
        kernel.after(millis * MILLI, () -> {
            kernel.note("provider up");
            startProvider();
        });
    }

    /** Kills a wallet for this time. */
    void killWallet(Machine machine, long millis) {
        if (machine.isDead()) {
            return;
        }
        kernel.note(machine.name + " down");
        wallets.remove(machine.name);
        store.disturb();
        kernel.kill(machine);
        walletChecker.die(machine);
        network.lose(machine);
        kernel.after(millis * MILLI, () -> {
            kernel.note(machine.name + " up");
            startWallet(machine.name);
        });
    }

    /** Receives a unit of work that was committed. */
    void onCommit(WalletStore.Changes changes) {
        walletChecker.commit(changes);
    }

    /** Returns a wallet that runs, the preferred one if it does; null if none does. */
    @Nullable
    Machine wallet(String preferred) {
        var wallet = wallets.containsKey(preferred)
                ? wallets.get(preferred)
                : wallets.values().stream().findFirst().orElse(null);
        return wallet == null ? null : wallet.machine;
    }

    /** Handles a request at a wallet, on a new thread; the answer leaves when this returns. */
    CallbackResponse handle(Machine machine, String message, Sent sent) {
        var wallet = Objects.requireNonNull(wallets.get(machine.name));
        var attempt = walletChecker.arrive(message, sent, machine, kernel.clockMillis(machine.name));
        var response = wallet.handle(sent);
        kernel.requireAlive();
        walletChecker.answer(attempt, response.status(), response.body());
        return response;
    }

    ProviderChecker providerChecker() {
        return providerChecker;
    }

    /** Returns the number of the process of the provider. */
    int process() {
        return process;
    }
}
