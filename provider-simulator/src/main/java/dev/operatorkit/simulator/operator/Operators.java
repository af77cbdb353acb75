package dev.operatorkit.simulator.operator;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Holds the operators. Keep an id and look the operator up when needed, since its settings may change. */
public final class Operators {
    private volatile Map<String, Operator> byId;

    /** Creates the operators: at least one, each id once. */
    public Operators(Collection<Operator> operators) {
        var map = new LinkedHashMap<String, Operator>();
        for (var operator : operators) {
            if (map.putIfAbsent(operator.id(), operator) != null) {
                throw new IllegalArgumentException(
                        "Operator '" + operator.id() + "' is given twice. Give each id once.");
            }
        }
        if (map.isEmpty()) {
            throw new IllegalArgumentException("No operator is given. Give at least one.");
        }
        byId = map;
    }

    public Optional<Operator> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the operator with an id, or throws an IllegalArgumentException if there is none. */
    public Operator get(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("There is no operator '" + id + "'."));
    }

    /** Returns all operators in the order of the start. */
    public List<Operator> all() {
        return List.copyOf(byId.values());
    }

    public Operator first() {
        return byId.values().iterator().next();
    }

    /** Changes the wallet, allowlist or settings of an operator, but not its id or order. */
    public synchronized Operator change(String id, UnaryOperator<Operator> change) {
        var changed = change.apply(get(id));
        if (!changed.id().equals(id)) {
            throw new IllegalArgumentException("The id of an operator cannot be changed.");
        }
        var map = new LinkedHashMap<>(byId);
        map.put(id, changed);
        byId = map;
        return changed;
    }
}
