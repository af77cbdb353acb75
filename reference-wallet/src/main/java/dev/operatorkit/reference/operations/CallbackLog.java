package dev.operatorkit.reference.operations;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Keeps the latest callbacks of this node: a sample of the successful ones, and the others with the likely cause. It is
 * bounded and in memory only; the ledger and the log hold what must last.
 *
 * <p>Unauthorized callbacks have a list of their own: a flood of them must not push signed callbacks off the list.
 */
public final class CallbackLog {
    private static final int MAX_ENTRIES = 500;
    private static final int MAX_CALL_LENGTH = 1024; // bounds the memory that an unauthorized caller can use per entry
    // All of these keep the cost of this log low, whatever the load and whatever a caller sends.
    private static final long ACCEPTED_INTERVAL_MILLIS = 50;
    private static final long DIAGNOSIS_INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_DIAGNOSIS = TimeUnit.HOURS.toNanos(1);
    private static final int DIAGNOSIS_SHARE = 50; // diagnoses take at most a fiftieth of one processor
    private static final Pattern TRANSACTION_ID = Pattern.compile("\"transactionId\"\\s*:\\s*\"([^\"\\\\]{1,255})\"");
    private static final Pattern ERROR = Pattern.compile("\\{\"message\":\"([^\"\\\\]*)\"}");
    private static final int MAX_DIAGNOSED_BYTES = 4096; // more than any callback of the provider has

    private final SecretKeys keys;
    private final Clock clock;
    private final Deque<Entry> accepted = new ArrayDeque<>();
    private final Deque<Entry> refused = new ArrayDeque<>();
    private final Deque<Entry> unauthorized = new ArrayDeque<>();
    private volatile long lastAccepted;
    private final AtomicLong nextDiagnosis = new AtomicLong(System.nanoTime());

    /** Creates an empty log. Diagnoses use the secret keys but never show one. */
    public CallbackLog(SecretKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Describes one callback.
     *
     * @param at the time of the response
     * @param peer the remote address of the connection
     * @param call method and path, without the query, which may contain a token
     * @param transactionId the transaction that a signed callback names; empty when unknown
     * @param status the status of the response
     * @param message the message of the error; empty for a 200
     * @param diagnosis the likely mistake behind a 401; empty when unknown
     */
    public record Entry(
            Instant at, String peer, String call, String transactionId, int status, String message, String diagnosis) {}

    /** Records a callback that was rejected before its body was read. A diagnosis would need the body. */
    public void recordHead(CallbackRequest head, CallbackResponse response) {
        addRejected(entry(head, response, message(response), ""));
    }

    /** Records a callback and its response. */
    public void record(CallbackRequest request, CallbackResponse response) {
        var now = clock.millis();
        if (response.status() == 200) {
            if (now - lastAccepted >= ACCEPTED_INTERVAL_MILLIS) {
                lastAccepted = now;
                add(accepted, entry(request, response, "", ""));
            }
            return;
        }
        var diagnosis = response.status() == 401 ? diagnose(request.signedRequest()) : "";
        addRejected(entry(request, response, message(response), diagnosis));
    }

    /** Returns the likely mistake; an empty text where it is unknown or would cost too much. */
    private String diagnose(ReceivedRequest received) {
        var query = received.rawQuery();
        var began = System.nanoTime();
        var due = nextDiagnosis.get();
        if (received.body().length + (query == null ? 0 : query.length()) > MAX_DIAGNOSED_BYTES
                || began - due < 0
                || !nextDiagnosis.compareAndSet(due, began + LONGEST_DIAGNOSIS)) {
            return "";
        }
        try {
            return Diagnosis.of(keys, clock, received).finding();
        } finally {
            var took = System.nanoTime() - began;
            nextDiagnosis.set(began + Math.max(DIAGNOSIS_INTERVAL, DIAGNOSIS_SHARE * took));
        }
    }

    private void addRejected(Entry entry) {
        add(entry.status() == 401 ? unauthorized : refused, entry);
    }

    private Entry entry(CallbackRequest request, CallbackResponse response, String message, String diagnosis) {
        var received = request.signedRequest();
        return new Entry(
                clock.instant(),
                request.remoteAddress().getHostAddress(),
                shorten(received.method() + " " + received.rawPath()),
                response.status() == 401 ? "" : transactionId(received.body()),
                response.status(),
                message,
                diagnosis);
    }

    /** Finds the id without parsing the body, which is not worth it here; an id with escapes is left out. */
    private static String transactionId(byte[] body) {
        if (body.length > MAX_DIAGNOSED_BYTES) {
            return "";
        }
        var found = TRANSACTION_ID.matcher(new String(body, StandardCharsets.UTF_8));
        return found.find() ? found.group(1) : "";
    }

    /** Returns the message of an error, or the whole body if it is something else. */
    private static String message(CallbackResponse response) {
        var body = new String(response.body(), StandardCharsets.UTF_8);
        var error = ERROR.matcher(body);
        return error.matches() ? error.group(1) : body;
    }

    private static String shorten(String call) {
        return call.length() <= MAX_CALL_LENGTH ? call : call.substring(0, MAX_CALL_LENGTH) + "…";
    }

    private static void add(Deque<Entry> entries, Entry entry) {
        synchronized (entries) {
            entries.addFirst(entry);
            if (entries.size() > MAX_ENTRIES) {
                entries.removeLast();
            }
        }
    }

    /** Returns the latest successful callbacks, newest first; under load only a sample of them. */
    public List<Entry> accepted() {
        return copy(accepted);
    }

    /** Returns the latest signed callbacks that were refused, newest first. */
    public List<Entry> refused() {
        return copy(refused);
    }

    /** Returns the latest callbacks rejected for their signature, timestamp or source, newest first. */
    public List<Entry> unauthorized() {
        return copy(unauthorized);
    }

    private static List<Entry> copy(Deque<Entry> entries) {
        synchronized (entries) {
            return List.copyOf(entries);
        }
    }
}
