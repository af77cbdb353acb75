package dev.operatorkit.wallet;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.JsonContentType;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The five callbacks as bytes in and bytes out, for any server: who calls, when it was signed and with what, and only then
 * what it says (SIG-13). Nothing is parsed before it is verified.
 *
 * <p>It answers 200, 401, 409, 422 and 500, and beside them 403 for a token that is no good (D-15), 404 for a path or a
 * transaction that does not exist (D-30), 405 for a wrong method, 413 for a body that is too large (D-36) and 503 for
 * what could not be tried and may be tried again (D-29).
 */
public final class WalletCallbacks {
    /** The most bytes that a body may have (D-36). An adapter reads one more at most, and hands over what it has read. */
    public static final int MAX_BODY_BYTES = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(WalletCallbacks.class);
    private static final Pattern LOOKUP = Pattern.compile("/players/([^/]+)/transactions/([^/]+)");
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    private final String prefix;
    private final Verifier verifier;
    private final SourceAllowlist sources;
    private final Wallet wallet;
    private final WalletListener listener;
    private final RejectionLog rejections;

    /** Open to any source address, with nobody listening. */
    public WalletCallbacks(String prefix, SecretKeys keys, Clock clock, Wallet wallet) {
        this(prefix, keys, clock, SourceAllowlist.any(), wallet, WalletListener.NO_OP);
    }

    /**
     * The callbacks of one operator.
     *
     * @param prefix what stands before {@code /debit} and the others in the address that the service was given, as it is
     *     on the wire: empty, or like {@code /wallet} (SIG-3)
     * @param keys any of which the service may have signed with (D-42)
     * @param clock by which a timestamp is just now (SIG-10)
     * @param sources who may call (NET-2)
     * @param wallet what moves the money
     * @param listener is told what came of each callback
     */
    public WalletCallbacks(
            String prefix,
            SecretKeys keys,
            Clock clock,
            SourceAllowlist sources,
            Wallet wallet,
            WalletListener listener) {
        if (!prefix.isEmpty() && (!prefix.startsWith("/") || prefix.endsWith("/"))) {
            throw new IllegalArgumentException(
                    "the prefix must be empty or begin, and not end, with a slash: " + prefix);
        }
        if (sources.allowsAll()) {
            LOG.warn("callbacks are accepted from any source address");
        }
        this.prefix = prefix;
        this.verifier = new Verifier(keys, clock);
        this.sources = sources;
        this.wallet = wallet;
        this.listener = new SafeListener(listener);
        this.rejections = new RejectionLog(keys, clock);
    }

    /** The length of a body that the head of its request does not announce. */
    public static final long UNKNOWN_LENGTH = -1;

    /**
     * Rejects a callback by what stands before its body, so that an adapter need not wait for the body of one that is not
     * allowed, not signed, or signed long ago: 401, or 413 for a body that is announced as too large (NET-2, SIG-10, D-36,
     * D-55). Empty when the body has to be read, after which {@link #handle} judges all of it. An adapter that asks
     * nothing here is as correct, and easier to keep busy.
     *
     * @param head the callback with an empty body
     * @param bodyLength the length that its {@code Content-Length} announces, or {@link #UNKNOWN_LENGTH}
     */
    public Optional<CallbackResponse> rejectByHead(CallbackRequest head, long bodyLength) {
        var began = System.nanoTime();
        var received = head.signedRequest();
        var response = rejection(head, bodyLength);
        response.ifPresent(rejected -> listener.onResponded(
                received.method(), received.rawPath(), rejected.status(), Duration.ofNanos(System.nanoTime() - began)));
        return response;
    }

