package dev.operatorkit.reference.store;

import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.jdbc.AccountColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Refuses the bets of excluded players. A column of the row that a unit of work locks has the day from which they may bet again. */
public final class Exclusion implements AccountColumns<LocalDate>, DebitPolicy {
    static final PolicyRefusal REFUSAL = new PolicyRefusal(Reason.SELF_EXCLUDED, "the player is self-excluded");

    /** Names the reason for the metrics. */
    private enum Reason {
        SELF_EXCLUDED
    }

    @Override
    public Optional<PolicyRefusal> check(ProposedDebit debit) {
        var today = LocalDate.ofInstant(debit.time(), ZoneOffset.UTC);
        return debit.data(LocalDate.class).filter(today::isBefore).map(until -> REFUSAL);
    }

    @Override
    public List<String> names() {
        return List.of("excluded_until");
    }

    @Override
    public @Nullable LocalDate read(ResultSet row, int first, Map<String, StoredTransaction> known)
            throws SQLException {
        return row.getObject(first, LocalDate.class);
    }

    @Override
    public List<Written> written() {
        return List.of();
    }

    @Override
    public List<Object> valuesAfter(LocalDate until, Collection<StoredTransaction> applied) {
        return List.of();
    }
}
