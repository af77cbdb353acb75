package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Person;
import io.helidon.webserver.http.ServerRequest;

/**
 * Describes who sends a request.
 *
 * @param person the person as the database has it now
 * @param formToken the token that every form of this login sends back
 * @param address the address of the connection, or the one that the proxy of a single sign-on reports
 * @param usesPassword true when the person logged in with a password
 */
public record Visit(Person person, String formToken, String address, boolean usesPassword) {
    /** Returns who sends a request that the back office has admitted. */
    static Visit of(ServerRequest request) {
        return request.context().get(Visit.class).orElseThrow();
    }

    /** Returns true when the person may only change the password now. */
    boolean isRestricted() {
        return usesPassword && person.mustChangePassword();
    }

    /** Returns the author of what the person does. */
    Author author() {
        return new Author(person.name(), address);
    }
}
