package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.PasswordHash;
import dev.operatorkit.reference.staff.People;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Serves the login, the log-out and the page on which people change their own passwords. */
final class LoginPages {
    /** Names the path at which the proxy of a single sign-on logs out. */
    private static final String SINGLE_LOG_OUT = "/sso/logout";

    private static final int MAX_DELAYED_RESPONSES = 16;

    /** Limits the logins that wait for a check of their password, which takes a third of a second of the only one at a time. */
    private static final int MAX_CHECKS = 4;

    private static final int MAX_CHECKS_OF_A_SOURCE = 2;

    private static final String BUSY = "Other passwords are being checked. Try again.";

    private final Logins logins;
    private final Parts parts;
    private final Semaphore delayedResponses = new Semaphore(MAX_DELAYED_RESPONSES);
    private final boolean hasFirst;
    private final FairLimit checks = new FairLimit(MAX_CHECKS, MAX_CHECKS_OF_A_SOURCE);

    LoginPages(Logins logins, Parts parts) {
        this.logins = logins;
        this.parts = parts;
        hasFirst = parts.people().find(People.FIRST).isPresent();
    }

    void register(BackOffice office, ExactRoutes routes) {
        if (logins.usePasswords()) {
            registerPasswords(office, routes);
        } else {
            registerSingleSignOn(office, routes);
        }
        office.form("/logout", "log out", null, (request, form, author) -> {
            logins.logOut(request);
            return Reply.redirect(logins.usePasswords() ? "/login" : SINGLE_LOG_OUT);
        });
    }

    /** The proxy serves the log-out itself: otherwise the next request would log the person in again. */
    private void registerSingleSignOn(BackOffice office, ExactRoutes routes) {
        routes.get("/login", (request, response) -> {
            var cookie = logins.logInNamed(request);
            if (cookie.isEmpty()) {
                office.send(
                        response,
                        Status.FORBIDDEN_403,
                        "You are not a person of this back office, or may not log in. Ask an administrator.");
                return;
            }
            response.header(HeaderNames.SET_COOKIE, cookie.get());
            BackOffice.redirect(response, query(request, "ended").isEmpty() ? "/players" : "/players?done=ended-login");
        });
        routes.get(
                SINGLE_LOG_OUT,
                (request, response) -> office.send(
                        response,
                        Status.OK_200,
                        "You are logged out of the back office. Log out of the single sign-on, too: its proxy does not"
                                + " serve " + SINGLE_LOG_OUT + "."));
    }

    private void registerPasswords(BackOffice office, ExactRoutes routes) {
        routes.get("/login", (request, response) -> {
            var problem = query(request, "ended").isEmpty()
                    ? ""
                    : "You are logged out, and nothing was saved. A login ends after " + Logins.MAX_IDLE.toMinutes()
                            + " minutes without a request, after " + Logins.MAX_DURATION.toHours()
                            + " hours, when the person was changed, and when the wallet restarts.";
            render(office, response, problem, "");
        });
        office.post("/login", "log in", (request, response, form) -> logIn(office, request, response, form));
        office.page(
                BackOffice.PASSWORD_PAGE,
                request -> Reply.page("password", "Your password")
                        .with("minLength", PasswordHash.MIN_LENGTH)
                        .with("maxLength", PasswordHash.MAX_LENGTH));
        office.form(BackOffice.PASSWORD_PAGE, "change password", null, this::changePassword);
        office.form("/logins/end", "log out everywhere", null, (request, form, author) -> {
            parts.people().endLogins(author.name(), author);
            return Reply.redirect("/login");
        });
    }

    private Reply changePassword(ServerRequest request, Form form, Author author) {
        var replacement = form.secret("new");
        if (!replacement.equals(form.secret("again"))) {
            throw new IllegalArgumentException("The two new passwords differ. Enter the same twice.");
        }
        var network = WrongPasswords.network(logins.client(request));
        if (!checks.tryAcquire(network)) {
            throw new IllegalArgumentException(BUSY);
        }
        try {
            parts.people().changePassword(author.name(), form.secret("current"), replacement, author);
        } finally {
            checks.release(network);
        }
        return new Reply.Redirect("/players?done=password", logins.renew(request, author.name()));
    }

    /**
     * Accepts the right password immediately, and delays the response to a wrong one when there were many.
     *
     * <p>The number of delayed responses is limited, so that guesses leave capacity for the readers of pages.
     */
    private void logIn(BackOffice office, ServerRequest request, ServerResponse response, Form form)
            throws InterruptedException {
        var name = form.text("name").isEmpty() ? People.FIRST : People.normalize(form.text("name"));
        var network = WrongPasswords.network(logins.client(request));
        if (!checks.tryAcquire(network)) {
            // Before the lock that all checks wait for: its queue would take the places of those who are logged in.
            office.recordRefused(request, BUSY);
            tooMany(office, response, form, Duration.ofSeconds(1), BUSY);
            return;
        }
        Optional<String> cookie;
        try {
            cookie = logins.logIn(request, name, form.secret("password"));
        } finally {
            checks.release(network);
        }
        if (cookie.isPresent()) {
            response.header(HeaderNames.SET_COOKIE, cookie.get());
            BackOffice.redirect(response, "/players");
            return;
        }
        var delay = logins.addWrongPassword(request, name);
        if (delay.isZero()) {
            response.status(Status.FORBIDDEN_403);
            render(office, response, "Wrong name or password.", form.text("name"));
            return;
        }
        if (delayedResponses.tryAcquire()) {
            try {
                Thread.sleep(delay);
            } finally {
                delayedResponses.release();
            }
        }
        tooMany(
                office,
                response,
                form,
                delay,
                "Wrong name or password, after many failures. The correct ones work at any time.");
    }

    private void tooMany(BackOffice office, ServerResponse response, Form form, Duration delay, String problem) {
        response.status(Status.TOO_MANY_REQUESTS_429)
                .header(HeaderNames.RETRY_AFTER, "" + Math.max(1, delay.toSeconds()))
                .header(HeaderValues.CONNECTION_CLOSE);
        render(office, response, problem, form.text("name"));
    }

    private void render(BackOffice office, ServerResponse response, String problem, String name) {
        office.render(response, "login", Map.of("problem", problem, "name", name, "form", true, "first", hasFirst));
    }
}
