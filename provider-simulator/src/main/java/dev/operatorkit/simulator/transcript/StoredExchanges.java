package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores exchanges in the database, where they survive a restart. */
final class StoredExchanges implements Exchanges {
    private static final Logger LOG = LoggerFactory.getLogger(StoredExchanges.class);
    private static final Field<Long> ID = DSL.field("id", Long.class);
    private static final String INSERT =
            "insert into exchange (id, at, wall_at, direction, operator, kind, player, round, transaction_id, attempt,"
                    + " status, verdict, fault, micros, request, response, signed, original, authenticated) values"
                    + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String TEXTS = "select id, authenticated, transaction_id, verdict, request, response"
            + " from exchange where id > ? and id <= ?";
    private static final String KEYS = "select id, " + FilterIndex.COLUMNS
            + " from exchange use index (exchange_filters) where id > ? and id <= ?";
    private static final int INDEXED_AT_ONCE = 5_000;
    /** Smaller than the step of the index, since texts bring their messages. */
    private static final int LOADED_AT_ONCE = 500;

    private static final long MOST_TEXT = Math.clamp(Runtime.getRuntime().maxMemory() / 4, 16L << 20, 128L << 20);
    private static final long MOST_TEXT_OF_STRANGERS = 8L << 20;

    private final Database database;
    private final FilterIndex index = new FilterIndex();
    private final Share authenticated;
    private final Share strangers;
    private final Once indexed = new Once();
    private final Once loaded = new Once();

    StoredExchanges(Database database, int bound) {
        this.database = database;
        authenticated = new Share(true, bound, MOST_TEXT);
        strangers = new Share(false, Exchanges.strangersShare(bound), MOST_TEXT_OF_STRANGERS);
        database.create(Transcript.class);
    }

    @Override
    public long newestId() {
        var newest = database.reading().fetchValue("select max(id) from exchange");
        return newest == null ? 0 : ((Number) newest).longValue();
    }

    @Override
    public List<Entry> before(Filter filter, long id, int limit) {
        return search(filter, id, true, limit);
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return search(filter, id, false, limit);
    }

    /** Reads the candidates of the index until enough match: hash codes may be equal, and a candidate deleted in the meantime. */
    private List<Entry> search(Filter filter, long start, boolean newestFirst, int limit) {
        loadIndex();
        var candidates = candidates(filter, start, newestFirst).iterator();
        var found = new ArrayList<Entry>();
        while (found.size() < limit && candidates.hasNext()) {
            var ids = new ArrayList<Long>();
            while (ids.size() < limit - found.size() && candidates.hasNext()) {
                ids.add(candidates.next());
            }
            readFull(ids).stream().filter(filter::matches).forEach(found::add);
        }
        return found;
    }

    private Stream<Long> candidates(Filter filter, long start, boolean newestFirst) {
        var candidates = index.candidates(filter, start, newestFirst);
        if (filter.text() == null) {
            return candidates;
        }
        loadTexts();
        var text = new SearchText(filter.text());
        return candidates.filter(id -> isIn(text, id));
    }

    private boolean isIn(SearchText text, long id) {
        var held = authenticated.texts.find(id);
        if (held == null) {
            held = strangers.texts.find(id);
        }
        return held == null ? find(id).filter(text::isIn).isPresent() : text.isIn(held);
    }

    /** Reads what filters compare of the exchanges that were stored before this simulator started. */
    private void loadIndex() {
        indexed.run(() -> readNewestFirst(
                KEYS, INDEXED_AT_ONCE, () -> true, row -> index.add(row.getLong(1), FilterIndex.Keys.of(row))));
    }

    /** Reads the texts of the exchanges that were stored before this simulator started, as many as fit. */
    private void loadTexts() {
        loaded.run(() -> readNewestFirst(
                TEXTS,
                LOADED_AT_ONCE,
                authenticated.texts::hasRoom,
                row -> share(row.getBoolean(2))
                        .texts
                        .add(
                                row.getLong(1),
                                SearchText.of(row.getString(3), row.getString(4), row.getBytes(5), row.getBytes(6)))));
    }

    /**
     * Reads ranges of numbers, since sorting would read all rows each time, and through plain JDBC, because records of all
     * columns would take longer than reading the rows.
     */
    private void readNewestFirst(String query, int atOnce, BooleanSupplier isMoreWanted, RowReader reader) {
        var oldest = oldestId();
        for (var to = newestId(); to >= oldest && isMoreWanted.getAsBoolean(); to -= atOnce) {
            var newest = to;
            database.reading().connection(connection -> {
                try (var range = connection.prepareStatement(query)) {
                    range.setLong(1, newest - atOnce);
                    range.setLong(2, newest);
                    try (var row = range.executeQuery()) {
                        while (row.next()) {
                            reader.read(row);
                        }
                    }
                }
            });
        }
    }

    /** Returns the lowest number, or one above all if there is none. */
    private long oldestId() {
        var oldest = database.reading().fetchValue("select min(id) from exchange");
        return oldest == null ? Long.MAX_VALUE : ((Number) oldest).longValue();
    }

    /** Reads one row of a query. */
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** Does something once; who comes in the meantime waits for it. After a failure the next one tries again. */
    private static final class Once {
        private final ReentrantLock lock = new ReentrantLock();
        private boolean isDone;

