package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.PEOPLE;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts.Author;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;

/** Stores the people of the back office. People are never deleted, so that every name in the trail stays one person's. */
public final class People {
    /** Names the person that the password file creates. */
    public static final String FIRST = "admin";

    private static final Map<Role, Field<Boolean>> ROLES = Map.of(
            Role.CASHIER, PEOPLE.CASHIER, Role.APPROVER, PEOPLE.APPROVER, Role.ADMINISTRATOR, PEOPLE.ADMINISTRATOR);

    private final Database database;
    private final Clock clock;

    /** Creates access to the people in a database. */
    public People(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Returns all people, ordered by name. */
    public List<Person> all() {
        return database.reads().selectFrom(PEOPLE).orderBy(PEOPLE.NAME).fetch(People::person);
    }

    /** Finds a person by the name. */
    public Optional<Person> find(String name) {
        return find(database.reads(), name);
    }

    static Optional<Person> find(DSLContext sql, String name) {
        return sql.selectFrom(PEOPLE).where(PEOPLE.NAME.eq(name)).fetchOptional(People::person);
    }

    /** Returns true when there are no people yet. */
    public boolean isEmpty() {
        return !database.reads().fetchExists(PEOPLE);
    }

    private static Person person(Record row) {
        return new Person(
                row.get(PEOPLE.NAME),
                ROLES.entrySet().stream()
                        .filter(role -> row.get(role.getValue()))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()),
                row.get(PEOPLE.ENABLED),
                row.get(PEOPLE.MUST_CHANGE_PASSWORD),
                row.get(PEOPLE.VERSION));
    }

