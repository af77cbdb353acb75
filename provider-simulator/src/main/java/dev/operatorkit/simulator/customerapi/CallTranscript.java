package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Puts the calls of operators into the transcript, beside the callbacks. */
final class CallTranscript {
    private static final HeaderName OPERATOR = HeaderNames.create("X-Operator");
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Svc-Timestamp");
    /** Of a large body the beginning is enough to know it again. */
    private static final int LONGEST_BODY = 64 * 1024;

    private static final int LONGEST_KIND = 64;
    private static final int LONGEST_OPERATOR = 255;

    private final Transcript transcript;
    private final SimulatorClock clock;

    CallTranscript(Transcript transcript, SimulatorClock clock) {
        this.transcript = transcript;
        this.clock = clock;
    }

    /** Notes what is needed now; the rest is put together behind the call. */
    void record(Call call, Answer answer, long nanos) {
        var at = clock.instant().minusNanos(nanos);
        var ahead = clock.ahead();
        transcript.addLater(call.body().length, () -> entry(at, ahead, call, answer, nanos));
    }

    private static Entry entry(Instant at, Duration ahead, Call call, Answer answer, long nanos) {
        return new Entry(
                0,
                at,
                at.minus(ahead),
                Direction.FROM_OPERATOR,
                operator(call),
                kind(call),
                null,
                null,
                null,
                1,
                answer.status(),
                verdict(answer),
                null,
                nanos / 1000,
                request(call),
                response(answer),
                signed(call));
    }

    /** Whoever it claims to be; that it was not, the verdict says. */
    private static String operator(Call call) {
        var claimed = first(call, OPERATOR);
        return claimed.length() > LONGEST_OPERATOR ? claimed.substring(0, LONGEST_OPERATOR) : claimed;
    }

    private static String kind(Call call) {
        var kind = call.method() + " " + call.rawPath();
        return kind.length() > LONGEST_KIND ? kind.substring(0, LONGEST_KIND) : kind;
    }

    private static String verdict(Answer answer) {
        if (answer.status() < 400) {
            return answer.status() == 304 ? "304 not modified" : answer.status() + " answered";
        }
        return answer.status() + " "
                + Json.read(answer.content().body(), ErrorMessage.class).message();
    }

    private static byte[] request(Call call) {
        var head = new StringBuilder(call.method()).append(' ').append(call.rawPath());
        if (call.rawQuery() != null) {
            head.append('?').append(call.rawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        call.headers()
                .forEach(header -> header.allValues()
                        .forEach(value -> head.append(header.name())
                                .append(": ")
                                .append(value)
                                .append("\r\n")));
        return message(head, call.isTooLarge() ? new byte[0] : call.body());
    }

    private static byte[] response(Answer answer) {
        var content = answer.content();
        var head = new StringBuilder("HTTP/1.1 ")
                .append(answer.status())
                .append("\r\nETag: ")
                .append(content.etag())
                .append("\r\nLast-Modified: ")
                .append(content.httpDate())
                .append("\r\nCache-Control: public, max-age=300\r\n");
        answer.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        return message(head, answer.status() == 304 ? new byte[0] : content.body());
    }

    private static byte[] signed(Call call) {
        var head = call.rawPath() + "|" + first(call, TIMESTAMP) + "|";
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(SignedData.of(call.rawQuery(), call.isTooLarge() ? new byte[0] : call.body()));
        return bytes.toByteArray();
    }

    private static byte[] message(StringBuilder head, byte[] body) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        bytes.write(body, 0, Math.min(body.length, LONGEST_BODY));
        return bytes.toByteArray();
    }

    private static String first(Call call, HeaderName name) {
        return call.headers().all(name, List::of).stream().findFirst().orElse("");
    }
}
