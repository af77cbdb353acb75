package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.operator.TypedValues;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Converts the settings of an operator to the fields of a form and back.
 *
 * @param operator the operator with its current settings
 * @param typed the sent values, for a form that is shown again; empty for the current ones
 * @param problems the messages by field; under an empty name a message about the whole form
 */
record SettingsForm(Operator operator, Map<String, String> typed, Map<String, String> problems) {
    /** Lists the settings other than the address and the secret file, with their labels. */
    static final List<Setting> FURTHER = List.of(
            new Setting("allowSource", "Allowed sources of Customer API calls (NET-1)", "any"),
            new Setting("requestsPerMinute", "Customer API calls per minute, 0 for no limit (D-36)", ""),
            Setting.choice("disabledCampaigns", "Disabled campaigns in searches (D-8)", "hidden", "reported"),
            Setting.choice("codeCollisions", "Bonus codes that exist (D-6)", "refuse", "allow"),
            new Setting("omittedFields", "Optional fields that callbacks omit (D-16)", "none"),
            new Setting("concurrency", "Concurrent settlements", ""),
            new Setting("connectTimeout", "Time to connect (D-34)", ""),
            new Setting("callTimeout", "Time for a call (D-34)", ""),
            new Setting("initialRetryDelay", "First retry after (D-33)", ""),
            new Setting("maxRetryDelay", "Longest pause between retries (D-33)", ""),
            new Setting("retryJitter", "Jitter of retries, 0.2 for ±20 % (D-33)", ""),
            new Setting("retryWindow", "Retries end after (DEL-1)", ""));

    /** Lists the values that are typed once and remembered. */
    static final List<Setting> REMEMBERED = List.of(
            new Setting(TypedValues.TOKEN, "Player token", ""),
            new Setting(TypedValues.SECOND_TOKEN, "Second player token", ""),
            new Setting(TypedValues.PLAYER, "Account id", ""),
            new Setting(TypedValues.GAME, "Game", "the first one"),
            new Setting(TypedValues.CURRENCY, "Currency", ""));

    private static final int MAX_DIGITS = 18;

    static final String WALLET = "wallet";
    static final String WHOLE = "";

    /** Holds one setting as the form shows it, with its values if there are only a few. */
    record Setting(String name, String label, String placeholder, List<String> choices) {
        Setting(String name, String label, String placeholder) {
            this(name, label, placeholder, List.of());
        }

        static Setting choice(String name, String label, String... choices) {
            return new Setting(name, label, "", List.of(choices));
        }
    }

    /** Returns the form of the current settings. */
    static SettingsForm of(Operator operator) {
        return new SettingsForm(operator, Map.of(), Map.of());
    }

    /** Returns the anchor of an operator's form. It is encoded, since an id may hold any sign. */
    static String anchor(Operator operator) {
        return "settings-" + FormData.encode(operator.id());
    }

    /** Returns the text of a field: the sent or the current value. */
    public String value(String name) {
        var sent = typed.get(name);
        return sent == null ? text(OperatorChanges.settings(operator).get(name)) : sent;
    }

    /** Returns the text of a remembered field: the sent value, or the one typed before. */
    public String value(String name, TypedValues remembered) {
        var sent = typed.get(name);
        return sent == null ? remembered.get(operator.id(), name) : sent;
    }

    /** Returns the problem of a field, or an empty text. */
    public String problem(String name) {
        return problems.getOrDefault(name, "");
    }

    private static String text(JsonNode value) {
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(", "))
                : value.asText();
    }

    /**
     * Returns the operator with the values of a form. Puts a message into {@code problems} for each invalid field, and
     * then returns the operator unchanged.
     */
    static Operator apply(Operator operator, Map<String, String> values, Map<String, String> problems) {
        var fields = new LinkedHashMap<String, ObjectNode>();
        values.forEach((name, value) -> {
            if (OperatorForm.NAMES.contains(name)) {
                try {
                    fields.put(name, JsonNodeFactory.instance.objectNode().set(name, json(name, value)));
                } catch (IllegalArgumentException e) {
                    problems.put(name, String.valueOf(e.getMessage()));
                }
            }
        });
        var result = applyAll(operator, fields, problems);
        var file = values.getOrDefault(OperatorChanges.SECRET_FILE, "");
        if (!file.isEmpty()) {
            try {
                // Read again even under the same name, since the file may have changed.
                var read = result.withSecretOf(Path.of(file));
                result = isSameSecret(read, operator) ? result : read;
            } catch (InvalidPathException e) {
                problems.put(OperatorChanges.SECRET_FILE, "This is not a file path: " + e.getReason() + ".");
            } catch (IllegalArgumentException e) {
                problems.put(OperatorChanges.SECRET_FILE, String.valueOf(e.getMessage()));
            }
        }
        return problems.isEmpty() ? result : operator;
    }

    /** Keeps a key set with previous secrets as long as the signing secret is the same. */
    private static boolean isSameSecret(Operator read, Operator operator) {
        var current = operator.secret();
        var other = read.secret();
        return current != null
                && other != null
                && current.isSame(other)
                && read.secretFile() != null
                && read.secretFile().equals(operator.secretFile());
    }

    /** Applies all fields together, since some limit each other, and blames single ones if that fails. */
    private static Operator applyAll(Operator operator, Map<String, ObjectNode> fields, Map<String, String> problems) {
        var all = JsonNodeFactory.instance.objectNode();
        fields.values().forEach(all::setAll);
        try {
            return OperatorForm.apply(operator, all);
        } catch (IllegalArgumentException e) {
            fields.forEach((name, field) -> {
                try {
                    OperatorForm.apply(operator, field);
                } catch (IllegalArgumentException invalid) {
                    problems.put(name, String.valueOf(invalid.getMessage()));
                }
            });
            if (problems.isEmpty()) {
                problems.put(WHOLE, String.valueOf(e.getMessage()));
            }
            return operator;
        }
    }

    private static JsonNode json(String name, String value) {
        var nodes = JsonNodeFactory.instance;
        return switch (name) {
            case "requestsPerMinute", "concurrency" -> nodes.numberNode(integer(value));
            case "retryJitter" -> nodes.numberNode(decimal(value));
            case "allowSource", "omittedFields" -> {
                var list = nodes.arrayNode();
                Arrays.stream(value.split("[\\s,]+", -1))
                        .filter(each -> !each.isEmpty())
                        .forEach(list::add);
                yield list;
            }
            case WALLET -> value.isEmpty() ? nodes.nullNode() : nodes.textNode(value);
            default -> nodes.textNode(value);
        };
    }

    private static BigInteger integer(String value) {
        try {
            return new BigInteger(value.length() > MAX_DIGITS ? "" : value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Enter a whole number of at most " + MAX_DIGITS + " digits, not '" + value + "'.", e);
        }
    }

    private static double decimal(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Enter a number such as 0.2, not '" + value + "'.", e);
        }
    }
}