    private Optional<CallbackResponse> rejection(CallbackRequest head, long bodyLength) {
        if (!sources.isAllowed(head.remoteAddress(), head.forwardedFor())) {
            return Optional.of(rejectSource(head));
        }
        if (bodyLength > MAX_BODY_BYTES) {
            return Optional.of(tooLarge());
        }
        var received = head.signedRequest();
        var rejected = verifier.rejectByHeaders(received.timestamps(), received.signatures());
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

    /** Answers one callback; never throws. */
    public CallbackResponse handle(CallbackRequest request) {
        var began = System.nanoTime();
        var received = request.signedRequest();
        var response = process(request);
        var took = Duration.ofNanos(System.nanoTime() - began);
        listener.onResponded(received.method(), received.rawPath(), response.status(), took);
        return response;
    }

    private CallbackResponse process(CallbackRequest request) {
        var received = request.signedRequest();
        if (!sources.isAllowed(request.remoteAddress(), request.forwardedFor())) {
            return rejectSource(request);
        }
        if (received.body().length > MAX_BODY_BYTES) {
            return tooLarge();
        }
        if (verifier.verify(received) instanceof Rejected rejected) {
            listener.onSignatureRejected(rejected.reason());
            rejections.signature(received);
            return unauthorized();
        }
        listener.onVerified(received.method(), received.rawPath());
        return route(request);
    }

    private CallbackResponse route(CallbackRequest request) {
        var received = request.signedRequest();
        // The path as it came, not as a server understands it: //debit and /x/../debit are other paths (SIG-3, D-40).
        var path = received.rawPath();
        if (!path.startsWith(prefix)) {
            return error(404, "nothing is here");
        }
        var endpoint = path.substring(prefix.length());
        return switch (endpoint) {
            case "/player" -> get(received, () -> player(received));
            case "/debit" -> post(request, Kind.DEBIT, Debit.class, wallet::debit);
            case "/credit" -> post(request, Kind.CREDIT, Credit.class, wallet::credit);
            case "/rollback" -> post(request, Kind.ROLLBACK, Rollback.class, wallet::rollback);
            default -> {
                var lookup = LOOKUP.matcher(endpoint);
                yield lookup.matches() ? get(received, () -> lookup(lookup)) : error(404, "nothing is here");
            }
        };
    }

    private CallbackResponse player(ReceivedRequest received) {
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
        var admission = wallet.authenticatePlayer(game, token);
        return answer(admission.status(), admission.responseBody());
    }

    private CallbackResponse lookup(Matcher path) {
        var account = RawUrlDecoder.segment(path.group(1));
        var transaction = RawUrlDecoder.segment(path.group(2));
        var result = account == null || transaction == null
                ? Optional.<TransactionResult>empty()
                : wallet.findTransaction(account, transaction);
        return result.map(found -> answer(200, found)).orElseGet(() -> error(404, "no such transaction"));
    }

    private static CallbackResponse get(ReceivedRequest received, Supplier<CallbackResponse> read) {
        if (!received.method().equals("GET")) {
            return wrongMethod("GET");
        }
        try {
            return read.get();
        } catch (RuntimeException e) {
            LOG.warn("a read failed", e);
            return error(503, "could not be read, try again");
        }
    }

    private <T> CallbackResponse post(
            CallbackRequest request, Kind kind, Class<T> type, BiFunction<T, byte[], Outcome> act) {
        if (!request.signedRequest().method().equals("POST")) {
            return wrongMethod("POST");
        }
        if (!isJson(request.contentType())) {
            return error(422, "the content type must be application/json");
        }
        var body = request.signedRequest().body();
        try {
            var outcome = act(body, kind, type, act);
            return answer(outcome.status(), outcome.responseBody());
        } catch (RuntimeException e) {
            LOG.error("a movement failed, nobody knows how far it got", e);
            return error(500, "the outcome is unknown");
        }
    }

    private <T> Outcome act(byte[] body, Kind kind, Class<T> type, BiFunction<T, byte[], Outcome> act) {
        T content;
        try {
            content = Json.read(body, type, field -> tellUnreadable(kind, field));
        } catch (MalformedJsonException e) {
            return finish(kind, invalid(kind, body, String.valueOf(e.getMessage())));
        }
        return finish(kind, act.apply(content, body));
    }

    /** A debit is never told to come again: that nobody can tell whether it was written is 500 (D-29). */
    private static Outcome finish(Kind kind, Outcome outcome) {
        return kind == Kind.DEBIT && outcome instanceof Outcome.RetryLater notNow
                ? new Outcome.Indeterminate(notNow.message())
                : outcome;
    }

    /** Looked up before it is refused (D-21), unless no transactionId can be read: then there is nothing to look up. */
    private Outcome invalid(Kind kind, byte[] body, String message) {
        CallbackIds ids;
        try {
            ids = Json.readIds(body);
        } catch (MalformedJsonException e) {
            return new Outcome.Refused(message);
        }
        var callback = new InvalidCallback(kind, ids.transactionId(), ids.playerId(), ids.token(), message);
        return wallet.answerInvalid(callback, body);
    }

    private void tellUnreadable(Kind kind, String field) {
        LOG.warn("a {} holds a {} that cannot be read, and is processed without it", kind, field);
        listener.onUnreadableField(kind, field);
    }

    private static boolean isJson(@Nullable String contentType) {
        return contentType != null && JsonContentType.isJson(contentType); // D-37
    }

    /** The reason goes to the log: whoever forges a signature learns nothing from the answer. */
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
