package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.json.Json;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
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
import org.jspecify.annotations.Nullable;

/** Records the calls of operators in the transcript. */
final class CallRecorder {
    private static final HeaderName OPERATOR = HeaderNames.create("X-Operator");
    private static final HeaderName TIMESTAMP = HeaderNames.create(Signer.TIMESTAMP_HEADER);
    /** Defines the maximum size of a recorded message; the beginning of a large one is enough to recognise it. */
    private static final int MAX_LENGTH = 128 * 1024;
    /** Defines the lower limit for unauthenticated calls, which cost their sender nothing. */
    private static final int MAX_LENGTH_OF_A_STRANGER = 6 * 1024;

    private static final byte[] NOTHING = {};
    private static final int MAX_KIND_LENGTH = 64;
    private static final int MAX_OPERATOR_LENGTH = 255;

    private final Transcript transcript;
    private final SimulatorClock clock;

    CallRecorder(Transcript transcript, SimulatorClock clock) {
        this.transcript = transcript;
        this.clock = clock;
    }

    /** Collects what the transcript shows of a call in addition to its request and response. */
    static final class Trace {
        /** Tells that the signature was verified; before that, the sender is unknown. */
        boolean isAuthenticated;

        @Nullable
        FaultKind fault;
    }

    /** Records a call. Called after the response was sent, so that it delays no caller. */
    void record(Call call, ApiResponse answer, Trace trace, long nanos) {
        var at = clock.instant().minusNanos(nanos);
        var fault = trace.fault;
        var verdict = fault == null || fault == FaultKind.API_SLOW
                ? verdict(answer)
                : answer.status() + " " + ExchangeVerdict.MADE_BY_A_FAULT + " " + fault;
        var max = trace.isAuthenticated ? MAX_LENGTH : MAX_LENGTH_OF_A_STRANGER;
        var entry = new Entry(
                new Entry.Time(at, at.minus(clock.ahead()), nanos / 1000),
                // The claimed operator: the verdict reports a false claim.
                new Entry.Subject(
                        Direction.FROM_OPERATOR,
                        cut(first(call, OPERATOR), MAX_OPERATOR_LENGTH),
                        cut(call.method() + " " + call.rawPath(), MAX_KIND_LENGTH),
                        null,
                        null,
                        null),
                new Entry.Result(1, answer.status(), verdict, fault == null ? null : fault.name()),
                new Entry.Messages(
                        message(requestHead(call), call.body(), max),
                        message(
                                responseHead(answer),
                                answer.status() == 304
                                        ? NOTHING
                                        : answer.content().body(),
                                max),
                        message(
                                call.rawPath() + "|" + first(call, TIMESTAMP) + "|",
                                SignedData.of(call.rawQuery(), call.body()),
                                max)));
        if (trace.isAuthenticated) {
            transcript.add(entry);
        } else {
            transcript.addUnauthenticated(entry);
        }
    }

    private static String verdict(ApiResponse answer) {
        if (answer.status() < 400) {
            return answer.status() == 304 ? "304 not modified" : answer.status() + " answered";
        }
        return answer.status() + " "
                + Json.read(answer.content().body(), ErrorMessage.class).message();
    }

    private static String requestHead(Call call) {
        var head = new StringBuilder(call.method()).append(' ').append(call.rawPath());
        if (call.rawQuery() != null) {
            head.append('?').append(call.rawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        for (var header : call.headers()) {
            header.allValues().forEach(value -> line(head, header.name(), value));
        }
        return head.append("\r\n").toString();
    }

    private static String responseHead(ApiResponse answer) {
        var head = new StringBuilder("HTTP/1.1 ").append(answer.status()).append("\r\n");
        line(head, "ETag", answer.content().etag());
        line(head, "Last-Modified", answer.content().httpDate());
        line(head, "Cache-Control", "public, max-age=300");
        answer.headers().forEach((name, value) -> line(head, name, value));
        return head.append("\r\n").toString();
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] message(String head, byte[] body, int max) {
        var first = head.getBytes(StandardCharsets.UTF_8);
        var all = Arrays.copyOf(first, Math.min(max, first.length + body.length));
        System.arraycopy(body, 0, all, Math.min(max, first.length), Math.max(0, all.length - first.length));
        return all;
    }

    private static String cut(String text, int max) {
        return text.substring(0, Math.min(max, text.length()));
    }

    private static String first(Call call, HeaderName name) {
        return call.headers().first(name).orElse("");
    }
}
