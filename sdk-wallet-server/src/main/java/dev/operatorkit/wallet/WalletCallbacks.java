package dev.operatorkit.wallet;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.JsonContentType;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet.PlayerRequest;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletListener.Responded;
import dev.operatorkit.wallet.WalletListener.Verified;
import dev.operatorkit.wallet.engine.RawUrlDecoder;
import dev.operatorkit.wallet.engine.RejectionLog;
import dev.operatorkit.wallet.engine.SafeListener;
import dev.operatorkit.wallet.engine.ThrottledLog;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the five wallet callbacks for any HTTP server: {@code GET /player}, {@code POST /debit}, {@code POST
 * /credit}, {@code POST /rollback} and the lookup, {@code GET /players/{accountId}/transactions/{transactionId}}.
 * Checks the source address, then the timestamp and the signature, and parses the body only after that (SIG-13).
 * Thread-safe.
 *
 * <p>The response has one of these statuses:
 *
 * <ul>
 * <li>200: the callback was processed, now or earlier
 * <li>401: the source address, the timestamp or the signature is not accepted
 * <li>403: the token is unknown or expired, for {@code /player} only (D-15)
 * <li>404: there is no such path or transaction (D-30)
 * <li>405: the method is wrong
 * <li>409: the stake exceeds the balance
 * <li>413: the body is too large (D-36)
 * <li>422: the callback was refused, and it is guaranteed that nothing was written. This is also the response, without
 * a call of the wallet, to a movement whose content type is not {@code application/json} (D-37), whose body is not JSON
 * (D-38) or whose transactionId is missing or invalid, and to {@code /player} without a valid token and gameId
 * <li>500: it is unknown whether anything was written
 * <li>503: a read, a credit or a rollback could not be attempted and may be retried (D-29)
 * </ul>
 */
public final class WalletCallbacks {
    /**
     * Defines the maximum size of a body in bytes (D-36). Your server should read at most one byte more than this and
     * pass on what it has read; if that is more than this maximum, the response is 413.
     */
    public static final int MAX_BODY_BYTES = 64 * 1024;

    /** Defines the value of {@code bodyLength} for a request without {@code Content-Length}. */
    public static final long UNKNOWN_LENGTH = -1;

    private static final Logger LOG = LoggerFactory.getLogger(WalletCallbacks.class);
    private static final Pattern LOOKUP = Pattern.compile("/players/([^/]+)/transactions/([^/]+)");
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    private final String prefix;
    private final Verifier verifier;
    private final Clock clock;
    private final SourceAllowlist sources;
    private final Wallet wallet;
    private final WalletListener listener;
    private final RejectionLog rejections;
    private final ThrottledLog log = new ThrottledLog(LOG);
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    private WalletCallbacks(String prefix, SecretSource keys, Clock clock, SourceAllowlist sources, Wallet wallet) {
        if (sources.allowsAll()) {
            LOG.warn("Callbacks are accepted from any source address. Name the provider's in a SourceAllowlist,"
                    + " --allow-source of bin/wallet, or operatorkit.wallet.allow-source of Spring Boot.");
        }
        this.prefix = prefix;
        this.verifier = new Verifier(keys, clock);
        this.clock = clock;
        this.sources = sources;
        this.wallet = wallet;
        this.listener = SafeListener.of(List.of(wallet.listener()));
        this.rejections = new RejectionLog(keys, clock);
    }

    /**
     * Returns a builder of a handler for the callbacks of one operator.
     *
     * @param prefix the path of the base URL that is registered with the provider, percent-encoded as it is sent:
     *     empty, or for example {@code /wallet}, without a slash at the end (SIG-3)
     * @param keys the keys that the provider may have signed with (D-42)
     * @param sources the source addresses that may send callbacks (NET-2)
     * @param wallet the wallet that processes verified callbacks; its listener receives the events of every callback
     * @throws IllegalArgumentException if the prefix is not empty and does not begin with a slash, or if it ends with
     *     one
     */
    public static Builder builder(String prefix, SecretSource keys, SourceAllowlist sources, Wallet wallet) {
        if (!prefix.isEmpty() && (!prefix.startsWith("/") || prefix.endsWith("/"))) {
            throw new IllegalArgumentException(
                    "the prefix must be empty or begin, and not end, with a slash: " + prefix);
        }
        return new Builder(clock -> new WalletCallbacks(prefix, keys, clock, sources, wallet));
    }

    /** Builds the handler. */
    public static final class Builder {
        private final Function<Clock, WalletCallbacks> create;
        private Clock clock = Clock.systemUTC();

        private Builder(Function<Clock, WalletCallbacks> create) {
            this.create = create;
        }

        /** Sets the clock that timestamps are checked against (SIG-10), instead of the system clock. */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /** Creates the handler. */
        public WalletCallbacks build() {
            return create.apply(clock);
        }
    }

