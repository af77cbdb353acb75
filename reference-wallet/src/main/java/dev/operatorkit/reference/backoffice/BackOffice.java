package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.http.guard.RequestTarget;
import dev.operatorkit.http.guard.ThrottledLog;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.ApprovalAmounts;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.reference.staff.NotPermittedException;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.reference.staff.Trail;
import dev.operatorkit.reference.store.Sessions;
import dev.operatorkit.wallet.WalletStore;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Routes the back office: checks each request, renders the pages and handles the forms. */
public final class BackOffice {
    private static final ThrottledLog FAILED = new ThrottledLog(
            LoggerFactory.getLogger(BackOffice.class), "the database failed during a request to the back office");

    /** Names the only page that a person sees who has to change the password. */
    static final String PASSWORD_PAGE = "/password";

    /** Lists what people may use who have to change the password. */
    private static final Set<String> OF_OWN_LOGIN = Set.of(PASSWORD_PAGE, "/logout", "/logins/end");

    /** Limits the requests that are handled for one person, to as many as a browser sends: some connections to the database are left. */
    private static final int MAX_REQUESTS_OF_A_PERSON = 6;

    private static final int MAX_REQUESTS = 48;

    /** Limits the downloads, which last as long as their browsers take to read them. */
    private static final int MAX_DOWNLOADS = 16;

    private static final int MAX_DOWNLOADS_OF_A_PERSON = 2;

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(
            null, ContentType.Html, null, "dev.operatorkit.reference.backoffice.pages");
    private final Logins logins;
    private final Parts parts;
    private final ExactRoutes routes = new ExactRoutes();
    private final Map<String, String> actions = new HashMap<>(); // what each form does, by its path

    private final FairLimit requests = new FairLimit(MAX_REQUESTS, MAX_REQUESTS_OF_A_PERSON);
    private final FairLimit downloads = new FairLimit(MAX_DOWNLOADS, MAX_DOWNLOADS_OF_A_PERSON);

    /** Creates a back office for people who log in, over the parts of a wallet. */
    public BackOffice(Logins logins, Parts parts) {
        this.logins = logins;
        this.parts = parts;
        register();
    }

    /**
     * Holds the parts of the wallet that the pages use.
     *
     * @param provider the Customer API; null when the wallet was started without one
     */
    public record Parts(
            Database database,
            Accounts accounts,
            Adjustments adjustments,
            ApprovalAmounts amounts,
            People people,
            Trail trail,
            Sessions sessions,
            LedgerQueries ledger,
            WalletStore store,
            CallbackLog callbacks,
            @Nullable CustomerApi provider,
            Clock clock) {}

