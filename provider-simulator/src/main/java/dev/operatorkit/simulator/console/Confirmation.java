package dev.operatorkit.simulator.console;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;

/**
 * Asks before a change that cannot be undone. The page works without a script, and its first choice is to go back.
 *
 * @param question the change, as a question
 * @param effect what it does, and to how many
 * @param label the button that does it
 * @param back the page to go back to
 */
record Confirmation(String question, String effect, String label, String back) {
    private static final String GIVEN = "confirmed";

    /** Holds a field of the form, which the confirmed form repeats. */
    record Field(String name, String value) {}

    /** Returns whether the form is confirmed; if not, responds with the question. */
    boolean isGiven(ServerRequest request, ServerResponse response, PageRenderer renderer, String path) {
        return isGiven(FormData.body(request), request, response, renderer, path);
    }

    /** Returns whether this form is confirmed; if not, responds with the question. */
    boolean isGiven(FormData form, ServerRequest request, ServerResponse response, PageRenderer renderer, String path) {
        if (form.text(GIVEN).isPresent()) {
            return true;
        }
        List<Field> fields = form.fields().names().stream()
                .map(name -> new Field(name, form.text(name, "")))
                .toList();
        // A reload would ask for the address of the form, which has no page.
        response.header(HeaderNames.create("HX-Push-Url"), "false");
        renderer.page(
                response,
                "confirmation.jte",
                question,
                path,
                Map.of(
                        "confirmation",
                        this,
                        "action",
                        request.prologue().uriPath().rawPath(),
                        "fields",
                        fields));
        return false;
    }
}
