package dev.operatorkit.reference.simulation;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.transport.RawRequest;
import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.Transmission;
import dev.operatorkit.conformance.transport.Transport;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.reference.simulation.Kernel.Strand;
import dev.operatorkit.reference.simulation.Step.Moment;
import dev.operatorkit.reference.simulation.Step.OnWire;
import dev.operatorkit.wallet.CallbackResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries callbacks from the provider to one of the wallets and the answers back, with delays and the faults of a plan. */
final class Network {
    private static final long MILLI = 1_000_000L;
    private static final long TIMEOUT = 10_000 * MILLI;
    private static final byte[] NOTHING = {};

    private final Kernel kernel;
    private final Plan plan;
    private final Simulation hosts;
    private final List<Step.WireFault> faults;
    private final List<Step.ProviderKill> kills;
    private final Map<String, Integer> sent = new HashMap<>();
    private final Map<String, Integer> bets = new HashMap<>();
    private final Map<Strand, Integer> playing = new HashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private int outages;

    Network(Kernel kernel, Simulation hosts, Plan plan) {
        this.kernel = kernel;
        this.hosts = hosts;
        this.plan = plan;
        faults = new ArrayList<>(plan.steps(Step.WireFault.class));
        kills = new ArrayList<>(plan.steps(Step.ProviderKill.class));
    }

    /** Represents a caller that waits for its answer. */
    static final class Call {
        private final @Nullable Strand caller;
        private final String message;
        final Sent sent;
        private @Nullable Machine wallet;
        private @Nullable WireResult result;
        private boolean ended;

        Call(@Nullable Strand caller, String message, Sent sent) {
            this.caller = caller;
            this.message = message;
            this.sent = sent;
        }
    }

    void disconnect() {
        kernel.note("network down");
        outages++;
    }

    void connect() {
        kernel.note("network up");
        outages--;
    }

    /** Names the bet that a strand of the provider plays. */
    void play(int bet, Strand strand) {
        playing.put(strand, bet);
    }

    /** Closes the connections to a wallet that was killed; some peers notice, others wait for their timeout. */
    void lose(Machine wallet) {
        for (var call : List.copyOf(calls)) {
            if (call.wallet == wallet && plan.isHit(70, "closed " + call.message)) {
                end(call, new NoResponse(Cause.CLOSED, "the wallet was killed", NOTHING));
            }
        }
    }

    /** Returns the transport of a process of the provider. */
    Transport transport() {
        return new Transport() {
            @Override
            public <R extends RawRequest> Transmission<R> send(Supplier<R> signing, Sending sending) {
                return Network.this.send(signing);
            }

            @Override
            public void close() {
                // keeps no connection
            }
        };
    }

    private <R extends RawRequest> Transmission<R> send(Supplier<R> signing) {
        var began = kernel.now();
        var strand = Objects.requireNonNull(kernel.current());
        var request = signing.get();
        var first = Sent.of(request.bytes());
        var bet = bet(first, strand);
        var movement = name(first, bet);
        var message = movement + "#" + sent.merge(movement, 1, Integer::sum);
        var process = hosts.process();
        hosts.providerChecker().send(bet, message, first, process, kernel.clockMillis("provider"));
        kernel.note("send " + message + " " + first.kind());
        var call = new Call(strand, message, first);
        calls.add(call);
        var resends = 0;
        if (take(message, OnWire.CLOSE_KEPT_CONNECTION) != null) {
            transmit(new Call(null, message, first));
            kernel.sleep(MILLI);
            request = signing.get();
            call = new Call(strand, message + "'", Sent.of(request.bytes()));
            calls.add(call);
            resends = 1;
        }
        transmit(call);
        killIfPlanned(message, Moment.SENT);
        var deadline = kernel.now() + TIMEOUT;
        while (call.result == null && kernel.now() < deadline) {
            kernel.await(deadline);
        }
        call.ended = true;
        calls.remove(call);
        var result = call.result != null ? call.result : new NoResponse(Cause.TIMEOUT, "no answer in time", NOTHING);
        kernel.note("receive " + message + " " + describe(result));
        hosts.providerChecker().receive(bet, first, process, resends, result);
        killIfPlanned(message, Moment.ANSWERED);
        return new Transmission<>(request, result, kernel.now() - began, resends);
    }

