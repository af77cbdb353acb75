package dev.operatorkit.simulator.operator;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.database.State;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the wallet addresses of operators that were changed in the console. A change lasts until it is reset, or until the command line
 * (or the operators file) gives another address than when it was changed.
 */
public final class OperatorChanges {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorChanges.class);
    private static final String WALLET = "wallet";
    private static final String FROM = "from";
    private static final String TO = "to";

    private final State state;
    private final Map<String, Operator> started = new LinkedHashMap<>();

    /** Creates a store of the changes of these operators, as they were given at the start. */
    public OperatorChanges(State state, Collection<Operator> operators) {
        this.state = state;
        operators.forEach(operator -> started.putIfAbsent(operator.id(), operator));
    }

    public List<Operator> restoreAll(Collection<Operator> operators) {
        return operators.stream().map(this::restore).toList();
    }

    public Operator started(String id) {
        return Objects.requireNonNull(started.get(id), "There is no operator '" + id + "'.");
    }

    /** Stores how a change made in the console differs from the start. */
    public void store(Operator before, Operator after) {
        var original = wallet(started(after.id()));
        var stored = state.readObject(key(after.id()));
        if (wallet(after).equals(original)) {
            stored.remove(WALLET);
        } else if (!wallet(after).equals(wallet(before))) {
            stored.putObject(WALLET).put(FROM, original).put(TO, wallet(after));
        }
        state.write(key(after.id()), stored.toString());
    }

    /** Restores the change. One that became invalid must not keep the simulator from starting. */
    private Operator restore(Operator operator) {
        var change = state.readObject(key(operator.id())).path(WALLET);
        if (!change.path(FROM).asText("").equals(wallet(operator)) || change.isMissingNode()) {
            return operator;
        }
        try {
            var to = change.path(TO).asText("");
            return operator.withWallet(to.isEmpty() ? null : WalletAddress.parse(to));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "The wallet of operator {} that was set in the console is not used: {}",
                    operator.id(),
                    e.getMessage());
            return operator;
        }
    }

    private static String wallet(Operator operator) {
        return operator.wallet() == null ? "" : operator.wallet().toString();
    }

    private static String key(String id) {
        return "operator.changes." + id;
    }
}
