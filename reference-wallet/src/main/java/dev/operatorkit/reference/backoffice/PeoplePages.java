package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.NotFoundException.Kind;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Person;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.reference.staff.Trail;
import io.helidon.webserver.http.ServerRequest;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Serves the pages of the administrators: people, amounts that need a second person, and the trail. */
final class PeoplePages {
    private static final int MAX_ROWS = 100;
    private static final Table<Trail.Entry> TRAIL = new Table<Trail.Entry>()
            .exported("number", Trail.Entry::id)
            .time("Time (UTC)", "time", Trail.Entry::at)
            .exported("person", Trail.Entry::person)
            .shown("Person", entry -> Cell.of(actor(entry)))
            .text("Action", "action", Trail.Entry::action)
            .exported("on", Trail.Entry::subject)
            .shown("Subject", PeoplePages::subject)
            .add("Details", "details", Trail.Entry::detail, detail -> Cell.sentence(Page.withAmounts(detail)))
            .add("Result", "result", PeoplePages::result, PeoplePages::resultCell)
            .text("From", "from", Trail.Entry::address);

    private final Parts parts;

    PeoplePages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/people", office.page(Role.ADMINISTRATOR, request -> people(notice(query(request, "done")))));
        routes.post("/people", office.form("add person", Role.ADMINISTRATOR, (request, form, author) -> {
            var name = People.normalize(form.required("name"));
            return password(name, parts.people().add(name, form.roles(), author));
        }));
        routes.post("/people/amount", office.form("set approval amount", Role.ADMINISTRATOR, this::setAmount));
        routes.get(
                "/person",
                office.page(Role.ADMINISTRATOR, request -> person(query(request, "name"), office.takeSecret(request))));
        routes.post("/person", office.form("change person", Role.ADMINISTRATOR, this::change));
        routes.post("/person/password", office.form("reset password", Role.ADMINISTRATOR, (request, form, author) -> {
            var name = form.required("name");
            return password(name, parts.people().resetPassword(name, author));
        }));
        routes.get("/trail", office.page(Role.ADMINISTRATOR, this::trail));
        routes.get("/trail.csv", office.page(Role.ADMINISTRATOR, this::exportTrail));
    }

    private Reply people(String notice) {
        var rows = parts.people().all().stream()
                .map(person -> List.of(
                        Cell.link(person.name(), link("/person", "name", person.name())),
                        Cell.of(roles(person)),
                        Cell.verdict(person.enabled(), person.enabled() ? "may log in" : "disabled"),
                        Cell.of(
                                person.mustChangePassword()
                                        ? "to be changed at the next login"
                                        : "no change required")))
                .toList();
        var amounts = parts.amounts().all().stream()
                .map(amount -> List.of(Cell.of(amount.currency().code()), Cell.number(amount)))
                .toList();
        var content = new HashMap<String, Object>();
        content.put(
                "people",
                new Listing("Ordered by name", List.of(), List.of("Name", "Roles", "Login", "Password"), rows));
        content.put(
                "amounts",
                new Listing(
                                amounts.isEmpty()
                                        ? "While no amount is set, nobody needs a second person"
                                        : "A currency that is not listed always needs a second person",
                                List.of(),
                                List.of("Currency", "One person may adjust per day (UTC)"),
                                amounts)
                        .withNothing("No amount is set."));
        return Reply.page(Template.PEOPLE, "People", content).withNotice(notice);
    }

    private static String roles(Person person) {
        return person.roles().isEmpty()
                ? "read only"
                : person.roles().stream().sorted().map(Role::label).collect(Collectors.joining(", "));
    }

    private Person require(String name) {
        return parts.people()
                .find(name)
                .orElseThrow(() -> new NotFoundException(
                        Kind.PERSON, "There is no person called “" + name + "”. Check the name."));
    }

    private Reply person(String name, String password) {
        var content = new HashMap<String, Object>();
        content.put("person", require(name));
        content.put("password", password);
        content.put("trail", TRAIL.listing("Newest first, at most " + MAX_ROWS, List.of(), about(name)));
        return Reply.page(Template.PERSON, "Person " + name, content);
    }

    /** Returns what the person did, and what others did to the person: a player may have the same name. */
    private List<Trail.Entry> about(String name) {
        var byThePerson = parts.trail().entries(name, "", Long.MAX_VALUE, MAX_ROWS).stream();
        var toThePerson = parts.trail().entries("", name, Long.MAX_VALUE, MAX_ROWS).stream()
                .filter(entry -> entry.action().matches(".*(person|password)"));
        return Stream.concat(byThePerson, toThePerson)
                .distinct()
                .sorted(Comparator.comparingLong(Trail.Entry::id).reversed())
                .limit(MAX_ROWS)
                .toList();
    }

    /** Shows a generated password once, on the page of the person. */
    private static Reply password(String name, String password) {
        return new Reply.RedirectWithSecret(link("/person", "name", name) + "&done=password", password);
    }

    private Reply change(ServerRequest request, Form form, Author author) {
        var name = form.required("name");
        parts.people().change(name, form.requiredNumber("seen"), form.roles(), form.isChecked("enabled"), author);
        return Reply.redirect("/people?done=changed");
    }

    private Reply setAmount(ServerRequest request, Form form, Author author) {
        var currency = CurrencyCode.of(form.required("currency"));
        var amount = form.text("amount").isEmpty() ? null : form.amount("amount", currency);
        parts.amounts().set(currency, amount, author);
        return Reply.redirect("/people?done=" + (amount == null ? "removed" : "amount"));
    }

    private static String notice(String done) {
        return switch (done) {
            case "changed" -> "Person changed. The person has to log in again.";
            case "amount" -> "Amount saved. It applies from the next adjustment on.";
            case "removed" -> "Amount removed. The next adjustment is made without it.";
            default -> "";
        };
    }

    private Reply trail(ServerRequest request) {
        var person = query(request, "person");
        var subject = query(request, "subject");
        var entries = parts.trail().entries(person, subject, PlayerPages.before(request), MAX_ROWS);
        var filters = List.of(
                Filter.of("person", "Person", person), Filter.of("subject", "Subject (player, person, …)", subject));
        var address = link("/trail", "person", person, "subject", subject);
        return Reply.listing(
                "Trail",
                TRAIL.listing("Newest first, at most " + MAX_ROWS + " on a page", filters, entries)
                        .withFurther(entries, MAX_ROWS, last -> link(address, "before", "" + last.id()))
                        .withExport(link("/trail.csv", "person", person, "subject", subject)));
    }

    /** Names who acted: also a login that failed, a command, and the wallet itself, which adds the first person. */
    private static String actor(Trail.Entry entry) {
        if (!entry.person().isEmpty()) {
            return entry.person();
        }
        if (!entry.done()) {
            return "(not logged in)";
        }
        return entry.address().startsWith("bin/wallet") ? "(command line)" : "(wallet)";
    }

    private static Cell resultCell(String result) {
        return switch (result) {
            case "done" -> Cell.verdict(true, result);
            case "refused", "failed" -> Cell.verdict(false, result);
            default -> Cell.of(result);
        };
    }

    /** Returns the result, which is no success where an entry does not tell how a call to the provider, or a request, ended. */
    private static String result(Trail.Entry entry) {
        if (!entry.done()) {
            return "refused";
        }
        if (entry.detail().startsWith(ProviderPages.ATTEMPT)) {
            return "attempted";
        }
        if (entry.detail().startsWith(ProviderPages.UNCONFIRMED)) {
            return "unknown";
        }
        if (entry.action().equals(Adjustments.REQUEST)) {
            return "requested";
        }
        return entry.action().equals(Adjustments.FAILURE) ? "failed" : "done";
    }

    /** Links to the player, unless the entry is about a person, a currency or a request. */
    private static Cell subject(Trail.Entry entry) {
        var aboutPlayer =
                entry.action().matches(".*(adjust|adjustment|player|limits|session|sessions|launch|bonus code)");
        return aboutPlayer && !entry.subject().isEmpty() ? Links.account(entry.subject()) : Cell.of(entry.subject());
    }

    private Reply exportTrail(ServerRequest request) {
        var person = query(request, "person");
        var subject = query(request, "subject");
        return TRAIL.file(
                "trail.csv",
                (last, most) ->
                        parts.trail().entries(person, subject, last == null ? Long.MAX_VALUE : last.id(), most));
    }
}
