package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.ApiEndpoint;
import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Disturbance;
import dev.operatorkit.conformance.client.Disturbance.Reply;
import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.transport.RawRequest;
import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Records the calls of one scenario and answers them with the simulator, disturbed as the scenario says. */
final class Recording {
    private static final byte[] NOTHING = {};
    /** Bounds the memory of a run that only watches. */
    private static final int MAX_CALLS = 5_000;

    private static final Pattern EXPECT = Pattern.compile("(?im)^expect:[^\\n]*\\n");
    private static final Pattern AUTHORITY = Pattern.compile("(?i)^(\\S+ )https?://[^/? ]*(?=[/?])");
    /** Launch and artwork URLs lead players here, who are not the client. */
    private static final Pattern PAGES_OF_PLAYERS = Pattern.compile("/(play|artwork|console)/.*|/favicon\\.ico");

    private final Lane lane;
    private final Setup setup;
    private final Map<String, Evidence.Offer> games;
    private final List<ClientCall> calls = Collections.synchronizedList(new ArrayList<>());
    private final Map<ApiEndpoint, Integer> counts = new EnumMap<>(ApiEndpoint.class);

    Recording(Lane lane, Setup setup, Map<String, Evidence.Offer> games) {
        this.lane = lane;
        this.setup = setup;
        this.games = games;
    }

    Evidence evidence(String output, String end) {
        return new Evidence(setup, lane.operator.id(), lane.operator.secret(), calls(), games, output, end);
    }

    /** Returns the calls in the order in which they arrived. */
    private List<ClientCall> calls() {
        synchronized (calls) {
            return calls.stream()
                    .sorted(Comparator.comparing(call -> call.exchange().at()))
                    .toList();
        }
    }

    int count() {
        return calls.size();
    }

    /** Returns true when further calls are answered and not recorded. */
    boolean isFull() {
        return calls.size() >= MAX_CALLS;
    }

    /** Records that a connection over TLS began. */
    void recordHandshake() {
        add(lane.clock.instant(), NOTHING, NOTHING, 0, "TLS handshake");
    }

    Reply answer(byte[] request, String note) throws InterruptedException {
        var at = lane.clock.instant();
        var start = System.nanoTime();
        var call = call(at, request, NOTHING, 0, "");
        var isOfPlayer = PAGES_OF_PLAYERS.matcher(call.path()).matches();
        var reply = isOfPlayer ? forward(request) : disturb(call, request);
        if (!isOfPlayer) {
            add(at, request, reply.bytes(), (System.nanoTime() - start) / 1000, note.isEmpty() ? reply.note() : note);
        }
        var isLast = call.headers().stream()
                .anyMatch(header -> header.is("Connection") && header.value().equalsIgnoreCase("close"));
        return new Reply(reply.bytes(), reply.keep() && !isLast, reply.note());
    }

    private void add(Instant at, byte[] request, byte[] response, long micros, String note) {
        if (!isFull()) {
            calls.add(call(at, request, response, micros, note));
        }
    }

    private ClientCall call(Instant at, byte[] request, byte[] response, long micros, String note) {
        var parsed = SignedRequest.parse(request, 0, false, true, false);
        var call = ClientCall.of(new Exchange(at, parsed, request, response, micros, note));
        return request.length == 0 || call.isSignedBy(lane.operator.secret())
                ? call
                : ClientCall.of(new Exchange(
                        at, SignedRequest.parse(request, 0, false, false, false), request, response, micros, note));
    }

    private Reply disturb(ClientCall call, byte[] request) throws InterruptedException {
        var endpoint = call.endpoint();
        if (endpoint.isEmpty()) {
            return forward(request);
        }
        int number;
        synchronized (counts) {
            number = counts.merge(endpoint.get(), 1, Integer::sum);
        }
        var service = new Disturbance.Service() {
            @Override
            public Reply forward() {
                return Recording.this.forward(request);
            }

            @Override
            public void switchOff(String slug) {
                lane.switchOff(slug);
            }

            @Override
            public Instant now() {
                return lane.clock.instant();
            }
        };
        return setup.disturbances().stream()
                .filter(each -> each.isAbout(endpoint.get(), number))
                .map(Disturbance::effect)
                .findFirst()
                .orElse(Disturbance.Service::forward)
                .answer(service);
    }

    private record Forwarded(byte[] bytes) implements RawRequest {}

    private Reply forward(byte[] request) {
        return switch (lane.simulator
                .send(() -> new Forwarded(forwardable(request)), Sending.USUAL)
                .result()) {
            case Answered answered ->
                new Reply(
                        answered.raw(),
                        answered.values("Connection").stream().noneMatch("close"::equalsIgnoreCase),
                        "");
            case NoResponse none -> Reply.cut(NOTHING, "the service did not answer: " + none.detail());
        };
    }

    /** Returns the request without {@code Expect}, which was answered already, and with its path in place of a whole URL. */
    private static byte[] forwardable(byte[] request) {
        var text = new String(request, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n") + 2;
        var head = AUTHORITY
                .matcher(EXPECT.matcher(text.substring(0, end)).replaceAll(""))
                .replaceFirst("$1");
        return (head + text.substring(end)).getBytes(StandardCharsets.ISO_8859_1);
    }
}
