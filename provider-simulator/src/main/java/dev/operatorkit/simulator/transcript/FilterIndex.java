package dev.operatorkit.simulator.transcript;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what filters compare of all stored exchanges in memory, because the database takes half a second to scan an index of
 * 100,000. It holds hash codes instead of names, so that an exchange needs 100 bytes. Therefore it finds candidates, which the
 * caller reads and compares with the filter.
 */
final class FilterIndex {
    /** The columns of a stored exchange that filters compare. */
    static final String COLUMNS = "at, operator, kind, player, round, transaction_id, attempt, status, judgement";

    private final ConcurrentNavigableMap<Long, Keys> all = new ConcurrentSkipListMap<>();

    /** Holds the hash codes and values of an exchange that filters compare. */
    record Keys(
            long at,
            int operator,
            int kind,
            int player,
            int round,
            int transaction,
            int attempt,
            int status,
            ExchangeVerdict verdict) {
        /** Reads {@link #COLUMNS}. */
        static Keys of(ResultSet row) throws SQLException {
            return new Keys(
                    row.getLong("at"),
                    Objects.hashCode(row.getString("operator")),
                    Objects.hashCode(row.getString("kind")),
                    Objects.hashCode(row.getString("player")),
                    Objects.hashCode(row.getString("round")),
                    Objects.hashCode(row.getString("transaction_id")),
                    row.getInt("attempt"),
                    row.getInt("status"),
                    ExchangeVerdict.valueOf(row.getString("judgement")));
        }

        static Keys of(Entry entry) {
            return new Keys(
                    entry.at().toEpochMilli(),
                    entry.operator().hashCode(),
                    entry.kind().hashCode(),
                    Objects.hashCode(entry.player()),
                    Objects.hashCode(entry.round()),
                    Objects.hashCode(entry.transaction()),
                    entry.attempt(),
                    entry.status(),
                    entry.judgement());
        }

        boolean mayMatch(Filter filter) {
            return isOf(filter.operator(), operator)
                    && isOf(filter.player(), player)
                    && isOf(filter.round(), round)
                    && isOf(filter.kind(), kind)
                    && isOf(filter.transaction(), transaction)
                    && (filter.statuses() == null || filter.statuses().includes(status))
                    && (filter.verdict() == null || filter.verdict() == verdict)
                    && (filter.attempt() == null || filter.attempt() <= attempt)
                    && (filter.from() == null || filter.from().toEpochMilli() <= at)
                    && (filter.to() == null || at <= filter.to().toEpochMilli());
        }

        private static boolean isOf(@Nullable String wanted, int hash) {
            return wanted == null || wanted.hashCode() == hash;
        }
    }

    /** Adds an exchange, unless it is there. */
    void add(long id, Keys keys) {
        all.putIfAbsent(id, keys);
    }

    /** Drops deleted exchanges. */
    void remove(Collection<Long> ids) {
        ids.forEach(all::remove);
    }

    /** Returns the exchanges on one side of a number that may match a filter, nearest first. Ignores the filter's text. */
    Stream<Long> candidates(Filter filter, long start, boolean newestFirst) {
        var side = newestFirst ? all.headMap(start, false).descendingMap() : all.tailMap(start, false);
        return side.entrySet().stream()
                .filter(entry -> entry.getValue().mayMatch(filter))
                .map(entry -> entry.getKey());
    }
}