    /**
     * Rejects a callback by its headers, so that your server need not wait for the body of a callback that is not
     * allowed, not signed, or too old: the response is then 401, or 413 for an announced body that is too large (NET-2,
     * SIG-10, D-36, D-55). Returns empty if the body must be read and passed to {@link #handle}, which repeats all
     * checks. Calling this method is optional; it protects a server against slow clients.
     *
     * @param request the callback with an empty body
     * @param bodyLength the announced {@code Content-Length}, or {@link #UNKNOWN_LENGTH}
     */
    public Optional<CallbackResponse> rejectByHeaders(CallbackRequest request, long bodyLength) {
        var began = System.nanoTime();
        var received = request.signedRequest();
        var response = rejection(request, bodyLength);
        var took = Duration.ofNanos(System.nanoTime() - began);
        response.ifPresent(rejected ->
                listener.onResponded(new Responded(received.method(), received.rawPath(), rejected.status(), took)));
        return response;
    }

    private Optional<CallbackResponse> rejection(CallbackRequest head, long bodyLength) {
        if (!sources.isAllowed(head.remoteAddress(), head.forwardedFor())) {
            return Optional.of(rejectSource(head));
        }
        if (bodyLength > MAX_BODY_BYTES) {
            return Optional.of(tooLarge());
        }
        var rejected = verifier.rejectByHeaders(head.signedRequest());
        rejected.ifPresent(why -> {
            listener.onSignatureRejected(why.reason());
            rejections.head(why);
        });
        return rejected.map(why -> unauthorized());
    }

    private CallbackResponse rejectSource(CallbackRequest request) {
        listener.onSourceRejected();
        rejections.source(request.remoteAddress());
        return unauthorized();
    }

    private static CallbackResponse tooLarge() {
        return error(413, "the body has more than " + MAX_BODY_BYTES + " bytes");
    }

    /** Handles one callback. Never throws: a failure becomes an HTTP status. */
    public CallbackResponse handle(CallbackRequest request) {
        var began = System.nanoTime();
        var received = request.signedRequest();
        var response = process(request);
        var took = Duration.ofNanos(System.nanoTime() - began);
        listener.onResponded(new Responded(received.method(), received.rawPath(), response.status(), took));
        return response;
    }

    private CallbackResponse process(CallbackRequest request) {
        var received = request.signedRequest();
        if (!sources.isAllowed(request.remoteAddress(), request.forwardedFor())) {
            return rejectSource(request);
        }
        if (!request.forwardedFor().isEmpty() && !sources.allowsAll() && !sources.trusts(request.remoteAddress())) {
            rejections.untrustedProxy(request.remoteAddress());
        }
        if (received.body().length > MAX_BODY_BYTES) {
            return tooLarge();
        }
        Verification verification;
        try {
            verification = verifier.verify(received);
        } catch (RuntimeException e) { // of a SecretSource, before anything was read or written
            log.error("A callback could not be verified", e);
            return received.rawPath().endsWith("/debit")
                    ? error(500, "the callback could not be verified") // a debit is not retried (D-29)
                    : error(503, "the callback could not be verified, retry later");
        }
        if (verification instanceof Rejected rejected) {
            listener.onSignatureRejected(rejected.reason());
            rejections.signature(received, rejected);
            return unauthorized();
        }
        var keyIndex = ((Accepted) verification).keyIndex();
        listener.onVerified(new Verified(received.method(), received.rawPath(), keyIndex));
        return route(request, new CallbackContext(received.body(), keyIndex, clock.instant()));
    }

    private CallbackResponse route(CallbackRequest request, CallbackContext context) {
        var received = request.signedRequest();
        // Use the raw path: //debit and /x/../debit are other paths than /debit (SIG-3, D-40).
        var path = received.rawPath();
        if (!path.startsWith(prefix)) {
            return error(404, "no such path");
        }
        var endpoint = path.substring(prefix.length());
        return switch (endpoint) {
            case "/player" -> get(received, () -> player(received, context));
            case "/debit" -> post(request, context, Kind.DEBIT, Debit.class, wallet::debit);
            case "/credit" -> post(request, context, Kind.CREDIT, Credit.class, wallet::credit);
            case "/rollback" -> post(request, context, Kind.ROLLBACK, Rollback.class, wallet::rollback);
            default -> {
                var lookup = LOOKUP.matcher(endpoint);
                yield lookup.matches() ? get(received, () -> lookup(lookup, context)) : error(404, "no such path");
            }
        };
    }

