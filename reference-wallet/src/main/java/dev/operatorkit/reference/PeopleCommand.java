package dev.operatorkit.reference;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists the people of the back office, adds one, or recovers an administrator. It needs the database, not a login. */
@Command(
        name = "people",
        description =
                "Lists the people of the back office, adds one, or gives an administrator a new password. A password"
                        + " is printed once and has to be changed at the first login.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
final class PeopleCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Main main;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @ArgGroup
    private @Nullable Change change;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            split = ",",
            description =
                    "with --add: cashier, approver or administrator (repeatable; none for a person who only looks)")
    private List<Role> roles = new ArrayList<>();

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

    /** Opens the database, which may be new for a person who is added: people can be there before the first start. */
    private Database open() {
        var address = database.address(main.environment());
        if (change == null || change.added == null) {
            return Database.openExisting(address);
        }
        if (Database.isNew(address)) {
            // A misspelt name would otherwise look like success.
            warn(Database.Address.shown(address.url()) + " does not exist yet. It will be created.");
        }
        return Database.open(address);
    }

    private void warn(String message) {
        command.commandLine().getErr().println("wallet: " + message);
    }

    @Override
    public Integer call() {
        Startup.configureLogging("text");
        try (var ledger = open()) {
            run(new People(ledger, Clock.systemUTC()));
            return 0;
        }
    }

    private void run(People people) {
        if (change == null) {
            people.all()
                    .forEach(person -> System.out.println(person.name() + "  "
                            + person.roles().stream().sorted().map(Role::label).collect(Collectors.joining(","))
                            + (person.enabled() ? "" : "  disabled")));
        } else if (change.added != null) {
            System.out.println(people.add(People.normalize(change.added), Set.copyOf(roles), author("people")));
            if (people.all().stream().noneMatch(person -> person.enabled() && person.has(Role.ADMINISTRATOR))) {
                // The first start creates an administrator only where there are no people.
                warn("there is no administrator. Add a person with --role administrator, or use --recover.");
            }
        } else if (change.recovered != null) {
            System.out.println(people.recover(People.normalize(change.recovered), author("people")));
        }
    }

    /** Returns an author without a name: the database's password is enough, without a login. */
    static Author author(String command) {
        return new Author("", "bin/wallet " + command + " by " + System.getProperty("user.name") + " on " + host());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine";
        }
    }
}