    /** Adds all pages behind the checks that every request must pass. */
    public void routing(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            PageStyle.HEADERS.forEach(response::header);
            var refusal = logins.findRefusal(request);
            if (refusal.isEmpty()) {
                chain.proceed();
            } else {
                if (!refusal.get().isRecorded()) {
                    recordRefused(request, refusal.get().text());
                }
                send(response, refusal.get().status(), refusal.get().text());
            }
        });
        // What reads or writes before a page does, such as the login, has no page to say it on.
        routing.error(Database.failureType(), (request, response, failure) -> {
            FAILED.warn(request.prologue().method(), failure);
            var problem = Problem.of(failure, isForm(request));
            send(response, problem.status(), problem.text());
        });
        routes.addTo(routing);
    }

    /** Returns the routes of all pages and forms. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    private void register() {
        var mark = PageStyle.resource("mark.svg");
        // Browsers request the second one when a plain-text response names no icon.
        for (var path : List.of("/mark.svg", "/favicon.ico")) {
            routes.get(
                    path,
                    (request, response) -> response.header(HeaderNames.CONTENT_TYPE, "image/svg+xml")
                            .send(mark));
        }
        new LoginPages(logins, parts).register(this, routes);
        routes.get("/", (request, response) -> redirect(response, "/players"));
        new PlayerPages(parts).register(this);
        new RequestPages(parts).register(this);
        var callbacks = new CallbackPages(parts);
        callbacks.register(this);
        new LedgerPages(parts, callbacks).register(this);
        new AuditPages(parts).register(this);
        new PeoplePages(parts).register(this);
        if (parts.provider() != null) {
            new ProviderPages(parts, parts.provider()).register(this);
        }
        routes.otherwise(this::notFound);
    }

    private void notFound(ServerRequest request, ServerResponse response) {
        var visit = logins.visit(request);
        if (visit.isEmpty()) {
            send(response, Status.NOT_FOUND_404, "No page has this address.");
        } else {
            show(request, response, visit.get(), Problem.UNKNOWN_PAGE);
        }
    }

    /** Handles a GET of a page. */
    interface PageHandler {
        Reply handle(ServerRequest request);
    }

    /** Handles a submitted form. */
    interface FormHandler {
        Reply handle(ServerRequest request, Form form, Author author);
    }

    /** Serves a page to all who are logged in. */
    void page(String path, PageHandler page) {
        page(path, null, page);
    }

    /** Serves a page to those with a role; null for all who are logged in. */
    void page(String path, @Nullable Role role, PageHandler page) {
        routes.get(
                path,
                (request, response) -> admit(request, response, visit -> {
                    if (role != null && !visit.person().has(role)) {
                        refuse(new Attempt(request, response, visit, "open " + path, ""), role);
                    } else {
                        respond(new Attempt(request, response, visit, "", ""), () -> page.handle(request));
                    }
                }));
    }

    /** Serves a list as a page and as a file. */
    void list(String path, @Nullable Role role, String title, Function<ServerRequest, RowList<?>> list) {
        page(path, role, request -> Reply.listing(title, list.apply(request).page(request)));
        page(path + ".csv", role, list::apply);
    }

    /** Handles a request of a person who is logged in. */
    private interface Admitted {
        void handle(Visit visit) throws Exception;
    }

    /** Sends all others to the login, and those who have to change the password to its page. */
    private void admit(ServerRequest request, ServerResponse response, Admitted admitted) throws Exception {
        var visit = logins.visit(request);
        if (visit.isEmpty()) {
            recordRefused(request, "There is no login.");
            redirect(response, Logins.hasCookie(request) ? "/login?ended=1" : "/login");
        } else if (visit.get().isRestricted() && !OF_OWN_LOGIN.contains(RequestTarget.rawPath(request))) {
            recordRefused(request, "The password has to be changed first.");
            redirect(response, PASSWORD_PAGE);
        } else {
            admit(request, response, visit.get(), admitted);
        }
    }

    private void admit(ServerRequest request, ServerResponse response, Visit visit, Admitted admitted)
            throws Exception {
        var person = visit.person().name();
        if (!requests.tryAcquire(person)) {
            var problem = Problem.tooMany("requests", MAX_REQUESTS_OF_A_PERSON);
            action(request).ifPresent(action -> logins.sumRefused(visit.author(), action, problem.text()));
            show(request, response, visit, problem);
            return;
        }
        try {
            request.context().register(visit);
            admitted.handle(visit);
        } finally {
            requests.release(person);
        }
    }

    /**
     * Holds what a person tries to do.
     *
     * @param action the action for the trail, if it is refused; empty for what is not recorded
     * @param subject the account, person or request concerned; empty for a page
     */
    private record Attempt(
            ServerRequest request, ServerResponse response, Visit visit, String action, String subject) {}

    private void refuse(Attempt attempt, Role role) {
        var refusal = new NotPermittedException(attempt.visit().person().name(), role);
        respond(attempt, () -> {
            throw refusal;
        });
    }

    /** Handles a form, with or without a login. */
    interface FormReader {
        void read(ServerRequest request, ServerResponse response, Form form) throws Exception;
    }

    /** Accepts a form, with or without a login. The pages send nothing else. */
    void post(String path, String action, FormReader reader) {
        actions.put(path, action);
        routes.post(path, (request, response) -> {
            try {
                reader.read(request, response, Form.read(request));
            } catch (IllegalArgumentException e) {
                // What is checked before there is a page to say it on, such as the name of a login.
                recordRefused(request, "" + e.getMessage());
                send(response, Status.BAD_REQUEST_400, "" + e.getMessage());
            }
        });
    }

    /**
     * Accepts a form from those with a role; null for all who are logged in. What it refuses is recorded here; its effects are recorded in
     * their transaction.
     */
    void form(String path, String action, @Nullable Role role, FormHandler handler) {
        post(
                path,
                action,
                (request, response, form) -> admit(request, response, visit -> {
                    var attempt = new Attempt(request, response, visit, action, form.subject());
                    if (!Logins.isGenuine(visit.formToken(), form.secret("formToken"))) {
                        var why = "The form belongs to another login. Go back and reload the page.";
                        recordRefused(attempt, why);
                        send(response, Status.FORBIDDEN_403, why);
                    } else if (role != null && !visit.person().has(role)) {
                        refuse(attempt, role);
                    } else {
                        respond(attempt, () -> handler.handle(request, form, visit.author()));
                    }
                }));
    }

    /** Sends the reply, or a page that says why there is none. What a form or a page with a role refuses is recorded. */
    private void respond(Attempt attempt, Supplier<Reply> reply) {
        var request = attempt.request();
        var response = attempt.response();
        try {
            switch (reply.get()) {
                case Reply.Redirect redirect -> {
                    if (!redirect.cookie().isEmpty()) {
                        response.header(HeaderNames.SET_COOKIE, redirect.cookie());
                    }
                    redirect(response, redirect.location());
                }
                case Reply.RedirectWithSecret shown ->
                    redirect(response, logins.keep(request, shown.location(), shown.secret()));
                case Reply.Render page -> render(response, page, page(request, attempt.visit(), page));
                case RowList<?> file -> send(attempt, file);
            }
        } catch (RuntimeException e) {
            var problem = Problem.of(e, isForm(request));
            if (problem.isFailure()) {
                FAILED.warn(request.prologue().method(), e);
            } else if (problem.isRefusal() && !attempt.action().isEmpty()) {
                recordRefused(attempt, problem.text());
            }
            show(request, response, attempt.visit(), problem);
        }
    }

    private void recordRefused(Attempt attempt, String why) {
        parts.trail().recordRefused(attempt.visit().author(), attempt.action(), attempt.subject(), why);
    }

    /** Records that a form is refused, whose fields may be unreadable. */
    void recordRefused(ServerRequest request, String why) {
        action(request).ifPresent(action -> logins.recordRefused(request, action, why));
    }

    private Optional<String> action(ServerRequest request) {
        return isForm(request) ? Optional.ofNullable(actions.get(RequestTarget.rawPath(request))) : Optional.empty();
    }

    /** Returns the secret that a form has created for this page, once; a HEAD, which shows nothing, gets none. */
    String takeSecret(ServerRequest request) {
        return isHead(request) ? "" : logins.takeSecret(request);
    }

    static boolean isRead(ServerRequest request) {
        return request.prologue().method().equals(Method.GET) || isHead(request);
    }

    static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }

    private static boolean isForm(ServerRequest request) {
        return request.prologue().method().equals(Method.POST);
    }

    private void show(ServerRequest request, ServerResponse response, Visit visit, Problem problem) {
        response.status(problem.status());
        var reply = Reply.page("problem", problem.title()).with("form", isForm(request));
        render(response, reply, page(request, visit, reply).withProblem(problem.text()));
    }

    private void send(Attempt attempt, RowList<?> file) {
        var request = attempt.request();
        var response = attempt.response();
        var person = attempt.visit().person().name();
        if (!downloads.tryAcquire(person)) {
            show(request, response, attempt.visit(), Problem.tooMany("downloads", MAX_DOWNLOADS_OF_A_PERSON));
            return;
        }
        try {
            file.send(
                    request,
                    response,
                    name -> parts.trail().record(attempt.visit().author(), "download", "", name));
        } finally {
            downloads.release(person);
        }
    }

    private Page page(ServerRequest request, Visit visit, Reply.Render reply) {
        var doubt = parts.database().history().doubt();
        return new Page(reply.title(), request.path().path(), visit, reply.notice(), doubt, parts.provider() != null);
    }

    private void render(ServerResponse response, Reply.Render reply, Page page) {
        render(response, reply.template(), reply.with("page", page).content());
    }

    void render(ServerResponse response, String template, Map<String, Object> content) {
        var html = new StringOutput();
        templates.render(template + ".jte", content, new PageOutput(html));
        response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.send(html.toString().getBytes(StandardCharsets.UTF_8));
    }

    static void redirect(ServerResponse response, String location) {
        response.status(Status.SEE_OTHER_303)
                .header(HeaderNames.LOCATION, location)
                .send();
    }

    /** Sends a page without a login, such as a refusal before one. */
    void send(ServerResponse response, Status status, String message) {
        response.status(status);
        render(response, "login", Map.of("problem", message, "name", "", "form", false, "first", false));
    }
}
