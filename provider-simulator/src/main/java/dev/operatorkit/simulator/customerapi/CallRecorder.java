package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.simulator.time.SimulatorClock;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Records the calls of operators in the transcript. */
final class CallRecorder {
    private static final HeaderName OPERATOR = HeaderNames.create("X-Operator");
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Svc-Timestamp");
    /** Limits the recorded body; the beginning of a large one is enough to recognise it. */
    private static final int LONGEST_BODY = 64 * 1024;

    private static final int USUAL_HEAD = 512;
    private static final byte[] NOTHING = {};
    private static final int LONGEST_KIND = 64;
    private static final int LONGEST_OPERATOR = 255;

    private final Transcript transcript;
    private final SimulatorClock clock;

    CallRecorder(Transcript transcript, SimulatorClock clock) {
        this.transcript = transcript;
        this.clock = clock;
    }

    /** Records a call after its response was sent, so that the caller does not wait. */
    void record(Call call, ApiResponse answer, long nanos) {
        var at = clock.instant().minusNanos(nanos);
        transcript.add(new Entry(
                0,
                at,
                at.minus(clock.ahead()),
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
                signed(call)));
    }

    /** Returns the claimed operator. The verdict reports a false claim. */
    private static String operator(Call call) {
        var claimed = first(call, OPERATOR);
        return claimed.length() > LONGEST_OPERATOR ? claimed.substring(0, LONGEST_OPERATOR) : claimed;
    }

    private static String kind(Call call) {
        var kind = call.method() + " " + call.rawPath();
        return kind.length() > LONGEST_KIND ? kind.substring(0, LONGEST_KIND) : kind;
    }

    private static String verdict(ApiResponse answer) {
        if (answer.status() < 400) {
            return answer.status() == 304 ? "304 not modified" : answer.status() + " answered";
        }
        return answer.status() + " "
                + Json.read(answer.content().body(), ErrorMessage.class).message();
    }

    private static byte[] request(Call call) {
        var head =
                new StringBuilder(USUAL_HEAD).append(call.method()).append(' ').append(call.rawPath());
        if (call.rawQuery() != null) {
            head.append('?').append(call.rawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        for (var header : call.headers()) {
            for (var value : header.allValues()) {
                line(head, header.name(), value);
            }
        }
        return message(head, call.body());
    }

    private static byte[] response(ApiResponse answer) {
        var content = answer.content();
        var head = new StringBuilder(USUAL_HEAD)
                .append("HTTP/1.1 ")
                .append(answer.status())
                .append("\r\n");
        line(head, "ETag", content.etag());
        line(head, "Last-Modified", content.httpDate());
        line(head, "Cache-Control", "public, max-age=300");
        answer.headers().forEach((name, value) -> line(head, name, value));
        return message(head, answer.status() == 304 ? NOTHING : content.body());
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] message(StringBuilder head, byte[] body) {
        return bytes(head.append("\r\n").toString(), body, Math.min(body.length, LONGEST_BODY));
    }

    private static byte[] signed(Call call) {
        var data = SignedData.of(call.rawQuery(), call.body());
        return bytes(call.rawPath() + "|" + first(call, TIMESTAMP) + "|", data, data.length);
    }

    private static byte[] bytes(String head, byte[] rest, int length) {
        var first = head.getBytes(StandardCharsets.UTF_8);
        if (length == 0) {
            return first;
        }
        var all = Arrays.copyOf(first, first.length + length);
        System.arraycopy(rest, 0, all, first.length, length);
        return all;
    }

    private static String first(Call call, HeaderName name) {
        return call.headers().first(name).orElse("");
    }
}
