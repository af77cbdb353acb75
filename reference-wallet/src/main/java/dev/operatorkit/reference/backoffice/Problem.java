package dev.operatorkit.reference.backoffice;

import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.SqlFailures;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.NotPermittedException;
import dev.operatorkit.wallet.StoreException;
import io.helidon.http.Status;

/** Describes the page that says why a request failed. */
record Problem(Status status, String title, String text) {
    static final Problem UNKNOWN_PAGE =
            new Problem(Status.NOT_FOUND_404, "Page not found", "No page has this address. Check the address.");

    /** Describes an exception, and throws it again if no request may cause it. */
    static Problem of(RuntimeException exception, boolean form) {
        var text = "" + exception.getMessage();
        return switch (exception) {
            case NotPermittedException e -> new Problem(Status.FORBIDDEN_403, "Not allowed", text);
            case NotFoundException e -> new Problem(Status.NOT_FOUND_404, "Not found", text);
            case CustomerApiException e
            when e.code() == ErrorCode.CAMPAIGN_NOT_FOUND -> new Problem(Status.NOT_FOUND_404, "Not found", text);
            case UnconfirmedException e -> new Problem(Status.BAD_GATEWAY_502, "Outcome unknown", text);
            case CustomerApiException e -> new Problem(Status.BAD_REQUEST_400, "Request failed", text);
            case IllegalArgumentException e ->
                new Problem(Status.BAD_REQUEST_400, form ? "Form not accepted" : "Invalid input", text);
            case RuntimeException e
            when SqlFailures.isCancelled(e) ->
                new Problem(
                        Status.SERVICE_UNAVAILABLE_503,
                        "Database too slow",
                        "The database needed more time than a page has. To audit a large ledger, run bin/wallet"
                                + " audit.");
            case RuntimeException e
            when Database.failureType().isInstance(e) || e instanceof StoreException ->
                new Problem(
                        Status.SERVICE_UNAVAILABLE_503,
                        "Database unavailable",
                        "The database did not answer, or another request was changing the same data. "
                                + (form ? "Check whether your change was made before you try again." : "Try again."));
            default -> throw exception;
        };
    }

    /** Describes a request while the person, or all people, have as many in progress as are allowed. */
    static Problem tooMany(String what, int mostOfOne) {
        return new Problem(
                Status.TOO_MANY_REQUESTS_429,
                "Too many " + what,
                "You may have " + mostOfOne + " " + what
                        + " in progress, and all people together a limited number. Try again when one has ended.");
    }

    /** Returns true when the request was refused and changed nothing. */
    boolean isRefusal() {
        return status.code() < Status.INTERNAL_SERVER_ERROR_500.code();
    }

    /** Returns true when the database failed. */
    boolean isFailure() {
        return status.code() == Status.SERVICE_UNAVAILABLE_503.code();
    }
}
