package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.TRAIL;
import static org.jooq.impl.DSL.noCondition;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.wire.Limits;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Records what people did in the back office, in the transaction that did it, and what was refused. It only adds. */
public final class Trail {
    private static final int MAX_TEXT = 1000;

    private final Database database;
    private final Clock clock;

    /** Creates access to the trail in a database. */
    public Trail(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Holds one entry.
     *
     * @param person the name; empty before a login
     * @param subject the account, person or request concerned
     * @param done false for an attempt that was refused
     */
    public record Entry(
            long id,
            Instant at,
            String person,
            String address,
            String action,
            String subject,
            String detail,
            boolean done) {}

    /** Records an action before it is done, or one without a change in the database: no trail, no action. */
    public void record(Author author, String action, String subject, String detail) {
        add(database.writes(), clock, author, action, subject, detail, true);
    }

    /** Records an attempt that was refused. */
    public void recordRefused(Author author, String action, String subject, String why) {
        add(database.writes(), clock, author, action, subject, why, false);
    }

    /** Records a change in its own transaction. */
    static void add(
            DSLContext sql, Clock clock, Author author, String action, String subject, String detail, boolean done) {
        sql.insertInto(TRAIL)
                .set(TRAIL.CREATED_AT, now(clock))
                .set(TRAIL.PERSON, author.name())
                .set(TRAIL.ADDRESS, author.address())
                .set(TRAIL.ACTION, action)
                .set(TRAIL.SUBJECT, oneLine(subject))
                .set(TRAIL.DETAIL, oneLine(detail))
                .set(TRAIL.DONE, done)
                .execute();
    }

    /** Returns the time as all tables of this package store it. */
    static OffsetDateTime now(Clock clock) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
    }

    /** Escapes what could look like another entry, in a page, a file or a terminal, and cuts what is too long. */
    private static String oneLine(String text) {
        var isLong = text.codePointCount(0, text.length()) > MAX_TEXT;
        var kept = isLong ? text.substring(0, text.offsetByCodePoints(0, MAX_TEXT)) : text;
        return Limits.toStorableText(EscapedText.line(kept) + (isLong ? "…" : ""));
    }

    /**
     * Returns entries, newest first.
     *
     * @param person the name; empty for all people
     * @param subject the account, person or request concerned; empty for all
     * @param before the id that all entries are older than
     */
    public List<Entry> entries(String person, String subject, long before, int most) {
        return entries(
                (person.isEmpty() ? noCondition() : TRAIL.PERSON.eq(person))
                        .and(subject.isEmpty() ? noCondition() : TRAIL.SUBJECT.eq(subject))
                        .and(TRAIL.ENTRY_ID.lt(before)),
                most);
    }

    private List<Entry> entries(Condition condition, int most) {
        return database.reads()
                .selectFrom(TRAIL)
                .where(condition)
                .orderBy(TRAIL.ENTRY_ID.desc())
                .limit(most)
                .fetch(row -> new Entry(
                        row.getEntryId(),
                        row.getCreatedAt().toInstant(),
                        row.getPerson(),
                        row.getAddress(),
                        row.getAction(),
                        row.getSubject(),
                        row.getDetail(),
                        row.getDone()));
    }
}
