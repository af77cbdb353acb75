package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.simulator.database.State;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the settings of operators that were changed in the console. A change lasts until it is reset, or until the command
 * line (or the operators file) gives the setting another value than when it was changed.
 */
public final class OperatorChanges {
    /** Names the setting with the path of the secret file; the secret itself is never stored. */
    public static final String SECRET_FILE = "secretFile";

    private static final Logger LOG = LoggerFactory.getLogger(OperatorChanges.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FROM = "from";
    private static final String TO = "to";

    private final State state;
    private final Map<String, Operator> started = new LinkedHashMap<>();

    /** Creates a store of the changes of these operators, as they were given at the start. */
    public OperatorChanges(State state, Collection<Operator> operators) {
        this.state = state;
        operators.forEach(operator -> started.putIfAbsent(operator.id(), operator));
    }

    /** Returns the operators with their stored changes. */
    public List<Operator> restoreAll(Collection<Operator> operators) {
        return operators.stream().map(this::restore).toList();
    }

    /** Returns an operator as it was given at the start. */
    public Operator started(String id) {
        return Objects.requireNonNull(started.get(id), "There is no operator '" + id + "'.");
    }

    /** Returns all settings as JSON, with the path of the secret file. */
    public static ObjectNode settings(Operator operator) {
        var file = operator.secretFile();
        return OperatorForm.of(operator).put(SECRET_FILE, file == null ? null : file.toString());
    }

    /** Stores how a change made in the console differs from the start. */
    public void store(Operator before, Operator after) {
        var original = settings(started(after.id()));
        var old = settings(before);
        var changed = settings(after);
        var stored = read(after.id());
        changed.fields().forEachRemaining(setting -> {
            var name = setting.getKey();
            if (setting.getValue().equals(original.get(name))) {
                stored.remove(name);
            } else if (!setting.getValue().equals(old.get(name))) {
                stored.putObject(name).<ObjectNode>set(FROM, original.get(name)).set(TO, setting.getValue());
            }
        });
        state.write(key(after.id()), stored.toString());
    }

    private Operator restore(Operator operator) {
        var original = settings(operator);
        var form = JsonNodeFactory.instance.objectNode();
        read(operator.id()).fields().forEachRemaining(setting -> {
            if (Objects.equals(
                    original.get(setting.getKey()), setting.getValue().get(FROM))) {
                form.set(setting.getKey(), setting.getValue().get(TO));
            }
        });
        var result = operator;
        for (var name : new TreeSet<>(
                List.copyOf(form.properties().stream().map(Map.Entry::getKey).toList()))) {
            result = restore(result, name, form);
        }
        return result;
    }

    /** Restores one setting. One that became invalid, such as a deleted file, must not keep the simulator from starting. */
    private static Operator restore(Operator operator, String name, ObjectNode form) {
        try {
            return name.equals(SECRET_FILE)
                    ? operator.withSecretOf(Path.of(form.get(name).asText()))
                    : OperatorForm.apply(
                            operator, JsonNodeFactory.instance.objectNode().set(name, form.get(name)));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "The {} of operator {} that was set in the console is not used: {}",
                    name,
                    operator.id(),
                    e.getMessage());
            return operator;
        }
    }

    private ObjectNode read(String id) {
        try {
            return (ObjectNode) JSON.readTree(state.read(key(id)).orElse("{}"));
        } catch (JsonProcessingException | ClassCastException e) {
            throw new IllegalStateException("The stored settings of operator '" + id + "' cannot be read.", e);
        }
    }

    private static String key(String id) {
        return "operator.changes." + id;
    }
}
