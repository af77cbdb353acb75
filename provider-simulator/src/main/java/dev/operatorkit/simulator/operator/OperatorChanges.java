package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.simulator.database.State;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
    private static final String FROM = "from";
    private static final String TO = "to";

    private final State state;
    private final @Nullable Path secretFolder;
    private final Map<String, Operator> started = new LinkedHashMap<>();

    /**
     * Creates a store of the changes of these operators, as they were given at the start.
     *
     * @param secretFolder the real path of the folder below which secret files may be named; null for none
     */
    public OperatorChanges(State state, Collection<Operator> operators, @Nullable Path secretFolder) {
        this.state = state;
        this.secretFolder = secretFolder;
        operators.forEach(operator -> started.putIfAbsent(operator.id(), operator));
    }

    public List<Operator> restoreAll(Collection<Operator> operators) {
        return operators.stream().map(this::restore).toList();
    }

    public Operator started(String id) {
        return Objects.requireNonNull(started.get(id), "There is no operator '" + id + "'.");
    }

    /** Returns a copy that signs with the secret of a file, or throws an IllegalArgumentException if it may not be read or has none. */
    public Operator withSecretOf(Operator operator, Path file) {
        var given = started.values().stream()
                .map(Operator::secretFile)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return operator.withSecretOf(SecretFile.requireAllowed(file, given, secretFolder));
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
        var stored = state.readObject(key(after.id()));
        changed.properties().forEach(setting -> {
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
        state.readObject(key(operator.id())).properties().forEach(setting -> {
            if (Objects.equals(
                    original.get(setting.getKey()), setting.getValue().get(FROM))) {
                form.set(setting.getKey(), setting.getValue().get(TO));
            }
        });
        var file = form.remove(SECRET_FILE);
        var result = restoreSettings(operator, form);
        try {
            return file == null ? result : withSecretOf(result, Path.of(file.asText()));
        } catch (IllegalArgumentException e) {
            warn(operator, SECRET_FILE, e);
            return result;
        }
    }

    /** Restores all settings together, since some limit each other, or else those that are still valid. */
    private static Operator restoreSettings(Operator operator, ObjectNode form) {
        try {
            return OperatorForm.apply(operator, form);
        } catch (IllegalArgumentException e) {
            var result = operator;
            for (var setting : form.properties()) {
                var single =
                        JsonNodeFactory.instance.objectNode().<ObjectNode>set(setting.getKey(), setting.getValue());
                try {
                    result = OperatorForm.apply(result, single);
                } catch (IllegalArgumentException invalid) {
                    warn(operator, setting.getKey(), invalid);
                }
            }
            return result;
        }
    }

    /** Reports a change that became invalid, such as a deleted file, which must not keep the simulator from starting. */
    private static void warn(Operator operator, String name, IllegalArgumentException cause) {
        LOG.warn(
                "The {} of operator {} that was set in the console is not used: {}",
                name,
                operator.id(),
                cause.getMessage());
    }

    private static String key(String id) {
        return "operator.changes." + id;
    }
}