    private CallbackResponse player(ReceivedRequest received, CallbackContext context) {
        var tokens = RawUrlDecoder.parameter(received.rawQuery(), "token");
        var games = RawUrlDecoder.parameter(received.rawQuery(), "gameId");
        if (tokens.size() != 1 || games.size() != 1) {
            return error(422, "gameId and token must each be given once");
        }
        var token = tokens.get(0);
        var game = games.get(0);
        if (token == null || game == null) {
            return error(422, "gameId or token is not percent-encoded UTF-8");
        }
        try {
            Limits.requireToken("token", token);
        } catch (IllegalArgumentException e) {
            return error(422, String.valueOf(e.getMessage()));
        }
        if (!Limits.isId(game)) {
            return error(
                    422,
                    "gameId must have 1 to " + Limits.MAX_ID_LENGTH + " characters, none of them a control character");
        }
        var admission = wallet.authenticatePlayer(new PlayerRequest(game, token), context);
        return answer(admission.status(), admission.responseBody());
    }

    private CallbackResponse lookup(Matcher path, CallbackContext context) {
        var account = RawUrlDecoder.segment(path.group(1));
        var transaction = RawUrlDecoder.segment(path.group(2));
        var result = account == null || transaction == null
                ? Optional.<TransactionResult>empty()
                : wallet.findTransaction(new TransactionLookup(account, transaction), context);
        return result.map(found -> answer(200, found)).orElseGet(() -> error(404, "no such transaction"));
    }

    private CallbackResponse get(ReceivedRequest received, Supplier<CallbackResponse> read) {
        if (!received.method().equals("GET")) {
            return wrongMethod("GET");
        }
        try {
            return read.get();
        } catch (RuntimeException e) {
            log.warn("A read failed, the response is 503", e);
            return error(503, "the wallet could not be read, retry later");
        }
    }

    private <T> CallbackResponse post(
            CallbackRequest request,
            CallbackContext context,
            Kind kind,
            Class<T> type,
            BiFunction<T, CallbackContext, Outcome> operation) {
        if (!request.signedRequest().method().equals("POST")) {
            return wrongMethod("POST");
        }
        if (!isJson(request.contentType())) {
            return error(422, "the content type must be application/json");
        }
        try {
            var outcome = execute(context, kind, type, operation);
            return answer(outcome.status(), outcome.responseBody());
        } catch (RuntimeException e) {
            log.error("A movement failed unexpectedly, its outcome is unknown and the response is 500", e);
            return error(500, "the outcome is unknown");
        }
    }

    private <T> Outcome execute(
            CallbackContext context, Kind kind, Class<T> type, BiFunction<T, CallbackContext, Outcome> operation) {
        T content;
        try {
            content = Json.read(context.body(), type, field -> notifyUnreadable(kind, field));
        } catch (MalformedJsonException e) {
            return withoutRetryOfDebit(kind, answerInvalid(kind, context, String.valueOf(e.getMessage())));
        }
        return withoutRetryOfDebit(kind, operation.apply(content, context));
    }

    /**
     * Turns a 503 to a debit into 500, since the provider does not retry debits: it is unknown whether the debit was
     * written (D-29).
     */
    private static Outcome withoutRetryOfDebit(Kind kind, Outcome outcome) {
        return kind == Kind.DEBIT && outcome instanceof Outcome.RetryLater later
                ? new Outcome.Unknown(later.message())
                : outcome;
    }

    /** Looks an invalid callback up before it is refused (D-21), unless its transactionId cannot be read. */
    private Outcome answerInvalid(Kind kind, CallbackContext context, String message) {
        CallbackIds ids;
        try {
            ids = Json.readIds(context.body());
        } catch (MalformedJsonException e) {
            return new Outcome.Refused(message);
        }
        var callback = new InvalidCallback(kind, ids.transactionId(), ids.playerId(), ids.token(), message);
        return wallet.answerInvalid(callback, context);
    }

    private void notifyUnreadable(Kind kind, String field) {
        if (unreadable.add(kind + " " + field)) {
            LOG.warn(
                    "A {} has a {} that cannot be read or stored as sent, and is processed nevertheless; others like"
                            + " it are only counted",
                    kind,
                    field);
        }
        listener.onUnreadableField(kind, field);
    }

    private static boolean isJson(@Nullable String contentType) {
        return contentType != null && JsonContentType.isJson(contentType); // D-37
    }

    /** Creates a 401 without a reason: the reason is only logged, so that the response does not help a forger. */
    private static CallbackResponse unauthorized() {
        return error(401, "the signature, its timestamp or the source address is not accepted");
    }

    private static CallbackResponse wrongMethod(String allowed) {
        var response = error(405, "the method must be " + allowed);
        return new CallbackResponse(405, Map.of("Content-Type", "application/json", "Allow", allowed), response.body());
    }

    private static CallbackResponse error(int status, String message) {
        return answer(status, new ErrorMessage(message));
    }

    private static CallbackResponse answer(int status, Object content) {
        return new CallbackResponse(status, JSON, Json.write(content));
    }
}
