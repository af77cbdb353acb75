package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.BackOffice.FormHandler;
import dev.operatorkit.reference.staff.Accounts.Author;
import io.helidon.webserver.http.ServerRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Handles a form once that a double click sends twice: both requests get the same reply. For calls to the provider, which may accept the
 * same creation again (D-6).
 */
final class DoubleClicks {
    /** Defines how long the same fields of the same login count as the same form, if it was accepted. */
    static final Duration SPAN = Duration.ofSeconds(10);

    private final Clock clock;
    private final Map<List<Object>, Sent> all = new ConcurrentHashMap<>();

    DoubleClicks(Clock clock) {
        this.clock = clock;
    }

    /** Holds a form that was sent, with its reply or its failure as soon as there is one. */
    private record Sent(Instant at, FutureTask<Reply> reply) {}

    FormHandler once(FormHandler handler) {
        return (request, form, author) -> {
            var now = clock.instant();
            all.values()
                    .removeIf(each ->
                            each.reply().isDone() && now.isAfter(each.at().plus(SPAN)));
            var key = key(request, form, author);
            var own = new Sent(now, new FutureTask<>(() -> handler.handle(request, form, author)));
            var first = all.putIfAbsent(key, own);
            if (first != null) {
                return await(first.reply());
            }
            own.reply().run();
            if (own.reply().state() != FutureTask.State.SUCCESS) {
                all.remove(key); // the cause may be corrected elsewhere, and then the form is sent again
            }
            return await(own.reply());
        };
    }

    /** Returns all that makes a form what it is, with the token of its login. */
    private static List<Object> key(ServerRequest request, Form form, Author author) {
        return List.of(request.path().path(), author, form.fields().toMap());
    }

    private static Reply await(FutureTask<Reply> reply) {
        try {
            return reply.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The back office is stopping.", e);
        }
    }
}
