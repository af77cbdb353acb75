package dev.operatorkit.reference.operations;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last callbacks of this node: some of those that went well, and those that did not with the likely reason. Kept in
 * memory and bounded; what must last is in the ledger and in the log.
 *
 * <p>What anybody can send is kept apart from what the service signed, so that no stranger pushes that off the list.
 */
public final class CallbackLog {
    private static final int KEPT = 500;
    private static final int LONGEST_CALL = 1024; // what a stranger may make each entry take
    private static final long BETWEEN_ACCEPTED_MILLIS = 50; // a wallet under load must not spend itself on its own log
    private static final long BETWEEN_DIAGNOSES_MILLIS =
            200; // nor who sends rubbish make it try every mistake there is

    private final SecretKeys keys;
    private final Clock clock;
    private final Deque<Entry> accepted = new ArrayDeque<>();
    private final Deque<Entry> refused = new ArrayDeque<>();
    private final Deque<Entry> unauthorized = new ArrayDeque<>();
    private volatile long lastAccepted;
    private volatile long lastDiagnosis;

    /** With the secrets that a diagnosis is made with; none of them is ever shown. */
    public CallbackLog(SecretKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * One callback.
     *
     * @param at when it was answered
     * @param peer the other end of the connection
     * @param call method and path, without the query, since that may hold a token
     * @param status what was answered
     * @param message of the answer; empty when it went well
     * @param diagnosis the likely mistake behind a 401; empty when there is none
     */
    public record Entry(Instant at, String peer, String call, int status, String message, String diagnosis) {}

    /** Notes a callback that was rejected before its body was read: without a diagnosis, which needs the body. */
    public void recordHead(CallbackRequest head, CallbackResponse response) {
        addRejected(entry(head, response, message(response), ""));
    }

    /** Notes a callback and its answer. */
    public void record(CallbackRequest request, CallbackResponse response) {
        var now = clock.millis();
        if (response.status() == 200) {
            if (now - lastAccepted >= BETWEEN_ACCEPTED_MILLIS) {
                lastAccepted = now;
                add(accepted, entry(request, response, "", ""));
            }
            return;
        }
        var diagnosis = "";
        if (response.status() == 401 && now - lastDiagnosis >= BETWEEN_DIAGNOSES_MILLIS) {
            lastDiagnosis = now;
            diagnosis = Diagnosis.of(keys, clock, request.signedRequest()).finding();
        }
        addRejected(entry(request, response, message(response), diagnosis));
    }

    private void addRejected(Entry entry) {
        add(entry.status() == 401 ? unauthorized : refused, entry);
    }

    private Entry entry(CallbackRequest request, CallbackResponse response, String message, String diagnosis) {
        var received = request.signedRequest();
        return new Entry(
                clock.instant(),
                request.remoteAddress().getHostAddress(),
                shortened(received.method() + " " + received.rawPath()),
                response.status(),
                message,
                diagnosis);
    }

    private static String message(CallbackResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String shortened(String call) {
        return call.length() <= LONGEST_CALL ? call : call.substring(0, LONGEST_CALL) + "…";
    }

    private static void add(Deque<Entry> entries, Entry entry) {
        synchronized (entries) {
            entries.addFirst(entry);
            if (entries.size() > KEPT) {
                entries.removeLast();
            }
        }
    }

    /** The last that went well, a sample of them when there were many; newest first. */
    public List<Entry> accepted() {
        return copy(accepted);
    }

    /** The last that were signed and refused, newest first. */
    public List<Entry> refused() {
        return copy(refused);
    }

    /** The last whose signature, timestamp or source was not accepted, newest first. */
    public List<Entry> unauthorized() {
        return copy(unauthorized);
    }

    private static List<Entry> copy(Deque<Entry> entries) {
        synchronized (entries) {
            return List.copyOf(entries);
        }
    }
}
