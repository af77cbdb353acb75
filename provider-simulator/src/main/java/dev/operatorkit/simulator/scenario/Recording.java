package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.ApiEndpoint;
import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Disturbance;
import dev.operatorkit.conformance.transport.HttpTransport;
import dev.operatorkit.conformance.transport.RawRequest;
import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Records the calls of one scenario and answers them as the scenario says. */
final class Recording {
    private static final byte[] NOTHING = {};
    /** Bounds the memory of a run that only watches. */
    private static final int MOST_CALLS = 5_000;

    private static final Pattern EXPECT = Pattern.compile("(?im)^expect:[^\\n]*\\n");
    private static final Pattern AUTHORITY = Pattern.compile("(?i)^(\\S+ )https?://[^/? ]*(?=[/?])");
    /** Launch and artwork URLs lead players here, who are not the client. */
    private static final Pattern PAGES_OF_PLAYERS = Pattern.compile("/(play|artwork|console)/.*|/favicon\\.ico");

    private final List<Disturbance> disturbances;
    private final Secret secret;
    private final Clock clock;
    private final Consumer<String> switchOff;
    private final Runnable onCall;
    private final List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
    private final Map<ApiEndpoint, Integer> counts = new EnumMap<>(ApiEndpoint.class);

    /**
     * Creates a recording.
     *
     * @param switchOff switches a game off
     * @param onCall is called after each recorded call
     */
    Recording(List<Disturbance> disturbances, Secret secret, Clock clock, Consumer<String> switchOff, Runnable onCall) {
        this.disturbances = disturbances;
        this.secret = secret;
        this.clock = clock;
        this.switchOff = switchOff;
        this.onCall = onCall;
    }

    /** Holds what is sent back; nothing for a connection that is cut. */
    record Reply(byte[] bytes, boolean keep) {}

    /** Returns the calls in the order in which they arrived. */
    List<Exchange> exchanges() {
        synchronized (exchanges) {
            return exchanges.stream().sorted(Comparator.comparing(Exchange::at)).toList();
        }
    }

    int count() {
        return exchanges.size();
    }

    /** Returns true when further calls are answered and not recorded. */
    boolean isFull() {
        return exchanges.size() >= MOST_CALLS;
    }

    /** Records that a connection over TLS began. */
    void recordHandshake() {
        add(clock.instant(), NOTHING, NOTHING, 0, "TLS handshake");
    }

    /** Records a call and returns its answer. */
    Reply answer(byte[] request, String note, HttpTransport simulator) throws InterruptedException {
        var at = clock.instant();
        var start = System.nanoTime();
        var call = ClientCall.of(new Exchange(at, parse(request, true), request, NOTHING, 0, ""));
        if (PAGES_OF_PLAYERS.matcher(call.path()).matches()) {
            var page = forward(request, simulator);
            return new Reply(page.bytes(), page.keep() && !isLast(call));
        }
        var reply = reply(call, request, simulator);
        var micros = (System.nanoTime() - start) / 1000;
        var remark = note.isEmpty() ? reply.keep() ? "" : reply.note() : note;
        add(at, request, reply.bytes(), micros, remark);
        return new Reply(reply.bytes(), reply.keep() && !isLast(call));
    }

    private static boolean isLast(ClientCall call) {
        return call.headers().stream()
                .anyMatch(header -> header.is("Connection") && header.value().equalsIgnoreCase("close"));
    }

    private void add(Instant at, byte[] request, byte[] response, long micros, String note) {
        if (!isFull()) {
            exchanges.add(new Exchange(at, parse(request, isGenuine(request)), request, response, micros, note));
        }
        onCall.run();
    }

    private static SignedRequest parse(byte[] request, boolean genuine) {
        return SignedRequest.parse(request, 0, false, genuine, false);
    }

    private boolean isGenuine(byte[] request) {
        if (request.length == 0) {
            return true;
        }
        var call = ClientCall.of(new Exchange(Instant.EPOCH, parse(request, true), request, NOTHING, 0, ""));
        return call.isSignedBy(secret);
    }

    /** Holds a reply with the reason why nothing, or not all of it, is sent. */
    private record Play(byte[] bytes, boolean keep, String note) {
        static Play whole(byte[] bytes) {
            return new Play(bytes, true, "");
        }

        static Play cut(byte[] bytes, String why) {
            return new Play(bytes, false, why);
        }
    }

    private Play reply(ClientCall call, byte[] request, HttpTransport simulator) throws InterruptedException {
        var effect = effect(call);
        if (effect.isEmpty()) {
            return forward(request, simulator);
        }
        return switch (effect.get()) {
            case Disturbance.Answer answer -> {
                if (answer.applied()) {
                    forward(request, simulator);
                }
                yield Play.whole(Responses.of(answer, clock.instant()));
            }
            case Disturbance.Cut cut -> {
                if (cut.applied()) {
                    forward(request, simulator);
                }
                yield Play.cut(NOTHING, "the scenario cut the connection");
            }
            case Disturbance.Half ignored -> {
                var whole = forward(request, simulator).bytes();
                yield Play.cut(Responses.half(whole), "the scenario sent half of the response");
            }
            case Disturbance.Slow slow -> {
                TimeUnit.NANOSECONDS.sleep(slow.time().toNanos());
                yield forward(request, simulator);
            }
            case Disturbance.UnknownFields ignored -> {
                var usual = forward(request, simulator);
                yield new Play(Responses.withUnknownFields(usual.bytes()), usual.keep(), usual.note());
            }
            case Disturbance.SwitchOff off -> {
                switchOff.accept(off.slug());
                yield forward(request, simulator);
            }
        };
    }

    private Optional<Disturbance.Effect> effect(ClientCall call) {
        var endpoint = call.endpoint();
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        int number;
        synchronized (counts) {
            number = counts.merge(endpoint.get(), 1, Integer::sum);
        }
        return disturbances.stream()
                .filter(each -> each.isAbout(endpoint.get(), number))
                .map(Disturbance::effect)
                .findFirst();
    }

    private static Play forward(byte[] request, HttpTransport simulator) {
        var sent = simulator
                .send(() -> new Forwarded(forwardable(request)), Sending.USUAL)
                .result();
        return switch (sent) {
            case Answered answered -> new Play(answered.raw(), !isClosed(answered), "");
            case WireResult.NoResponse none -> Play.cut(NOTHING, "the service did not answer: " + none.detail());
        };
    }

    private static boolean isClosed(Answered answered) {
        return answered.values("Connection").stream().anyMatch("close"::equalsIgnoreCase);
    }

    /** Returns the request without {@code Expect}, which was answered already, and with its path in place of a whole URL. */
    private static byte[] forwardable(byte[] request) {
        var text = new String(request, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n") + 2;
        var head = text.substring(0, end);
        var changed = AUTHORITY
                .matcher(EXPECT.matcher(head).replaceAll(""))
                .replaceFirst("$1")
                .getBytes(StandardCharsets.ISO_8859_1);
        if (changed.length == end) {
            return request;
        }
        var all = Arrays.copyOf(changed, changed.length + request.length - end);
        System.arraycopy(request, end, all, changed.length, request.length - end);
        return all;
    }

    private record Forwarded(byte[] bytes) implements RawRequest {}
}
