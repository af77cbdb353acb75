package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.NotFoundException.Kind;
import dev.operatorkit.reference.staff.NotPermittedException;
import io.helidon.http.Status;

/**
 * Describes the page that says why a request failed.
 *
 * @param list the path of the page that lists what was looked for; empty for the page that the request belongs to
 */
record Problem(Status status, String title, String text, String list) {
    static final Problem UNKNOWN_PAGE =
            new Problem(Status.NOT_FOUND_404, "Page not found", "No page has this address. Check the address.", "");

    /** Describes what an exception reports, and throws the exception again if it is none that a request may cause. */
    static Problem of(RuntimeException exception, boolean form) {
        var text = "" + exception.getMessage();
        return switch (exception) {
            case NotPermittedException e -> new Problem(Status.FORBIDDEN_403, "Not allowed", text, "");
            case NotFoundException e -> notFound(e.kind(), text);
            case CustomerApiException e when e.code() == ErrorCode.CAMPAIGN_NOT_FOUND -> notFound(Kind.CAMPAIGN, text);
            case UnconfirmedException e -> new Problem(Status.BAD_GATEWAY_502, "Outcome unknown", text, e.list());
            case CustomerApiException e -> new Problem(Status.BAD_REQUEST_400, "Request failed", text, "");
            case IllegalArgumentException e ->
                new Problem(Status.BAD_REQUEST_400, form ? "Form not accepted" : "Invalid input", text, "");
            case RuntimeException e
            when Database.isTimeout(e) ->
                unavailable(
                        "Database too slow",
                        "The database needed more time than a page has. To audit a large ledger, run bin/wallet"
                                + " audit.");
            case RuntimeException e
            when Database.isFailure(e) ->
                unavailable(
                        "Database unavailable",
                        "The database did not answer, or somebody else was changing the same data. "
                                + (form ? "Check whether your change was made before you try again." : "Try again."));
            default -> throw exception;
        };
    }

    /** Describes a request for a file while there are as many downloads as are allowed. */
    static Problem tooManyDownloads(int most) {
        return new Problem(
                Status.TOO_MANY_REQUESTS_429,
                "Too many downloads",
                most + " downloads are under way. Try again when one has ended.",
                "");
    }

    private static Problem unavailable(String title, String text) {
        return new Problem(Status.SERVICE_UNAVAILABLE_503, title, text, "");
    }

    private static Problem notFound(Kind kind, String text) {
        return switch (kind) {
            case ACCOUNT -> notFound("Account", text, "/players");
            case CAMPAIGN -> notFound("Campaign", text, "/campaigns");
            case PERSON -> notFound("Person", text, "/people");
            case REQUEST -> notFound("Request", text, "/requests");
            case ROUND -> notFound("Round", text, "/rounds");
        };
    }

    private static Problem notFound(String what, String text, String list) {
        return new Problem(Status.NOT_FOUND_404, what + " not found", text, list);
    }

    /** Returns true when the request was refused: nothing came of it. */
    boolean isRefusal() {
        return status.code() < Status.INTERNAL_SERVER_ERROR_500.code();
    }

    /** Returns true when the database failed. */
    boolean isFailure() {
        return status.code() == Status.SERVICE_UNAVAILABLE_503.code();
    }
}
