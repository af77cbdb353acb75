package dev.operatorkit.simulator.delivery;

import dev.operatorkit.conformance.transport.Sending.Cut;
import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.CallbackWriter;
import dev.operatorkit.simulator.wallet.Exchange;
import dev.operatorkit.simulator.wallet.ReplyReader;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.TransportFault;
import dev.operatorkit.simulator.wallet.Trust;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.simulator.wallet.WalletCaller;
import dev.operatorkit.simulator.wallet.WalletProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sends every callback of the simulator, applies faults and writes the transcript. */
public final class CallbackSender implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final String MANUAL = "manual";

    private final Operators operators;
    private final SimulatorClock clock;
    private final ActiveFaults faults;
    private final Transcript transcript;
    private final TargetPolicy targets;
    private final Trust trust;
    private final DelayedCallbacks held = new DelayedCallbacks();
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** Creates a sender to the wallets of the operators that {@code targets} allows. */
    public CallbackSender(
            Operators operators,
            SimulatorClock clock,
            ActiveFaults faults,
            Transcript transcript,
            TargetPolicy targets,
            Trust trust) {
        this.targets = targets;
        this.trust = trust;
        this.operators = operators;
        this.clock = clock;
        this.faults = faults;
        this.transcript = transcript;
    }

    /** Holds the caller of one wallet, reused while address and settings stay the same. */
    private record Line(String wallet, CallbackSettings settings, WalletCaller caller) {}

    /** Returns the writer of callbacks with the operator's optional fields (D-16). */
    public CallbackWriter writer(String operator) {
        return new CallbackWriter(settings(operator).fields());
    }

    /** Returns the callback settings of an operator. */
    public CallbackSettings settings(String operator) {
        return operators.get(operator).settings().callbacks();
    }

    /** Returns the verdict on the certificate of an operator's wallet (GEN-1). */
    public TlsVerdict tlsVerdict(String operator) {
        try {
            return line(operators.get(operator)).caller.tlsVerdict();
        } catch (IllegalArgumentException e) {
            return TlsVerdict.UNREACHABLE;
        }
    }

    /** Checks the connection and the signature checks of an operator's wallet without moving money. */
    public WalletProbe probe(String operator) {
        try {
            return WalletProbe.of(line(operators.get(operator)).caller);
        } catch (IllegalArgumentException e) {
            return WalletProbe.unreachable(String.valueOf(e.getMessage()));
        }
    }

    /** Sends a callback with its fault, if any, and returns the meaning of the response. Never throws for wallet errors. */
    public CallbackReply send(Callback callback, CallbackContext errand) {
        var fault = faults.takeForCallback(errand.operator(), callback.kind(), errand.player())
                .orElse(null);
        var reply = fault == null ? sendWithoutFaults(callback, errand, null) : sendWithFault(fault, callback, errand);
        if (fault == null || fault.kind() != FaultKind.REORDER) {
            held.release(errand.operator(), errand.player());
        }
        return reply;
    }

    /** Sends a callback with a chosen transport fault, for manual tests of a wallet. */
    public Entry sendManually(Callback callback, CallbackContext errand, TransportFault manner) {
        var at = clock.instant();
        var exchange = exchange(callback, errand, manner);
        return record(at, exchange, errand, reply(exchange, errand), MANUAL);
    }

    /** Sends the same bytes of an earlier exchange again, including its timestamp and signature (D-43). */
    public Entry repeat(Entry earlier, Callback callback, CallbackContext errand, String timestamp, String signature) {
        var at = clock.instant();
        var caller = line(operators.get(errand.operator())).caller;
        var exchange = caller.repeat(callback, earlier.request(), earlier.signed(), timestamp, signature);
        return record(at, exchange, errand, reply(exchange, errand), MANUAL);
    }

    private CallbackReply sendWithoutFaults(Callback callback, CallbackContext errand, @Nullable String fault) {
        return call(callback, errand, TransportFault.PLAIN, fault);
    }

    private CallbackReply sendWithFault(Fault fault, Callback callback, CallbackContext errand) {
        var name = fault.kind().name();
        return switch (fault.kind()) {
            case DROP_BEFORE_SEND -> call(callback, errand, TransportFault.withCut(Cut.BEFORE_SEND), name);
            case DROP_AFTER_SEND -> call(callback, errand, TransportFault.withCut(Cut.AFTER_SEND), name);
            case DROP_RESPONSE -> call(callback, errand, TransportFault.withCut(Cut.AFTER_ANSWER), name);
            case CONNECTION_RESET -> call(callback, errand, TransportFault.withCut(Cut.MIDWAY), name);
            case CORRUPT_SIGNATURE -> call(callback, errand, TransportFault.withWrongSignature(), name);
            case TAMPERED_BODY -> call(callback, errand, TransportFault.withTamperedBody(), name);
            case STALE_TIMESTAMP ->
                call(
                        callback,
                        errand,
                        TransportFault.withTimestampShift(fault.time().negated()),
                        name);
            case FUTURE_TIMESTAMP -> call(callback, errand, TransportFault.withTimestampShift(fault.time()), name);
            case SLOW_BODY -> call(callback, errand, TransportFault.withSlowBody(fault.time()), name);
            case DELAY -> {
                pause(fault.time());
                yield sendWithoutFaults(callback, errand, name);
            }
            case DUPLICATE -> {
                var twin = Thread.ofVirtual().start(() -> sendWithoutFaults(callback, errand, name));
                var reply = sendWithoutFaults(callback, errand, name);
                join(twin);
                yield repeated(reply);
            }
            case DUPLICATE_LATER -> {
                var reply = sendWithoutFaults(callback, errand, name);
                sendLater(fault.time(), () -> sendWithoutFaults(callback, errand, name));
                yield repeated(reply);
            }
            case REORDER -> {
                var late = held.hold(errand, () -> sendWithoutFaults(callback, errand, name + ", let go"));
                sendLater(fault.time(), late);
                yield call(callback, errand, TransportFault.withCut(Cut.BEFORE_SEND), name + ", held back");
            }
            case API_ERROR, API_SLOW, API_GARBAGE, API_NOT_MODIFIED ->
                throw new IllegalStateException(fault.kind() + " does not apply to callbacks");
        };
    }

    /** Marks a refusal as repeated: another copy of the callback may have moved money (D-31). */
    private static CallbackReply repeated(CallbackReply reply) {
        return reply instanceof CallbackReply.Refused refused
                ? new CallbackReply.Refused(refused.status(), refused.message(), refused.violation(), true)
                : reply;
    }

    private static void sendLater(Duration time, Runnable what) {
        Thread.ofVirtual().start(() -> {
            pause(time);
            what.run();
        });
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CallbackReply call(
            Callback callback, CallbackContext errand, TransportFault manner, @Nullable String fault) {
        var at = clock.instant();
        var exchange = exchange(callback, errand, manner);
        var reply = reply(exchange, errand);
        record(at, exchange, errand, reply, fault);
        return reply;
    }

    private static CallbackReply reply(Exchange exchange, CallbackContext errand) {
        return exchange.callback().kind() == CallbackKind.PLAYER
                ? ReplyReader.player(exchange)
                : ReplyReader.result(exchange, Objects.requireNonNull(errand.currency(), "currency"));
    }

    private Entry record(
            Instant at, Exchange exchange, CallbackContext errand, CallbackReply reply, @Nullable String fault) {
        var raw = switch (exchange.result()) {
            case Answered answered -> answered.raw();
            case NoResponse silence -> silence.raw();
        };
        return transcript.add(new Entry(
                0,
                at,
                at.minus(clock.ahead()),
                Direction.TO_WALLET,
                errand.operator(),
                exchange.callback().kind().name(),
                errand.player(),
                errand.round(),
                errand.transaction(),
                errand.attempt(),
                exchange.result() instanceof Answered answered ? answered.status() : 0,
                reply.describe()
                        + (exchange.resends() > 0 ? " (sent again because the kept connection was closed)" : ""),
                fault,
                exchange.nanos() / 1000,
                exchange.request(),
                raw,
                exchange.signed()));
    }

    private Exchange exchange(Callback callback, CallbackContext errand, TransportFault manner) {
        WalletCaller caller;
        try {
            caller = line(operators.get(errand.operator())).caller;
        } catch (IllegalArgumentException e) {
            WireResult none = new NoResponse(Cause.TARGET_REFUSED, String.valueOf(e.getMessage()), NOTHING);
            return new Exchange(callback, NOTHING, NOTHING, "", "", none, 0, 0);
        }
        return caller.call(callback, manner);
    }

    private Line line(Operator operator) {
        if (operator.wallet() == null) {
            throw new IllegalArgumentException(
                    "Operator '" + operator.id() + "' has no wallet address. Set it with --wallet.");
        }
        var wallet = operator.wallet().toString();
        var known = lines.get(operator.id());
        var settings = operator.settings().callbacks();
        if (known != null && known.wallet.equals(wallet) && known.settings.equals(settings)) {
            return known;
        }
        return lines.compute(operator.id(), (id, old) -> {
            if (old != null && old.wallet.equals(wallet) && old.settings.equals(settings)) {
                return old;
            }
            if (old != null) {
                old.caller.close();
            }
            return new Line(wallet, settings, caller(operator, wallet, settings));
        });
    }

    private WalletCaller caller(Operator operator, String wallet, CallbackSettings settings) {
        // Signed with real time: the wallet does not know the moved clock (SIG-10).
        return new WalletCaller(
                WalletAddress.parse(wallet), operator.keys(), clock.wall(), settings.limits(), targets, trust);
    }

    @Override
    public void close() {
        lines.values().forEach(line -> line.caller.close());
    }
}
