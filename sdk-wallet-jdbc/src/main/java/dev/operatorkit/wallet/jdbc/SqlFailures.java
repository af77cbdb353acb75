package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Classifies the failures of a database by their effect on the unit of work (D-29). */
final class SqlFailures {
    private static final Set<String> WORTH_RETRYING = Set.of(
            "40P01", // deadlock on PostgreSQL
            "23505"); // a unit of another account inserted the same id first; a retry finds it (D-52)

    // Numbers of MariaDB and MySQL, whose states stand for several failures and differ between the drivers.
    private static final int DUPLICATE_ON_MYSQL = 1062;
    private static final int CHANGED_ON_MYSQL = 1020;
    private static final int LOCK_TIMEOUT_ON_MYSQL = 1205;

    private static final List<String> DISTURBED =
            List.of("55P03", "57014", "40001", "40P01", "HYT00", "57P01", "70100");

    /** The numbers of MariaDB, MySQL and H2 for a missing right, whose states stand for other failures too. */
    private static final List<Integer> DENIED = List.of(1142, 1143, 90_096);

    /** The numbers of MariaDB, MySQL and H2 for a row that a foreign key refers to and that is not there. */
    private static final List<Integer> NO_PARENT = List.of(1452, 23_506);

    private SqlFailures() {}

    /** Returns the exception for a statement that failed before the commit: nothing was or will be written. */
    static StoreException.RolledBack rolledBack(SQLException e) {
        var state = String.valueOf(e.getSQLState());
        var retryable = isCollision(e) || WORTH_RETRYING.contains(state) || e.getErrorCode() == DUPLICATE_ON_MYSQL;
        var message = "the database rejected a statement with state " + state;
        return retryable ? StoreException.retryable(message, e) : StoreException.rolledBack(message, e);
    }

    /** Returns true when the unit collided with another one, and read nothing that it must not read again. */
    static boolean isCollision(SQLException e) {
        // A repetition would wait for the same lock.
        return ("40001".equals(e.getSQLState()) && !isLockTimeout(e)) || e.getErrorCode() == CHANGED_ON_MYSQL;
    }

    /** Returns true when MariaDB or MySQL waited too long for a lock; its state differs between the drivers. */
    static boolean isLockTimeout(SQLException e) {
        return e.getErrorCode() == LOCK_TIMEOUT_ON_MYSQL;
    }

    /**
     * Returns true when a failed commit is guaranteed to be rolled back: the database rejected it. A broken connection proves
     * nothing, and 40003 says that the outcome is unknown.
     */
    static boolean isRolledBack(SQLException e) {
        var state = String.valueOf(e.getSQLState());
        return (state.startsWith("40") || state.startsWith("23")) && !state.equals("40003");
    }

    /** Returns true when a statement was rejected because its transaction has failed and was not ended yet. */
    static boolean isInFailedTransaction(SQLException e) {
        return "25P02".equals(e.getSQLState());
    }

    /** Returns true for a row that refers to one that is not there, such as an account. */
    static boolean hasNoParent(SQLException e) {
        return "23503".equals(e.getSQLState()) || NO_PARENT.contains(e.getErrorCode());
    }

    /** Returns true for what other sessions do: locks, deadlocks, ended connections. */
    static boolean isDisturbed(SQLException e) {
        var state = String.valueOf(e.getSQLState());
        return DISTURBED.contains(state) || state.startsWith("08") || isLockTimeout(e);
    }

    /** Returns true for what says nothing about the tables: a standby, a user without a right, and what others do. */
    static boolean isInconclusive(SQLException e) {
        return isDisturbed(e) || "25006".equals(e.getSQLState()) || isDenied(e);
    }

    /** Returns true when the user lacks a right. */
    static boolean isDenied(SQLException e) {
        return "42501".equals(e.getSQLState()) || DENIED.contains(e.getErrorCode());
    }
}
