package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.store.Accounts;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.reference.store.JooqWalletStore;
import dev.operatorkit.reference.store.LedgerQueries;
import dev.operatorkit.reference.store.ReplayCounters;
import dev.operatorkit.reference.store.Sessions;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.common.parameters.Parameters;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpMediaType;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The frame of the back office: who may see it, what surrounds each page, where a form leads. */
public final class BackOffice {
    private static final int MOST_HELD_BACK = 16;

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(
            null, ContentType.Html, null, "dev.operatorkit.reference.backoffice.pages");
    private final Gate gate;
    private final Parts parts;
    private final String contentPolicy;
    private final ExactRoutes routes = new ExactRoutes();
    private final WrongPasswords wrongPasswords;
    private final Semaphore heldBack = new Semaphore(MOST_HELD_BACK);

    /** Behind that gate, over those parts. */
    public BackOffice(Gate gate, Parts parts) {
        this.gate = gate;
        this.parts = parts;
        this.wrongPasswords = new WrongPasswords(parts.clock());
        this.contentPolicy = contentPolicy(parts.pictures());
        register();
    }

    private static String contentPolicy(String pictures) {
        return "default-src 'none'; style-src 'self'; img-src 'self' https: data: " + pictures
                + "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    }

    /**
     * What the pages show and do.
     *
     * @param provider the Customer API; null when the wallet was started without one
     * @param pictures where the games' artwork may come from beside {@code https}; empty for nowhere
     */
    public record Parts(
            Database database,
            Accounts accounts,
            Sessions sessions,
            LedgerQueries books,
            JooqWalletStore store,
            ReplayCounters replays,
            CallbackLog callbacks,
            @Nullable CustomerApi provider,
            String pictures,
            Clock clock) {}

    /** Adds every page, behind what each request must pass before it is routed. */
    public void routing(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            response.header(HeaderNames.create("Content-Security-Policy"), contentPolicy);
            response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
            response.header(HeaderNames.create("Referrer-Policy"), "same-origin");
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            if (!gate.isOwnHost(request)) {
                response.status(Status.MISDIRECTED_REQUEST_421).send(bytes("this host is not served here"));
            } else if (!request.prologue().method().equals(Method.GET) && !gate.isSameOrigin(request)) {
                response.status(Status.FORBIDDEN_403)
                        .send(bytes("The request comes from a page of another site. Use the back office's own pages."));
            } else {
                chain.proceed();
            }
        });
        routes.addTo(routing);
    }

    /** Returns every page and form. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    private void register() {
        routes.get("/style.css", file("style.css", "text/css; charset=utf-8"));
        routes.get("/mark.svg", file("mark.svg", "image/svg+xml"));
        routes.get("/favicon.ico", file("mark.svg", "image/svg+xml")); // asked for by whoever is refused in plain text
        routes.get("/login", (request, response) -> render(response, "login.jte", Map.of("problem", "")));
        routes.post("/login", onlyForms(this::login));
        routes.post("/logout", form((request, visit, form) -> {
            gate.leave(request);
            return Reply.to("/login");
        }));
        routes.get("/", (request, response) -> redirect(response, "/players"));
        new PlayerPages(parts).routing(this, routes);
        new LedgerPages(parts).routing(this, routes);
        if (parts.provider() != null) {
            new ProviderPages(parts, parts.provider()).routing(this, routes);
        }
    }

    /**
     * Lets the right password in, always and at once, and holds back the answer to a wrong one when there were many.
     *
     * <p>Never more than a few answers are held back, so that guesses do not take the places of those who read pages.
     */
    private void login(ServerRequest request, ServerResponse response) throws InterruptedException {
        var cookie = gate.enter(
                request.content().as(Parameters.class).first("password").orElse(""));
        if (cookie.isPresent()) {
            response.header(HeaderNames.SET_COOKIE, cookie.get());
            redirect(response, "/players");
            return;
        }
        var delay = wrongPasswords.add(((InetSocketAddress) request.remotePeer().address()).getAddress());
        if (delay.isZero()) {
            response.status(Status.FORBIDDEN_403);
            render(response, "login.jte", Map.of("problem", "That is not the password."));
            return;
        }
        if (heldBack.tryAcquire()) {
            try {
                Thread.sleep(delay);
            } finally {
                heldBack.release();
            }
        }
        response.status(Status.TOO_MANY_REQUESTS_429)
                .header(HeaderNames.RETRY_AFTER, "" + Math.max(1, delay.toSeconds()))
                .header(HeaderValues.CONNECTION_CLOSE);
        render(
                response,
                "login.jte",
                Map.of(
                        "problem",
                        "That is not the password, and there were many wrong ones. The right one still gets in."));
    }

    /** What a page or a form answers with. */
    sealed interface Reply {
        /** A page, with its own parameters beside {@code page}. */
        record Show(String template, String title, String notice, Map<String, Object> content) implements Reply {}

        /** Another address. */
        record Go(String location) implements Reply {}

        static Reply page(String template, String title, Map<String, Object> content) {
            return new Show(template, title, "", content);
        }

        static Reply listing(String title, Listing listing) {
            return page("listing.jte", title, Map.of("listing", listing));
        }

        static Reply to(String location) {
            return new Go(location);
        }
    }

    /** A page to read. */
    interface PageHandler {
        Reply answer(ServerRequest request);
    }

    /** A form that does something. */
    interface FormHandler {
        Reply answer(ServerRequest request, String visit, Form form);
    }

    /** For those who are logged in. */
    Handler page(PageHandler read) {
        return (request, response) -> {
            var visit = gate.formToken(request);
            if (visit.isEmpty()) {
                redirect(response, "/login");
            } else {
                answer(request, response, visit.get(), () -> read.answer(request));
            }
        };
    }

    /** Refuses a body that is no form, before it is read: no page of ours sends another. */
    private static Handler onlyForms(Handler handler) {
        return (request, response) -> {
            var type = request.headers().contentType().map(HttpMediaType::mediaType);
            if (type.filter(MediaTypes.APPLICATION_FORM_URLENCODED::equals).isPresent()) {
                handler.handle(request, response);
            } else {
                response.status(Status.BAD_REQUEST_400)
                        .send(bytes("The body is not a form. Send it as application/x-www-form-urlencoded."));
            }
        };
    }

    /** For those who are logged in and send a form of ours. */
    Handler form(FormHandler act) {
        return onlyForms((request, response) -> {
            var visit = gate.formToken(request);
            if (visit.isEmpty()) {
                redirect(response, "/login");
                return;
            }
            var form = new Form(request.content().as(Parameters.class));
            if (!Gate.genuine(visit.get(), form.text("formToken"))) {
                response.status(Status.FORBIDDEN_403)
                        .send(bytes("the form is not from this visit; go back and reload"));
                return;
            }
            answer(request, response, visit.get(), () -> act.answer(request, visit.get(), form));
        });
    }

    private interface Answer {
        Reply make();
    }

    /** What cannot be done is said on a page of its own; the form is one step back. */
    private void answer(ServerRequest request, ServerResponse response, String visit, Answer answer) {
        var at = request.path().path();
        try {
            switch (answer.make()) {
                case Reply.Go go -> redirect(response, go.location());
                case Reply.Show show -> show(response, at, visit, show, "");
            }
        } catch (IllegalArgumentException | CustomerApiException e) {
            response.status(Status.BAD_REQUEST_400);
            show(response, at, visit, new Reply.Show("problem.jte", "Not done", "", Map.of()), "" + e.getMessage());
        }
    }

    private void show(ServerResponse response, String at, String visit, Reply.Show show, String problem) {
        var content = new HashMap<>(show.content());
        content.put("page", new Page(show.title(), at, visit, show.notice(), problem, parts.provider() != null));
        render(response, show.template(), content);
    }

    private void render(ServerResponse response, String template, Map<String, Object> content) {
        var html = new StringOutput();
        templates.render(template, content, html);
        response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.send(bytes(html.toString()));
    }

    private static void redirect(ServerResponse response, String location) {
        response.status(Status.SEE_OTHER_303)
                .header(HeaderNames.LOCATION, location)
                .send();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Of the jar, read once. */
    private static Handler file(String name, String type) {
        try (var in = BackOffice.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            var content = in.readAllBytes();
            return (request, response) ->
                    response.header(HeaderNames.CONTENT_TYPE, type).send(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
