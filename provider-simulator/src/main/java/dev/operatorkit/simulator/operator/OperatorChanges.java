package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.wire.WalletAddress;
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
 * Stores the wallet addresses and secret files of operators that were changed in the console. A change lasts until it is reset, or until the command
 * line (or the operators file) gives the setting another value than when it was changed.
 */
public final class OperatorChanges {
    public static final String WALLET = "wallet";
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

    /** Returns the settings that the console changes; of the secret only the path of its file. */
    private static ObjectNode settings(Operator operator) {
        var file = operator.secretFile();
        return JsonNodeFactory.instance
                .objectNode()
                .put(
                        WALLET,
                        operator.wallet() == null ? null : operator.wallet().toString())
                .put(SECRET_FILE, file == null ? null : file.toString());
    }

    /** Stores how a change made in the console differs from the start. */
    public void store(Operator before, Operator after) {
        var original = settings(started(after.id()));
        var old = settings(before);
        var stored = state.readObject(key(after.id()));
        settings(after).properties().forEach(setting -> {
            var name = setting.getKey();
            if (setting.getValue().equals(original.get(name))) {
                stored.remove(name);
            } else if (!setting.getValue().equals(old.get(name))) {
                stored.putObject(name).<ObjectNode>set(FROM, original.get(name)).set(TO, setting.getValue());
            }
        });
        state.write(key(after.id()), stored.toString());
    }

    /** Restores the changes. One that became invalid, such as a deleted file, must not keep the simulator from starting. */
    private Operator restore(Operator operator) {
        var original = settings(operator);
        var result = operator;
        for (var setting : state.readObject(key(operator.id())).properties()) {
            var name = setting.getKey();
            try {
                if (setting.getValue().path(FROM).equals(original.get(name))) {
                    result = apply(result, name, setting.getValue().path(TO));
                }
            } catch (IllegalArgumentException e) {
                LOG.warn(
                        "The {} of operator {} that was set in the console is not used: {}",
                        name,
                        operator.id(),
                        e.getMessage());
            }
        }
        return result;
    }

    private Operator apply(Operator operator, String name, JsonNode value) {
        return name.equals(SECRET_FILE)
                ? withSecretOf(operator, Path.of(value.asText()))
                : operator.withWallet(value.isNull() ? null : WalletAddress.parse(value.asText()));
    }

    private static String key(String id) {
        return "operator.changes." + id;
    }
}
