package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
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
    /** Defines the maximum size of a recorded body; the beginning of a large one is enough to recognise it. */
    private static final int MAX_BODY_LENGTH = 64 * 1024;

    /** Defines the lower limit for unauthenticated calls, which cost their sender nothing. */
    private static final int MAX_HEAD_OF_A_STRANGER_LENGTH = 8 * 1024;

    private static final int MAX_BODY_OF_A_STRANGER_LENGTH = 4 * 1024;
    private static final int DEFAULT_HEAD = 512;
    private static final byte[] NOTHING = {};
    private static final int MAX_KIND_LENGTH = 64;
    private static final int MAX_OPERATOR_LENGTH = 255;

    private final Transcript transcript;
    private final SimulatorClock clock;

    CallRecorder(Transcript transcript, SimulatorClock clock) {
        this.transcript = transcript;
        this.clock = clock;
    }

    /** Records a call. Called after the response was sent, so that it delays no caller. */
    void record(Call call, ApiResponse answer, CallTrace trace, long nanos) {
        var entry = entry(call, answer, trace, nanos);
        if (trace.isAuthenticated()) {
            transcript.add(entry);
        } else {
            transcript.addUnauthenticated(entry);
        }
    }

    private Entry entry(Call call, ApiResponse answer, CallTrace trace, long nanos) {
        var at = clock.instant().minusNanos(nanos);
        var fault = trace.fault();
        var verdict = fault == null || fault == FaultKind.API_SLOW
                ? verdict(answer)
                : answer.status() + " " + ExchangeVerdict.MADE_BY_A_FAULT + " " + fault;
        return new Entry(
                new Entry.Time(at, at.minus(clock.ahead()), nanos / 1000),
                new Entry.Subject(Direction.FROM_OPERATOR, operator(call), kind(call), null, null, null),
                new Entry.Result(1, answer.status(), verdict, fault == null ? null : fault.name()),
                new Entry.Messages(
                        request(call, trace.isAuthenticated()),
                        response(answer),
                        signed(call, trace.isAuthenticated())));
    }

    /** Returns the claimed operator. The verdict reports a false claim. */
    private static String operator(Call call) {
        var claimed = first(call, OPERATOR);
        return claimed.length() > MAX_OPERATOR_LENGTH ? claimed.substring(0, MAX_OPERATOR_LENGTH) : claimed;
    }

    private static String kind(Call call) {
        var kind = call.method() + " " + call.rawPath();
        return kind.length() > MAX_KIND_LENGTH ? kind.substring(0, MAX_KIND_LENGTH) : kind;
    }

    private static String verdict(ApiResponse answer) {
        if (answer.status() < 400) {
            return answer.status() == 304 ? "304 not modified" : answer.status() + " answered";
        }
        return answer.status() + " "
                + Json.read(answer.content().body(), ErrorMessage.class).message();
    }

    private static byte[] request(Call call, boolean authenticated) {
        var head = new StringBuilder(DEFAULT_HEAD)
                .append(call.method())
                .append(' ')
                .append(call.rawPath());
        if (call.rawQuery() != null) {
            head.append('?').append(call.rawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        for (var header : call.headers()) {
            for (var value : header.allValues()) {
                line(head, header.name(), value);
            }
        }
        if (!authenticated) {
            head.setLength(Math.min(head.length(), MAX_HEAD_OF_A_STRANGER_LENGTH));
        }
        return message(head, call.body(), authenticated ? MAX_BODY_LENGTH : MAX_BODY_OF_A_STRANGER_LENGTH);
    }

    private static byte[] response(ApiResponse answer) {
        var content = answer.content();
        var head = new StringBuilder(DEFAULT_HEAD)
                .append("HTTP/1.1 ")
                .append(answer.status())
                .append("\r\n");
        line(head, "ETag", content.etag());
        line(head, "Last-Modified", content.httpDate());
        line(head, "Cache-Control", "public, max-age=300");
        answer.headers().forEach((name, value) -> line(head, name, value));
        return message(head, answer.status() == 304 ? NOTHING : content.body(), MAX_BODY_LENGTH);
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] message(StringBuilder head, byte[] body, int longest) {
        return bytes(head.append("\r\n").toString(), body, Math.min(body.length, longest));
    }

    private static byte[] signed(Call call, boolean authenticated) {
        var data = SignedData.of(call.rawQuery(), call.body());
        var signed = bytes(call.rawPath() + "|" + first(call, TIMESTAMP) + "|", data, data.length);
        return authenticated || signed.length <= MAX_HEAD_OF_A_STRANGER_LENGTH
                ? signed
                : Arrays.copyOf(signed, MAX_HEAD_OF_A_STRANGER_LENGTH);
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
