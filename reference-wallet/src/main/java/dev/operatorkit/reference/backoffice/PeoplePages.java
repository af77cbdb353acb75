package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;
import static dev.operatorkit.reference.backoffice.Links.link;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Person;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.reference.staff.Trail;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.stream.Collectors;

/** Serves the pages of the administrators: people, amounts that need a second person, and the trail. */
final class PeoplePages {
    private static final Table<Person> PEOPLE = new Table<Person>()
            .add("Name", Person::name, name -> Cell.link(name, link("/person", "name", name)))
            .text("Roles", PeoplePages::roles)
            .add("Login", Person::enabled, enabled -> Cell.verdict(enabled, enabled ? "may log in" : "disabled"))
            .text(
                    "Password",
                    person -> person.mustChangePassword() ? "to be changed at the next login" : "no change required");
    private static final Table<Money> AMOUNTS = new Table<Money>()
            .text("Currency", amount -> amount.currency().code())
            .amount("One person may adjust per day (UTC)", amount -> amount);
    private static final Table<Trail.Entry> TRAIL = new Table<Trail.Entry>()
            .add("Number", Trail.Entry::id, Cell::number)
            .time("Time (UTC)", Trail.Entry::at)
            .text("Person", PeoplePages::actor)
            .text("Action", Trail.Entry::action)
            .text("Subject", Trail.Entry::subject)
            .add("Details", Trail.Entry::detail, Cell::sentence)
            .add("Result", PeoplePages::result, PeoplePages::resultCell)
            .text("From", Trail.Entry::address);

    private final Parts parts;

    PeoplePages(Parts parts) {
        this.parts = parts;
    }

    void register(BackOffice office) {
        office.page("/people", Role.ADMINISTRATOR, request -> people(notice(query(request, "done"))));
        office.form("/people", "add person", Role.ADMINISTRATOR, (request, form, author) -> {
            var name = People.normalize(form.required("name"));
            var password = parts.people().add(name, form.roles(), author);
            return Visit.of(request).usesPassword() ? password(name, password) : Reply.redirect("/people?done=added");
        });
        office.form("/people/amount", "set approval amount", Role.ADMINISTRATOR, this::setAmount);
        office.page(
                "/person", Role.ADMINISTRATOR, request -> person(query(request, "name"), office.takeSecret(request)));
        office.form("/person", "change person", Role.ADMINISTRATOR, this::change);
        office.form("/person/password", "reset password", Role.ADMINISTRATOR, (request, form, author) -> {
            var name = form.required("name");
            return password(name, parts.people().resetPassword(name, author));
        });
        office.list("/trail", Role.ADMINISTRATOR, "Trail", this::trail);
    }

    private Reply people(String notice) {
        var amounts = parts.amounts().all();
        var about = amounts.isEmpty()
                ? "While no amount is set, no adjustment needs a second person"
                : "A currency that is not listed always needs a second person";
        return Reply.page("people", "People")
                .with(
                        "people",
                        Listing.of("Ordered by name", PEOPLE, parts.people().all()))
                .with("amounts", Listing.of(about, AMOUNTS, amounts).withNothing("No amount is set."))
                .withNotice(notice);
    }

    private static String roles(Person person) {
        return person.roles().isEmpty()
                ? "read only"
                : person.roles().stream().sorted().map(Role::label).collect(Collectors.joining(", "));
    }

    private Reply person(String name, String password) {
        var person = parts.people()
                .find(name)
                .orElseThrow(() -> new NotFoundException("There is no person called “" + name + "”. Check the name."));
        return Reply.page("person", "Person " + name).with("person", person).with("password", password);
    }

    /** Shows a generated password once, on the page of the person. */
    private static Reply password(String name, String password) {
        return new Reply.RedirectWithSecret(link("/person", "name", name, "done", "password"), password);
    }

    private Reply change(ServerRequest request, Form form, Author author) {
        var name = form.required("name");
        var seen = Form.number("seen", form.required("seen"));
        parts.people().change(name, seen, form.roles(), form.isChecked("enabled"), author);
        return Reply.redirect("/people?done=changed");
    }

    private Reply setAmount(ServerRequest request, Form form, Author author) {
        var currency = CurrencyCode.of(form.required("currency"));
        var amount = form.text("amount").isEmpty() ? null : form.amount("amount", currency);
        parts.amounts().set(currency, amount, author);
        return Reply.redirect("/people?done=amount");
    }

    private static String notice(String done) {
        return switch (done) {
            case "added" -> "Person added. The single sign-on logs the person in.";
            case "changed" -> "Person changed. The person has to log in again.";
            case "amount" -> "Amount saved. It applies from the next adjustment on.";
            default -> "";
        };
    }

    private RowList<Trail.Entry> trail(ServerRequest request) {
        var person = query(request, "person");
        var subject = query(request, "subject");
        var filters = List.of(
                Filter.of("person", "Person", person), Filter.of("subject", "Subject (player, person, …)", subject));
        return new RowList<>(
                "/trail",
                "Newest first",
                filters,
                TRAIL,
                Trail.Entry::id,
                (after, most) -> parts.trail().entries(person, subject, RowList.before(after), most));
    }

    /** Names the person who acted: also a login that failed, a command, and the wallet itself, which adds the first person. */
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
            case "refused" -> Cell.verdict(false, result);
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
        return entry.action().equals(Adjustments.REQUEST) ? "requested" : "done";
    }
}