    private static Map<Field<Boolean>, Boolean> roles(Person person) {
        return ROLES.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, role -> person.has(role.getKey())));
    }

    /** Returns the person with this name and password. A name that does not exist takes as long as a chosen password. */
    public Optional<Person> authenticate(String name, String password) {
        var row =
                database.reads().selectFrom(PEOPLE).where(PEOPLE.NAME.eq(name)).fetchOne();
        var matches = PasswordHash.matches(row == null ? PasswordHash.OF_NOBODY : row.getPasswordHash(), password);
        return row != null && matches && row.getEnabled() ? Optional.of(person(row)) : Optional.empty();
    }

    /**
     * Creates the first administrator, who has every role, when there are no people. Another node may do so at the same time.
     *
     * @param generated false for a password that a person may have chosen
     */
    public boolean createFirst(String password, boolean generated) {
        var hash = generated ? PasswordHash.ofGenerated(password) : PasswordHash.of(FIRST, password);
        return database.writes().transactionResult(transaction -> {
            var sql = transaction.dsl();
            if (sql.fetchExists(PEOPLE)) {
                return false;
            }
            var author = new Author("", "start of the wallet");
            return insert(sql, new Person(FIRST, Set.of(Role.values()), true, false, 1), hash, author);
        });
    }

    /** Adds a person and returns the generated password, which the person has to change. */
    public String add(String name, Set<Role> roles, Author author) {
        var person = new Person(name, roles, true, true, 1);
        var password = PasswordHash.generatePassword();
        var hash = PasswordHash.ofGenerated(password);
        database.writes().transaction(transaction -> {
            requireAdministrator(transaction.dsl(), author);
            if (!insert(transaction.dsl(), person, hash, author)) {
                throw new IllegalArgumentException(
                        "There is or was a person called " + name + ". Names are not used twice: choose another one.");
            }
        });
        return password;
    }

    private boolean insert(DSLContext sql, Person person, String hash, Author author) {
        var added = sql.insertInto(PEOPLE)
                .set(PEOPLE.NAME, person.name())
                .set(PEOPLE.PASSWORD_HASH, hash)
                .set(PEOPLE.MUST_CHANGE_PASSWORD, person.mustChangePassword())
                .set(roles(person))
                .set(PEOPLE.ENABLED, true)
                .set(PEOPLE.VERSION, 1L)
                .set(PEOPLE.CREATED_BY, author.name().isEmpty() ? author.address() : author.name())
                .set(PEOPLE.CREATED_AT, Trail.now(clock))
                .onConflictDoNothing()
                .execute();
        if (added == 1) {
            Trail.add(sql, clock, author, "add person", person.name(), describe(person), true);
        }
        return added == 1;
    }

    /**
     * Changes the roles of a person, or whether the person may log in, and ends the person's logins.
     *
     * @param seen the version that the author saw
     */
    public void change(String name, long seen, Set<Role> roles, boolean enabled, Author author) {
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            var administrators = lockAdministrators(sql);
            requireAdministrator(sql, author);
            var before = lock(sql, name).orElseThrow(() -> unknown(name));
            if (before.version() != seen) {
                throw new IllegalArgumentException(
                        name + " has been changed meanwhile. Reload the page and check the roles.");
            }
            var after = new Person(name, roles, enabled, before.mustChangePassword(), before.version() + 1);
            if (!(after.enabled() && after.has(Role.ADMINISTRATOR)) && administrators.equals(List.of(name))) {
                throw new IllegalArgumentException(
                        "The person " + name + " is the last administrator. Give the role to another person first.");
            }
            sql.update(PEOPLE)
                    .set(roles(after))
                    .set(PEOPLE.ENABLED, enabled)
                    .set(PEOPLE.VERSION, after.version())
                    .where(PEOPLE.NAME.eq(name))
                    .execute();
            Trail.add(sql, clock, author, "change person", name, describe(before) + " → " + describe(after), true);
        });
    }

    /** Gives a person a generated password, to be changed at the next login, ends the person's logins and returns it. */
    public String resetPassword(String name, Author author) {
        return resetPassword(name, author, "reset password", Map.of());
    }

    /** Makes a person an administrator who may log in, for the command line, which so recovers access. */
    public String recover(String name, Author author) {
        var access = Map.<Field<Boolean>, Boolean>of(PEOPLE.ADMINISTRATOR, true, PEOPLE.ENABLED, true);
        return resetPassword(name, author, "recover administrator", access);
    }

    private String resetPassword(String name, Author author, String action, Map<Field<Boolean>, Boolean> access) {
        var password = PasswordHash.generatePassword();
        var hash = PasswordHash.ofGenerated(password);
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            lockAdministrators(sql);
            requireAdministrator(sql, author);
            setPassword(sql, name, hash, true, author, action);
            if (!access.isEmpty()) {
                sql.update(PEOPLE).set(access).where(PEOPLE.NAME.eq(name)).execute();
            }
        });
        return password;
    }

    /** Replaces the person's own password and ends the person's other logins. */
    public void changePassword(String name, String current, String replacement, Author author) {
        if (authenticate(name, current).isEmpty()) {
            throw new IllegalArgumentException("The current password is wrong. Enter it again.");
        }
        if (current.equals(replacement)) {
            throw new IllegalArgumentException("The new password is the current one. Choose another one.");
        }
        var hash = PasswordHash.of(name, replacement);
        database.writes()
                .transaction(
                        transaction -> setPassword(transaction.dsl(), name, hash, false, author, "change password"));
    }

    /** Ends all logins of a person. */
    public void endLogins(String name, Author author) {
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            sql.update(PEOPLE)
                    .set(PEOPLE.VERSION, PEOPLE.VERSION.plus(1L))
                    .where(PEOPLE.NAME.eq(name))
                    .execute();
            Trail.add(sql, clock, author, "log out everywhere", name, "", true);
        });
    }

    private void setPassword(
            DSLContext sql, String name, String hash, boolean mustChange, Author author, String action) {
        var changed = sql.update(PEOPLE)
                .set(PEOPLE.PASSWORD_HASH, hash)
                .set(PEOPLE.MUST_CHANGE_PASSWORD, mustChange)
                .set(PEOPLE.VERSION, PEOPLE.VERSION.plus(1L))
                .where(PEOPLE.NAME.eq(name))
                .execute();
        if (changed == 0) {
            throw unknown(name);
        }
        Trail.add(sql, clock, author, action, name, "", true);
    }

    /** Locks the administrators who can log in, in one order, so that two cannot remove each other. */
    private static List<String> lockAdministrators(DSLContext sql) {
        return sql.select(PEOPLE.NAME)
                .from(PEOPLE)
                .where(PEOPLE.ADMINISTRATOR.isTrue().and(PEOPLE.ENABLED.isTrue()))
                .orderBy(PEOPLE.NAME)
                .forUpdate()
                .fetch(PEOPLE.NAME);
    }

    /** Permits the command line, which needs the database's password, and otherwise requires the role. */
    private static void requireAdministrator(DSLContext sql, Author author) {
        if (!author.name().isEmpty()) {
            require(sql, author, Role.ADMINISTRATOR);
        }
    }

    /** Locks the author and checks the role in the transaction that needs it: it may have been removed a moment ago. */
    static void require(DSLContext sql, Author author, Role role) {
        if (lock(sql, author.name())
                .filter(person -> person.enabled() && person.has(role))
                .isEmpty()) {
            throw new NotPermittedException(author.name(), role);
        }
    }

    static Optional<Person> lock(DSLContext sql, String name) {
        return sql.selectFrom(PEOPLE).where(PEOPLE.NAME.eq(name)).forUpdate().fetchOptional(People::person);
    }

    private static NotFoundException unknown(String name) {
        return new NotFoundException("There is no person called " + name + ". Check the name.");
    }

    private static String describe(Person person) {
        return (person.enabled() ? "" : "disabled, ")
                + (person.roles().isEmpty()
                        ? "only looks"
                        : person.roles().stream().sorted().map(Role::label).collect(Collectors.joining(", ")));
    }

    /** Returns a name as it is stored, for one that was typed. */
    public static String normalize(String typed) {
        return typed.strip().toLowerCase(Locale.ROOT);
    }
}
