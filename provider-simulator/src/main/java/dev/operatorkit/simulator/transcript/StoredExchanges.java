package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.SortField;
import org.jooq.SortOrder;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores exchanges in the database, where they survive a restart. */
final class StoredExchanges implements Exchanges {
    private static final Logger LOG = LoggerFactory.getLogger(StoredExchanges.class);
    private static final Field<Long> ID = DSL.field("id", Long.class);
    private static final Field<Integer> STATUS = DSL.field("status", Integer.class);
    private static final int LONGEST_VERDICT = 1024;
    private static final String INSERT =
            "insert into exchange (id, at, wall_at, direction, operator, kind, player, round, transaction_id, attempt,"
                    + " status, verdict, fault, micros, request, response, signed, original, authenticated) values"
                    + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String TEXTS = "select id, authenticated, transaction_id, verdict, request, response"
            + " from exchange where id > ? and id <= ?";
    /** Searches texts in steps of this many exchanges, and reads them in smaller steps, since they bring their messages. */
    private static final int STEP = 5_000;

    private static final int LOADED_AT_ONCE = 500;
    private static final long MOST_TEXT = Math.clamp(Runtime.getRuntime().maxMemory() / 4, 16L << 20, 128L << 20);
    private static final long MOST_TEXT_OF_STRANGERS = 8L << 20;

    private final Database database;
    private final Share authenticated;
    private final Share strangers;
    private final ReentrantLock loading = new ReentrantLock();
    private boolean loaded;

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
        return readFull(
                filter.text() == null
                        ? select(filter, DSL.condition("id < ?", id), ID.desc(), limit)
                                .fetch(ID)
                        : search(filter, new SearchText(filter.text()), "id < ?", id, ID.desc(), limit));
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return readFull(
                filter.text() == null
                        ? select(filter, DSL.condition("id > ?", id), ID.asc(), limit)
                                .fetch(ID)
                        : search(filter, new SearchText(filter.text()), "id > ?", id, ID.asc(), limit));
    }

    /** Searches the texts of the exchanges that match otherwise, step by step until enough are found. */
    private List<Long> search(
            Filter filter, SearchText text, String range, long start, SortField<Long> order, int limit) {
        load();
        if (filter.equals(Filter.ofText(filter.text()))
                && authenticated.texts.isComplete()
                && strangers.texts.isComplete()) {
            return searchInMemory(text, start, order.getOrder() == SortOrder.DESC, limit);
        }
        var found = new ArrayList<Long>();
        var at = start;
        List<Long> step;
        do {
            step = select(filter, DSL.condition(range, at), order, STEP).fetch(ID);
            step.stream()
                    .filter(id -> isIn(text, id))
                    .limit(limit - found.size())
                    .forEach(found::add);
            at = step.isEmpty() ? at : step.getLast();
        } while (step.size() == STEP && found.size() < limit);
        return found;
    }

    private List<Long> searchInMemory(SearchText text, long start, boolean newestFirst, int limit) {
        return Stream.of(authenticated, strangers)
                .flatMap(share -> share.texts.search(text, start, newestFirst, limit))
                .sorted(newestFirst ? Comparator.reverseOrder() : Comparator.naturalOrder())
                .limit(limit)
                .toList();
    }

    private boolean isIn(SearchText text, long id) {
        var held = authenticated.texts.find(id);
        if (held == null) {
            held = strangers.texts.find(id);
        }
        return held == null ? find(id).filter(text::isIn).isPresent() : text.isIn(held);
    }

    /** Reads the texts of the exchanges that were stored before this simulator started. */
    private void load() {
        loading.lock();
        try {
            if (!loaded) {
                loadStored();
                loaded = true;
            }
        } finally {
            loading.unlock();
        }
    }

    /** Reads ranges of numbers, the newest first, until all are read or no more fit: sorting would read all rows each time. */
    private void loadStored() {
        var oldest = database.reading().fetchValue("select min(id) from exchange");
        var first = oldest == null ? Long.MAX_VALUE : ((Number) oldest).longValue();
        var to = newestId();
        for (; to >= first && authenticated.texts.hasRoom(); to -= LOADED_AT_ONCE) {
            var newest = to;
            database.reading().connection(connection -> loadUpTo(connection, newest));
        }
        if (to >= first) {
            authenticated.texts.markIncomplete();
        }
    }

    /** Reads through plain JDBC, because records of all columns would take longer than reading the rows. */
    private void loadUpTo(Connection connection, long newest) throws SQLException {
        try (var query = connection.prepareStatement(TEXTS)) {
            query.setLong(1, newest - LOADED_AT_ONCE);
            query.setLong(2, newest);
            try (var row = query.executeQuery()) {
                while (row.next()) {
                    share(row.getBoolean(2))
                            .texts
                            .add(
                                    row.getLong(1),
                                    SearchText.of(
                                            row.getString(3), row.getString(4), row.getBytes(5), row.getBytes(6)));
                }
            }
        }
    }

    private Share share(boolean isAuthenticated) {
        return isAuthenticated ? authenticated : strangers;
    }

    /** Selects only the numbers, which an index has for every filter; reading a row with its messages is expensive. */
    Select<Record1<Long>> select(Filter filter, Condition range, SortField<Long> order, int limit) {
        var status = oneStatusOnly(filter);
        var index = filter.round() != null ? "exchange_round" : status ? "exchange_status" : "exchange_filters";
        return database.reading()
                .select(ID)
                .from("exchange use index (" + index + ")")
                .where(condition(filter).and(range))
                // The status is constant; naming it first lets the database use the order of the index.
                .orderBy(status ? List.of(STATUS.sort(order.getOrder()), order) : List.of(order))
                .limit(limit);
    }

    private static boolean oneStatusOnly(Filter filter) {
        var statuses = filter.statuses();
        return statuses != null && statuses.isOne() && filter.equals(Filter.ofStatus(statuses.first()));
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

    private static Condition condition(Filter filter) {
        var all = DSL.noCondition();
        all = filter.operator() == null ? all : all.and("operator = ?", filter.operator());
        all = filter.player() == null ? all : all.and("player = ?", filter.player());
        all = filter.round() == null ? all : all.and("round = ?", filter.round());
        all = filter.kind() == null ? all : all.and("kind = ?", filter.kind());
        all = filter.transaction() == null ? all : all.and("transaction_id = ?", filter.transaction());
        var statuses = filter.statuses();
        all = statuses == null ? all : all.and("status between ? and ?", statuses.first(), statuses.last());
        all = filter.verdict() == null
                ? all
                : all.and("judgement = ?", filter.verdict().name());
        all = filter.attempt() == null ? all : all.and("attempt >= ?", filter.attempt());
        all = filter.from() == null ? all : all.and("at >= ?", filter.from().toEpochMilli());
        return filter.to() == null ? all : all.and("at < ?", filter.to().toEpochMilli());
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
            database.sql().transaction(tx -> {
                tx.dsl().connection(connection -> insert(connection, batch));
                authenticated.trim(tx.dsl(), batch);
                strangers.trim(tx.dsl(), batch);
            });
            batch.forEach(addition ->
                    share(addition.authenticated()).texts.add(addition.entry().id(), SearchText.of(addition.entry())));
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

        void trim(DSLContext sql, List<Addition> batch) {
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
                now -= sql.execute("delete from exchange where authenticated = ? and id <= ?", authenticated, cut);
                texts.removeUpTo(cut);
            }
            kept = now;
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
            entry.verdict().length() <= LONGEST_VERDICT
                    ? entry.verdict()
                    : entry.verdict().substring(0, LONGEST_VERDICT),
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
