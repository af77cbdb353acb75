package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.BackOffice.FormHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Handles a form once that a double click sends twice: both requests get the same reply. For calls to the provider, which may accept the
 * same creation again (D-6).
 */
final class DoubleClicks {
    /** Defines how long the same fields of the same login count as the same form, if it was accepted. */
    private static final Duration SPAN = Duration.ofSeconds(10);

    private final Clock clock;
    private final Map<List<Object>, Sent> all = new ConcurrentHashMap<>();

    DoubleClicks(Clock clock) {
        this.clock = clock;
    }

    /** Holds a form that was sent, with its reply or its failure as soon as there is one. */
    private record Sent(Instant at, CompletableFuture<Reply> reply) {}

    FormHandler once(FormHandler handler) {
        return (request, form, author) -> {
            var now = clock.instant();
            all.values()
                    .removeIf(each ->
                            each.reply().isDone() && now.isAfter(each.at().plus(SPAN)));
            // The fields contain the token of the login.
            List<Object> key =
                    List.of(request.path().path(), author, form.fields().toMap());
            var sent = new Sent(now, new CompletableFuture<>());
            var first = all.putIfAbsent(key, sent);
            if (first != null) {
                return await(first.reply());
            }
            try {
                var reply = handler.handle(request, form, author);
                sent.reply().complete(reply);
                return reply;
            } catch (RuntimeException e) {
                all.remove(key); // the cause may be corrected elsewhere, and then the form is sent again
                sent.reply().completeExceptionally(e);
                throw e;
            }
        };
    }

    private static Reply await(CompletableFuture<Reply> reply) {
        try {
            return reply.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
