package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Builds the addresses of pages, and the cells that lead to them. */
final class Links {
    private static final int UUID_LENGTH = 36;
    private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(5); // of another node that has opened a round

    private Links() {}

    /** Returns the address of a page, which may have parameters, with these ones too, each a name and its value; without empty values. */
    static String link(String page, String... parameters) {
        var address = new StringBuilder(page);
        for (var i = 0; i < parameters.length; i += 2) {
            if (!parameters[i + 1].isEmpty()) {
                address.append(address.indexOf("?") < 0 ? '?' : '&')
                        .append(parameters[i])
                        .append('=')
                        .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
            }
        }
        return address.toString();
    }

    static Cell account(String id) {
        return id.isEmpty() ? Cell.of("") : Cell.link(id, link("/player", "id", id));
    }

    /** Returns a cell that counts the open rounds of an account and leads to them. */
    static Cell openRounds(Parts parts, String account) {
        var soon = parts.clock().instant().plus(CLOCK_DIFFERENCE);
        var open =
                parts.ledger().openRounds(soon, account, null, RowList.MAX_ROWS).size();
        var count = open == 0 ? "none" : open < RowList.MAX_ROWS ? "" + open : open + " or more";
        return Cell.link("Open rounds: " + count, link("/rounds", "account", account));
    }

    /** Returns a cell with a round. Without an account it leads nowhere, since a round is found by both. */
    static Cell round(String account, String id) {
        return id.isEmpty() || account.isEmpty()
                ? Cell.of(id)
                : Cell.link(id, link("/round", "account", account, "id", id));
    }

    static Cell transaction(String id) {
        return id.isEmpty()
                ? Cell.of("")
                : new Cell(id, link("/transactions", "id", id), id.length() <= UUID_LENGTH ? "id" : "");
    }

    /** Returns the address of the callbacks about a subject. */
    static String callbacks(Subject about) {
        return link(
                "/callbacks", "account", about.account(), "round", about.round(), "transaction", about.transaction());
    }
}
