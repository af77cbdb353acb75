package dev.operatorkit.reference;

import dev.operatorkit.reference.store.Accounts.Author;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.reference.store.People;
import dev.operatorkit.reference.store.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the people of the back office, adds one, or recovers an administrator. It needs the database, not a login. */
@Command(
        name = "people",
        description =
                "Lists the people of the back office, adds one, or gives an administrator a new password. A password"
                        + " is printed once and has to be changed at the first login.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class PeopleCommand extends Main.LedgerCommand {
    @ArgGroup
    private @Nullable Change change;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            split = ",",
            description =
                    "with --add: cashier, approver or administrator (repeatable; none for a person who only looks)")
    private List<String> roles = new ArrayList<>();

    PeopleCommand(Map<String, String> environment) {
        super(environment);
    }

    /** Holds what to change: one of the two. */
    private static final class Change {
        @Option(names = "--add", paramLabel = "NAME", description = "add a person")
        @Nullable
        String added;

        @Option(
                names = "--recover",
                paramLabel = "NAME",
                description = "give a person a new password and the role administrator, and let the person log in")
        @Nullable
        String recovered;
    }

    /** Opens the database, which may be new for somebody who is added: people can be there before the first start. */
    @Override
    Database open(Database.Address address) {
        return change != null && change.added != null ? Database.open(address) : super.open(address);
    }

    @Override
    int run(Database ledger) {
        var people = new People(ledger, Clock.systemUTC());
        if (change == null) {
            people.all()
                    .forEach(person -> System.out.println(person.name() + "  "
                            + person.roles().stream().sorted().map(Role::label).collect(Collectors.joining(","))
                            + (person.enabled() ? "" : "  disabled")));
        } else if (change.added != null) {
            System.out.println(people.add(
                    People.normalize(change.added),
                    roles.stream().map(Role::of).collect(Collectors.toUnmodifiableSet()),
                    author()));
        } else if (change.recovered != null) {
            System.out.println(people.recover(People.normalize(change.recovered), author()));
        }
        return 0;
    }

    /** Returns an author without a name: whoever has the database's password needs no login. */
    private static Author author() {
        return new Author("", "bin/wallet people by " + System.getProperty("user.name") + " on " + host());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine";
        }
    }
}
