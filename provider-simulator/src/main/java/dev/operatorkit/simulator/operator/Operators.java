package dev.operatorkit.simulator.operator;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The operators being served. Hold an id, ask for the operator when it is needed: its settings may change meanwhile. */
public final class Operators {
    private volatile Map<String, Operator> byId;

    /** At least one, each id once. */
    public Operators(Collection<Operator> operators) {
        var map = new LinkedHashMap<String, Operator>();
        for (var operator : operators) {
            if (map.putIfAbsent(operator.id(), operator) != null) {
                throw new IllegalArgumentException("operator '" + operator.id() + "' is given twice");
            }
        }
        if (map.isEmpty()) {
            throw new IllegalArgumentException("no operator is given");
        }
        byId = map;
    }

    /** The operator of that id, if it is served. */
    public Optional<Operator> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The operator of that id; IllegalArgumentException when it is not served. */
    public Operator get(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("there is no operator '" + id + "'"));
    }

    /** All of them, in the order given at the start. */
    public List<Operator> all() {
        return List.copyOf(byId.values());
    }

    /** The first one: who is meant when nobody is named. */
    public Operator first() {
        return byId.values().iterator().next();
    }

    /** Changes one operator's wallet, allowlist or settings; its id and order stay. */
    public synchronized Operator change(String id, UnaryOperator<Operator> change) {
        var changed = change.apply(get(id));
        if (!changed.id().equals(id)) {
            throw new IllegalArgumentException("an operator keeps its id");
        }
        var map = new LinkedHashMap<>(byId);
        map.put(id, changed);
        byId = map;
        return changed;
    }
}