    private int bet(Sent request, Strand strand) {
        if (request.isDebit()) {
            var bet = Objects.requireNonNull(playing.get(strand), "a debit outside of a bet");
            bets.put(request.round(), bet);
            return bet;
        }
        var round = request.isLookup() ? null : bets.get(request.round());
        if (round != null) {
            return round;
        }
        return Integer.parseInt(kernel.nameOf(request.id()).replaceAll("[^0-9]", ""));
    }

    private String name(Sent request, int bet) {
        if (request.isLookup()) {
            return "L" + kernel.nameOf(request.id());
        }
        var name = (request.isDebit() ? "D" : "S") + bet;
        kernel.name(request.id(), name);
        return name;
    }

    private void killIfPlanned(String message, Moment moment) {
        for (var kill : List.copyOf(kills)) {
            if (kill.message().equals(message) && kill.moment() == moment) {
                kills.remove(kill);
                hosts.killProvider(kill.millis());
                kernel.sleep(0);
            }
        }
    }

    private Step.@Nullable WireFault take(String message, OnWire kind) {
        for (var fault : faults) {
            if (fault.fault() == kind && fault.message().equals(message)) {
                faults.remove(fault);
                kernel.note("network " + kind + " " + message);
                return fault;
            }
        }
        return null;
    }

    private void transmit(Call call) {
        var message = call.message;
        if (outages > 0) {
            kernel.after(MILLI, () -> end(call, new NoResponse(Cause.NO_CONNECTION, "no network", NOTHING)));
            return;
        }
        for (var copy = take(message, OnWire.COPY); copy != null; copy = take(message, OnWire.COPY)) {
            var again = new Call(null, message + "+" + copy.millis(), call.sent);
            kernel.after(copy.millis() * MILLI, () -> deliver(again));
        }
        if (take(message, OnWire.LOSE_REQUEST) != null) {
            return;
        }
        var delay = take(message, OnWire.DELAY_REQUEST);
        var millis = delay == null ? 0 : delay.millis();
        kernel.after(millis * MILLI + latency(message + ">"), () -> deliver(call));
    }

    private long latency(String what) {
        return 100_000 + plan.draw(900_000, what);
    }

    private void deliver(Call call) {
        var wallet = hosts.wallet(Plan.WALLETS.get((int) plan.draw(Plan.WALLETS.size(), call.message)));
        if (wallet == null) {
            end(call, new NoResponse(Cause.NO_CONNECTION, "no wallet runs", NOTHING));
            return;
        }
        call.wallet = wallet;
        kernel.note("arrive " + call.message + " at " + wallet.name);
        kernel.spawn(call.message, wallet, () -> {
            var response = hosts.handle(wallet, call.message, call.sent);
            kernel.note("answer " + call.message + " " + response.status());
            answer(call, response);
        });
    }

    private void answer(Call call, CallbackResponse response) {
        var message = call.message;
        if (take(message, OnWire.LOSE_ANSWER) != null) {
            return;
        }
        var cut = take(message, OnWire.CUT_ANSWER) != null;
        var body = response.body();
        if (response.status() == 200 && take(message, OnWire.SHORTEN_ANSWER) != null) {
            body = Arrays.copyOf(body, body.length / 2);
        }
        var delay = take(message, OnWire.DELAY_ANSWER);
        var millis = delay == null ? 0 : delay.millis();
        var result = cut
                ? new NoResponse(Cause.CLOSED, "the answer was cut", NOTHING)
                : new Answered(response.status(), List.of(new Header("Content-Type", "application/json")), body, body);
        kernel.after(millis * MILLI + latency(message + "<"), () -> end(call, result));
    }

    private void end(Call call, WireResult result) {
        if (call.ended) {
            kernel.note("late answer " + call.message);
        } else if (call.result == null && call.caller != null) {
            call.result = result;
            kernel.wake(call.caller);
        }
    }

    private static String describe(WireResult result) {
        return switch (result) {
            case Answered answered -> Integer.toString(answered.status());
            case NoResponse none -> none.cause().toString();
        };
    }
}