        void run(Runnable task) {
            lock.lock();
            try {
                if (!isDone) {
                    task.run();
                    isDone = true;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private Share share(boolean isAuthenticated) {
        return isAuthenticated ? authenticated : strangers;
    }

    private List<Entry> readFull(List<Long> ids) {
        var rows = database.reading()
                .select(DSL.asterisk())
                .from("exchange")
                .where(ID.in(ids))
                .fetchMap(ID, StoredExchanges::entry);
        // An exchange may have been deleted in the meantime.
        return ids.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    @Override
    public Optional<Entry> find(long id) {
        return database.reading()
                .fetchOptional("select * from exchange where id = ?", id)
                .map(StoredExchanges::entry);
    }

    @Override
    public long size() {
        return database.reading().fetchCount(DSL.table("exchange"));
    }

    private static Entry entry(Record row) {
        return new Entry(
                row.get("id", Long.class),
                Instant.ofEpochMilli(row.get("at", Long.class)),
                Instant.ofEpochMilli(row.get("wall_at", Long.class)),
                Direction.valueOf(row.get("direction", String.class)),
                row.get("operator", String.class),
                row.get("kind", String.class),
                row.get("player", String.class),
                row.get("round", String.class),
                row.get("transaction_id", String.class),
                row.get("attempt", Integer.class),
                row.get("status", Integer.class),
                row.get("verdict", String.class),
                row.get("fault", String.class),
                row.get("micros", Long.class),
                row.get("request", byte[].class),
                row.get("response", byte[].class),
                row.get("signed", byte[].class),
                row.get("original", Long.class));
    }

    @Override
    public void store(List<Addition> batch) {
        try {
            var deleted = database.sql().transactionResult(tx -> {
                tx.dsl().connection(connection -> insert(connection, batch));
                return Stream.of(authenticated, strangers)
                        .flatMap(share -> share.trim(tx.dsl(), batch).stream())
                        .toList();
            });
            index.remove(deleted);
            for (var addition : batch) {
                var entry = addition.entry();
                index.add(entry.id(), FilterIndex.Keys.of(entry));
                share(addition.authenticated()).texts.add(entry.id(), SearchText.of(entry));
            }
        } catch (RuntimeException e) {
            LOG.warn("{} exchanges could not be stored and are missing from the transcript", batch.size(), e);
        }
    }

    private static void insert(Connection connection, List<Addition> batch) throws SQLException {
        try (var rows = connection.prepareStatement(INSERT)) {
            for (var addition : batch) {
                var values = values(addition);
                for (var i = 0; i < values.length; i++) {
                    rows.setObject(i + 1, values[i]);
                }
                rows.addBatch();
            }
            rows.executeBatch();
        }
    }

    /** Limits the number of one kind of exchanges: unauthenticated ones cannot push out the others. */
    private static final class Share {
        private static final String COUNT = "select count(*) from exchange where authenticated = ?";
        private static final String OLD =
                "select id from exchange use index (exchange_share) where authenticated = ?" + " and id <= ?";
        private static final String CUT = "select id from exchange use index (exchange_share) where authenticated = ?"
                + " order by id limit 1 offset ?";

        private final boolean authenticated;
        private final int bound;
        private final SearchTexts texts;
        private long kept = -1;

        Share(boolean authenticated, int bound, long mostText) {
            this.authenticated = authenticated;
            this.bound = bound;
            texts = new SearchTexts(mostText);
        }

        /** Deletes the oldest exchanges if there are too many, and returns their numbers. */
        List<Long> trim(DSLContext sql, List<Addition> batch) {
            List<Long> deleted = List.of();
            var fresh = batch.stream()
                    .filter(addition -> addition.authenticated() == authenticated)
                    .count();
            // Counted once, and again after a batch that could not be stored.
            var now = kept < 0 ? count(sql) : kept + fresh;
            kept = -1;
            // Not with every batch, because a range delete costs as much for one row as for a thousand.
            if (now > bound + Math.min(1000, bound / 10)) {
                var cut = ((Number) Objects.requireNonNull(sql.fetchValue(CUT, authenticated, now - bound - 1)))
                        .longValue();
                deleted =
                        sql.fetchValues(DSL.resultQuery(OLD, authenticated, cut).coerce(ID));
                now -= sql.execute("delete from exchange where authenticated = ? and id <= ?", authenticated, cut);
                texts.removeUpTo(cut);
            }
            kept = now;
            return deleted;
        }

        private long count(DSLContext sql) {
            return ((Number) Objects.requireNonNull(sql.fetchValue(COUNT, authenticated))).longValue();
        }
    }

    private static @Nullable Object[] values(Addition addition) {
        var entry = addition.entry();
        return new Object[] {
            entry.id(),
            entry.at().toEpochMilli(),
            entry.wallAt().toEpochMilli(),
            entry.direction().name(),
            entry.operator(),
            entry.kind(),
            entry.player(),
            entry.round(),
            entry.transaction(),
            entry.attempt(),
            entry.status(),
            entry.verdict(),
            entry.fault(),
            entry.micros(),
            entry.request(),
            entry.response(),
            entry.signed(),
            entry.original(),
            addition.authenticated()
        };
    }
}
