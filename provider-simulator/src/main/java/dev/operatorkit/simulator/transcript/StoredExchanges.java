package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.SortField;
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
                    + " status, verdict, fault, micros, request, response, signed, authenticated) values (?, ?, ?,"
                    + " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final List<Share> shares;

    StoredExchanges(Database database, int bound) {
        this.database = database;
        this.shares = List.of(new Share(true, bound), new Share(false, Exchanges.strangersShare(bound)));
        database.create(Transcript.class);
    }

    @Override
    public long newestId() {
        var newest = database.reading().fetchValue("select max(id) from exchange");
        return newest == null ? 0 : ((Number) newest).longValue();
    }

    @Override
    public List<Entry> before(Filter filter, long id, int limit) {
        return readFull(select(filter, DSL.condition("id < ?", id), ID.desc(), limit));
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return readFull(select(filter, DSL.condition("id > ?", id), ID.asc(), limit));
    }

    /** Selects only the numbers, which an index has for every filter; reading a row with its messages is expensive. */
    Select<Record1<Long>> select(Filter filter, Condition range, SortField<Long> order, int limit) {
        var byStatus = filter.equals(Filter.ofStatus(filter.status())) && filter.status() != null;
        var index = filter.round() != null ? "exchange_round" : byStatus ? "exchange_status" : "exchange_search";
        return database.reading()
                .select(ID)
                .from("exchange use index (" + index + ")")
                .where(condition(filter).and(range))
                // The status is constant; naming it first lets the database use the order of the index.
                .orderBy(byStatus ? List.of(STATUS.sort(order.getOrder()), order) : List.of(order))
                .limit(limit);
    }

    private List<Entry> readFull(Select<Record1<Long>> found) {
        var ids = found.fetch(ID);
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
        all = filter.status() == null ? all : all.and("status = ?", filter.status());
        all = filter.attempt() == null ? all : all.and("attempt >= ?", filter.attempt());
        var text = filter.text();
        return text == null
                ? all
                : all.and("(position(? in verdict) > 0 or position(? in transaction_id) > 0)", text, text);
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
                row.get("signed", byte[].class));
    }

    @Override
    public void store(List<Addition> batch) {
        try {
            database.sql().transaction(tx -> {
                tx.dsl().connection(connection -> insert(connection, batch));
                shares.forEach(share -> share.trim(tx.dsl(), batch));
            });
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
        private long kept = -1;

        Share(boolean authenticated, int bound) {
            this.authenticated = authenticated;
            this.bound = bound;
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
            addition.authenticated()
        };
    }
}
