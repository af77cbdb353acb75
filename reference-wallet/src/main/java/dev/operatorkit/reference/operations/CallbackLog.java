package dev.operatorkit.reference.operations;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.helidon.CallbackHandler;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Keeps the latest callbacks of this node: a sample of the successful ones, and all others. It is
 * bounded and in memory only; the ledger and the log hold what must last.
 *
 * <p>Each kind has its list: a flood of unauthorized callbacks must not push signed ones off.
 */
public final class CallbackLog implements CallbackHandler.Recorder {
    private static final int MAX_ENTRIES = 500;
    private static final int MAX_CALL_LENGTH = 1024; // bounds the memory that an unauthorized caller can use per entry
    // All of these keep the cost of this log low under any load and any input.
    private static final long ACCEPTED_INTERVAL_MILLIS = 50;
    private static final Pattern ID =
            Pattern.compile("\"(playerId|gameRoundId|transactionId)\"\\s*:\\s*\"([^\"\\\\]{1,255})\"");
    private static final Pattern ACCOUNT_ID = Pattern.compile("\"accountId\"\\s*:\\s*\"([^\"\\\\]{1,255})\"");
    private static final Pattern LOOKUP = Pattern.compile("/players/([^/]+)/transactions/([^/]+)$");
    private static final Pattern ERROR = Pattern.compile("\\{\"message\":\"([^\"\\\\]*)\"}");
    private static final int MAX_SEARCHED_BYTES = 4096; // more than any callback of the provider has

    private final Clock clock;
    private final Map<Kind, Deque<Entry>> entries = new EnumMap<>(Kind.class);
    private volatile long lastAccepted;
    private final AtomicLong next = new AtomicLong();

    /** Creates an empty log. */
    public CallbackLog(Clock clock) {
        this.clock = clock;
    }

    /** Lists the kinds of callbacks, each with its own list. */
    public enum Kind {
        /** Answered with 200; only a sample of them is kept. */
        SUCCESSFUL,
        /** Signed, and refused. */
        REFUSED,
        /** Rejected before the signature was verified, or because it is wrong (D-36, SIG-13). */
        UNVERIFIED;

        private static Kind of(int status) {
            return switch (status) {
                case 200 -> SUCCESSFUL;
                case 401, 413 -> UNVERIFIED;
                default -> REFUSED;
            };
        }
    }

    /**
     * Names what a signed callback is about.
     *
     * @param account the player; empty when unknown, as for a debit that has only a token
     * @param round the round; empty when unknown
     * @param transaction the transaction; empty when unknown
     */
    public record Subject(String account, String round, String transaction) {
        /** Names nothing. */
        public static final Subject UNKNOWN = new Subject("", "", "");

        /** Returns true when this names everything that another one names. */
        public boolean isAbout(Subject wanted) {
            return (wanted.account.isEmpty() || wanted.account.equals(account))
                    && (wanted.round.isEmpty() || wanted.round.equals(round))
                    && (wanted.transaction.isEmpty() || wanted.transaction.equals(transaction));
        }
    }

    /**
     * Describes one callback.
     *
     * @param number the place in the order of arrival, without the successful ones that are left out
     * @param at the time of the response
     * @param peer the remote address of the connection
     * @param call method and path, without the query, which may contain a token
     * @param subject what it is about; nothing unless its signature is right
     * @param status the status of the response
     * @param message the message of the error; empty for a 200
     */
    public record Entry(
            long number, Instant at, String peer, String call, Subject subject, int status, String message) {
        /** Returns the kind, which follows from the status. */
        public Kind kind() {
            return Kind.of(status);
        }
    }

    /** Records a callback that was rejected before its body was read. */
    @Override
    public void recordHead(CallbackRequest head, CallbackResponse response) {
        add(entry(head, response, message(response)));
    }

    /** Records a callback and its response. */
    @Override
    public void record(CallbackRequest request, CallbackResponse response) {
        var now = clock.millis();
        if (response.status() == 200) {
            if (now - lastAccepted >= ACCEPTED_INTERVAL_MILLIS) {
                lastAccepted = now;
                add(entry(request, response, ""));
            }
            return;
        }
        add(entry(request, response, message(response)));
    }

    private Entry entry(CallbackRequest request, CallbackResponse response, String message) {
        var received = request.signedRequest();
        return new Entry(
                next.getAndIncrement(),
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                request.remoteAddress().getHostAddress(),
                shorten(received.method() + " " + received.rawPath()),
                Kind.of(response.status()) == Kind.UNVERIFIED ? Subject.UNKNOWN : subject(received, response),
                response.status(),
                message);
    }

    /** Finds the ids without parsing the body, which is not worth it here; an id with escapes is left out. */
    private static Subject subject(ReceivedRequest received, CallbackResponse response) {
        var lookup = LOOKUP.matcher(received.rawPath());
        if (lookup.find()) {
            return new Subject(decode(lookup.group(1)), "", decode(lookup.group(2)));
        }
        if (received.body().length == 0) {
            var account = ACCOUNT_ID.matcher(new String(response.body(), StandardCharsets.UTF_8));
            return account.find() ? new Subject(account.group(1), "", "") : Subject.UNKNOWN;
        }
        if (received.body().length > MAX_SEARCHED_BYTES) {
            return Subject.UNKNOWN;
        }
        var ids = new HashMap<String, String>();
        ID.matcher(new String(received.body(), StandardCharsets.UTF_8))
                .results()
                .forEach(found -> ids.putIfAbsent(found.group(1), found.group(2)));
        return new Subject(
                ids.getOrDefault("playerId", ""),
                ids.getOrDefault("gameRoundId", ""),
                ids.getOrDefault("transactionId", ""));
    }

    private static String decode(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
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

    private void add(Entry entry) {
        synchronized (entries) {
            var kind = entries.computeIfAbsent(entry.kind(), unused -> new ArrayDeque<>());
            kind.addFirst(entry);
            if (kind.size() > MAX_ENTRIES) {
                kind.removeLast();
            }
        }
    }

    /** Returns all of them, newest first. */
    public List<Entry> all() {
        var all = new ArrayList<Entry>();
        synchronized (entries) {
            entries.values().forEach(all::addAll);
        }
        all.sort(Comparator.comparingLong(Entry::number).reversed());
        return all;
    }
}
