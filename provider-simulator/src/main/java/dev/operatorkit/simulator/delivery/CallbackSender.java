package dev.operatorkit.simulator.delivery;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.Sending.Cut;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.GameRound.Settlement;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.delivery.FirstResults.Movement;
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
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
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
    private final CallerFactory factory;
    private final FirstResults firstResults = new FirstResults();
    private final DelayedCallbacks delayed = new DelayedCallbacks();
    private final Map<String, CachedCaller> callers = new ConcurrentHashMap<>();

    /** Creates a sender to the wallets of the operators that {@code targets} allows. */
    public CallbackSender(
            Operators operators,
            SimulatorClock clock,
            ActiveFaults faults,
            Transcript transcript,
            TargetPolicy targets,
            TrustedCertificates trust) {
        this(
                operators,
                clock,
                faults,
                transcript,
                // Signed with real time: the wallet does not know the moved clock (SIG-10).
                (wallet, keys, limits) -> new WalletCaller(wallet, keys, clock.systemClock(), limits, targets, trust));
    }

    /** Creates a sender whose callers come from a factory. */
    CallbackSender(
            Operators operators,
            SimulatorClock clock,
            ActiveFaults faults,
            Transcript transcript,
            CallerFactory factory) {
        this.factory = factory;
        this.operators = operators;
        this.clock = clock;
        this.faults = faults;
        this.transcript = transcript;
    }

    interface CallerFactory {
        WalletCaller create(WalletAddress wallet, SecretKeys keys, CallLimits limits);
    }

    /** Holds the caller of one wallet, reused while address, keys and settings stay the same. */
    private record CachedCaller(WalletAddress wallet, SecretKeys keys, CallbackSettings settings, WalletCaller caller) {
        boolean serves(Operator operator) {
            return wallet.equals(operator.wallet())
                    && keys.equals(operator.keys())
                    && settings.equals(operator.settings().callbacks());
        }
    }

    /** Returns the writer of callbacks with the operator's optional fields (D-16). */
    public CallbackWriter writer(String operator) {
        return new CallbackWriter(settings(operator).fields());
    }

    /** Returns a credit that pays this amount, with a new id and the body that every attempt sends unchanged (D-33). */
    public Settlement credit(String operator, Bet bet, Money payout) {
        var id = "credit-" + UUID.randomUUID();
        return new Settlement(
                CallbackKind.CREDIT,
                id,
                payout,
                writer(operator).credit(id, bet, payout).body());
    }

    /** Returns a rollback, which pays nothing: the wallet refunds the stake that it stored (WAL-11). */
    public Settlement rollback(String operator, Bet bet) {
        var id = "rollback-" + UUID.randomUUID();
        var nothing = Money.zero(bet.stake().currency());
        return new Settlement(
                CallbackKind.ROLLBACK,
                id,
                nothing,
                writer(operator).rollback(id, bet).body());
    }

    public CallbackSettings settings(String operator) {
        return operators.get(operator).settings().callbacks();
    }

    /** Sends a callback with its fault, if any, and returns the meaning of the response. Never throws for wallet errors. */
    public CallbackReply send(Callback callback, CallbackContext context) {
        var fault = faults.takeForCallback(context.operator(), callback.kind(), context.player())
                .orElse(null);
        var reply =
                fault == null ? sendWithoutFaults(callback, context, null) : sendWithFault(fault, callback, context);
        if (fault == null || fault.kind() != FaultKind.REORDER) {
            delayed.release(context.operator(), context.player());
        }
        return reply;
    }

    /** Sends the settlement of a round for this attempt. */
    CallbackReply sendSettlement(GameRound round, int attempt) {
        var settlement = RoundStore.settlement(round);
        return send(
                Callback.post(settlement.kind(), settlement.body()),
                CallbackContext.of(round.operator(), round.bet(), settlement.transactionId(), attempt));
    }

    /** Sends the bytes of an earlier exchange, or altered ones, as they are (D-43). The new exchange names the earlier one. */
    public Entry repeat(Entry earlier, Callback callback, CallbackContext context, String timestamp, String signature) {
        var at = clock.instant();
        var caller = cachedCaller(operators.get(context.operator())).caller;
        var exchange = caller.repeat(callback, earlier.request(), earlier.signed(), timestamp, signature);
        return record(at, exchange, context, reply(exchange, context), MANUAL, earlier.id());
    }

    private CallbackReply sendWithoutFaults(Callback callback, CallbackContext context, @Nullable String fault) {
        return call(callback, context, TransportFault.PLAIN, fault);
    }

    private CallbackReply sendWithFault(Fault fault, Callback callback, CallbackContext context) {
        var name = fault.kind().name();
        return switch (fault.kind()) {
            case DELAY -> {
                pause(fault.time());
                yield sendWithoutFaults(callback, context, name);
            }
            case DUPLICATE -> {
                var twin = Thread.ofVirtual().start(() -> sendWithoutFaults(callback, context, name));
                var reply = sendWithoutFaults(callback, context, name);
                join(twin);
                yield repeated(reply);
            }
            case DUPLICATE_LATER -> {
                var reply = sendWithoutFaults(callback, context, name);
                sendLater(fault.time(), () -> sendWithoutFaults(callback, context, name));
                yield repeated(reply);
            }
            case REORDER -> {
                var late = delayed.hold(context, () -> sendWithoutFaults(callback, context, name + ", released"));
                sendLater(fault.time(), late);
                yield call(callback, context, TransportFault.withCut(Cut.BEFORE_SEND), name + ", held back");
            }
            default -> call(callback, context, transportFault(fault), name);
        };
    }

    private static TransportFault transportFault(Fault fault) {
        return switch (fault.kind()) {
            case DROP_BEFORE_SEND -> TransportFault.withCut(Cut.BEFORE_SEND);
            case DROP_AFTER_SEND -> TransportFault.withCut(Cut.AFTER_SEND);
            case DROP_RESPONSE -> TransportFault.withCut(Cut.AFTER_ANSWER);
            case CONNECTION_RESET -> TransportFault.withCut(Cut.MIDWAY);
            case CORRUPT_SIGNATURE -> TransportFault.withWrongSignature();
            case TAMPERED_BODY -> TransportFault.withTamperedBody();
            case STALE_TIMESTAMP ->
                TransportFault.withTimestampShift(fault.time().negated());
            case FUTURE_TIMESTAMP -> TransportFault.withTimestampShift(fault.time());
            case SLOW_BODY -> TransportFault.withSlowBody(fault.time());
            default -> throw new IllegalStateException(fault.kind() + " does not apply to callbacks");
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
            Callback callback, CallbackContext context, TransportFault transportFault, @Nullable String fault) {
        var at = clock.instant();
        var exchange = exchange(callback, context, transportFault);
        var reply = reply(exchange, context);
        record(at, exchange, context, reply, fault, 0);
        return reply;
    }

    private CallbackReply reply(Exchange exchange, CallbackContext context) {
        if (exchange.callback().kind() == CallbackKind.PLAYER) {
            return ReplyReader.player(exchange);
        }
        var currency = Objects.requireNonNull(context.currency(), "currency");
        if (exchange.callback().kind() == CallbackKind.LOOKUP) {
            return ReplyReader.result(exchange, currency);
        }
        var movement = new Movement(
                context.operator(),
                operators.find(context.operator()).map(Operator::wallet).orElse(null),
                exchange.callback().kind(),
                context.transaction());
        // A response that a fault dropped is the first result all the same, if it was one.
        var reply = firstResults.check(movement, ReplyReader.result(exchange.undropped(), currency));
        return exchange.isDropped() ? ReplyReader.result(exchange, currency) : reply;
    }

    private Entry record(
            Instant at,
            Exchange exchange,
            CallbackContext context,
            CallbackReply reply,
            @Nullable String fault,
            long original) {
        var raw = switch (exchange.result()) {
            case Answered answered -> answered.raw();
            case NoResponse none -> none.raw();
        };
        var kind = exchange.callback().kind().name();
        return transcript.add(new Entry(
                0,
                new Entry.Time(at, at.minus(clock.ahead()), exchange.nanos() / 1000),
                new Entry.Subject(
                        Direction.TO_WALLET,
                        context.operator(),
                        kind,
                        context.player(),
                        context.round(),
                        context.transaction()),
                new Entry.Result(
                        context.attempt(),
                        exchange.result() instanceof Answered answered ? answered.status() : 0,
                        reply.describe()
                                + (exchange.resends() > 0
                                        ? " (sent again because the kept connection was closed)"
                                        : ""),
                        fault),
                new Entry.Messages(exchange.request(), raw, exchange.signed()),
                original));
    }

    private Exchange exchange(Callback callback, CallbackContext context, TransportFault transportFault) {
        WalletCaller caller;
        try {
            caller = cachedCaller(operators.get(context.operator())).caller;
        } catch (IllegalArgumentException e) {
            WireResult none = new NoResponse(Cause.TARGET_REFUSED, String.valueOf(e.getMessage()), NOTHING);
            return new Exchange(callback, NOTHING, NOTHING, "", "", none, 0, 0);
        }
        return caller.call(callback, transportFault);
    }

    private CachedCaller cachedCaller(Operator operator) {
        var wallet = operator.wallet();
        if (wallet == null) {
            throw new IllegalArgumentException("Operator '" + operator.id()
                    + "' has no wallet address. Set it with --wallet or on the console's overview.");
        }
        var known = callers.get(operator.id());
        if (known != null && known.serves(operator)) {
            return known;
        }
        return callers.compute(operator.id(), (id, old) -> {
            if (old != null && old.serves(operator)) {
                return old;
            }
            if (old != null) {
                // Ends only its idle connections: a callback in progress keeps its connection, with the old address and
                // secret.
                old.caller.close();
            }
            var settings = operator.settings().callbacks();
            var caller = factory.create(wallet, operator.keys(), settings.limits());
            return new CachedCaller(wallet, operator.keys(), settings, caller);
        });
    }

    @Override
    public void close() {
        callers.values().forEach(cached -> cached.caller.close());
    }
}
