package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.store.AccountLimits;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Routes the back office: checks each request, renders the pages and handles the forms. */
public final class BackOffice {
    private static final int MAX_DELAYED_RESPONSES = 16;

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(
            null, ContentType.Html, null, "dev.operatorkit.reference.backoffice.pages");
    private final Gate gate;
    private final Parts parts;
    private final String contentPolicy;
    private final ExactRoutes routes = new ExactRoutes();
    private final WrongPasswords wrongPasswords;
    private final Semaphore delayedResponses = new Semaphore(MAX_DELAYED_RESPONSES);

    /** Creates a back office behind a gate, over the parts of a wallet. */
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
     * Holds the parts of the wallet that the pages use.
     *
     * @param provider the Customer API; null when the wallet was started without one
     * @param pictures an origin of the games' artwork, in addition to {@code https}; empty for none
     */
    public record Parts(
            Database database,
            Accounts accounts,
            AccountLimits limits,
            Sessions sessions,
            LedgerQueries ledger,
            JooqWalletStore store,
            ReplayCounters replays,
            CallbackLog callbacks,
            @Nullable CustomerApi provider,
            String pictures,
            Clock clock) {}

    /** Adds all pages behind the checks that every request must pass. */
    public void routing(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            response.header(HeaderNames.create("Content-Security-Policy"), contentPolicy);
            response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
            response.header(HeaderNames.create("Referrer-Policy"), "same-origin");
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            if (!gate.isOwnHost(request)) {
                response.status(Status.MISDIRECTED_REQUEST_421)
                        .send(bytes("The back office does not serve the host that the request names. Use its own"
                                + " address."));
            } else if (!request.prologue().method().equals(Method.GET) && !gate.isSameOrigin(request)) {
                response.status(Status.FORBIDDEN_403)
                        .send(bytes("The request comes from a page of another site. Use the back office's own pages."));
            } else {
                chain.proceed();
            }
        });
        routes.addTo(routing);
    }

    /** Returns the routes of all pages and forms. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    private void register() {
        routes.get("/style.css", file("style.css", "text/css; charset=utf-8"));
        routes.get("/mark.svg", file("mark.svg", "image/svg+xml"));
        routes.get(
                "/favicon.ico",
                file("mark.svg", "image/svg+xml")); // browsers request it when a plain-text response names no icon
        routes.get("/login", (request, response) -> render(response, Template.LOGIN, Map.of("problem", "")));
        routes.post("/login", onlyForms(this::login));
        routes.post("/logout", form((request, form) -> {
            gate.logOut(request);
            return Reply.redirect("/login");
        }));
        routes.get("/", (request, response) -> redirect(response, "/players"));
        new PlayerPages(parts).routing(this, routes);
        new LedgerPages(parts).routing(this, routes);
        if (parts.provider() != null) {
            new ProviderPages(parts, parts.provider()).routing(this, routes);
        }
    }

    /**
     * Accepts the right password immediately, and delays the response to a wrong one when there were many.
     *
     * <p>The number of delayed responses is limited, so that guesses leave capacity for the readers of pages.
     */
    private void login(ServerRequest request, ServerResponse response) throws InterruptedException {
        var cookie = gate.logIn(
                request.content().as(Parameters.class).first("password").orElse(""));
        if (cookie.isPresent()) {
            response.header(HeaderNames.SET_COOKIE, cookie.get());
            redirect(response, "/players");
            return;
        }
        var delay = wrongPasswords.add(((InetSocketAddress) request.remotePeer().address()).getAddress());
        if (delay.isZero()) {
            response.status(Status.FORBIDDEN_403);
            render(response, Template.LOGIN, Map.of("problem", "Wrong password."));
            return;
        }
        if (delayedResponses.tryAcquire()) {
            try {
                Thread.sleep(delay);
            } finally {
                delayedResponses.release();
            }
        }
        response.status(Status.TOO_MANY_REQUESTS_429)
                .header(HeaderNames.RETRY_AFTER, "" + Math.max(1, delay.toSeconds()))
                .header(HeaderValues.CONNECTION_CLOSE);
        render(
                response,
                Template.LOGIN,
                Map.of("problem", "Wrong password, after many others. The right password still works at any time."));
    }

    /** Names the templates of the pages, in a type of their own, so that none is confused with a title. */
    enum Template {
        CAMPAIGNS,
        CATALOGUE,
        LAUNCHED,
        LISTING,
        LOGIN,
        PLAYER,
        PLAYERS,
        PROBLEM,
        TRANSACTION;

        private String file() {
            return name().toLowerCase(Locale.ROOT) + ".jte";
        }
    }

    /** Describes the response of a page or a form. */
    sealed interface Reply {
        /**
         * Renders a page with these parameters in addition to {@code page}.
         *
         * @param notice the action just completed; empty when there was none
         */
        record Render(Template template, String title, String notice, Map<String, Object> content) implements Reply {
            Render withNotice(String action) {
                return new Render(template, title, action, content);
            }
        }

        /** Redirects to another page. */
        record Redirect(String location) implements Reply {}

        static Render page(Template template, String title, Map<String, Object> content) {
            return new Render(template, title, "", content);
        }

        static Reply listing(String title, Listing listing) {
            return page(Template.LISTING, title, Map.of("listing", listing));
        }

        static Reply redirect(String location) {
            return new Redirect(location);
        }
    }

    /** Handles a GET of a page. */
    interface PageHandler {
        Reply handle(ServerRequest request);
    }

    /** Handles a submitted form. */
    interface FormHandler {
        Reply handle(ServerRequest request, Form form);
    }

    /** Wraps a page so that it needs a login. */
    Handler page(PageHandler page) {
        return (request, response) -> {
            var token = gate.formToken(request);
            if (token.isEmpty()) {
                redirect(response, "/login");
            } else {
                respond(request, response, token.get(), () -> page.handle(request));
            }
        };
    }

    /** Rejects a body that is not a form before reading it; the pages send nothing else. */
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

    /** Wraps a form so that it needs a login and the form token of that login. */
    Handler form(FormHandler action) {
        return onlyForms((request, response) -> {
            var token = gate.formToken(request);
            if (token.isEmpty()) {
                redirect(response, "/login");
                return;
            }
            var form = new Form(request.content().as(Parameters.class));
            if (!Gate.isGenuine(token.get(), form.text("formToken"))) {
                response.status(Status.FORBIDDEN_403)
                        .send(bytes("The form belongs to another visit. Go back and reload the page."));
                return;
            }
            respond(request, response, token.get(), () -> action.handle(request, form));
        });
    }

    /** Sends the reply, or a page with the error; the browser's Back button returns to the form. */
    private void respond(ServerRequest request, ServerResponse response, String formToken, Supplier<Reply> reply) {
        try {
            switch (reply.get()) {
                case Reply.Redirect redirect -> redirect(response, redirect.location());
                case Reply.Render page -> render(response, page, page(request, formToken, page));
            }
        } catch (IllegalArgumentException | CustomerApiException e) {
            response.status(Status.BAD_REQUEST_400);
            var problem = Reply.page(Template.PROBLEM, "Request failed", Map.of());
            render(response, problem, page(request, formToken, problem).withProblem("" + e.getMessage()));
        }
    }

    private Page page(ServerRequest request, String formToken, Reply.Render reply) {
        return Page.titled(reply.title())
                .at(request.path().path())
                .withFormToken(formToken)
                .withNotice(reply.notice())
                .withProvider(parts.provider() != null);
    }

    private void render(ServerResponse response, Reply.Render reply, Page page) {
        var content = new HashMap<>(reply.content());
        content.put("page", page);
        render(response, reply.template(), content);
    }

    private void render(ServerResponse response, Template template, Map<String, Object> content) {
        var html = new StringOutput();
        templates.render(template.file(), content, html);
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

    /** Returns a handler for a file of the jar, which it reads once. */
    private static Handler file(String name, String type) {
        try (var in = BackOffice.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar. Build it again.");
            }
            var content = in.readAllBytes();
            return (request, response) ->
                    response.header(HeaderNames.CONTENT_TYPE, type).send(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
