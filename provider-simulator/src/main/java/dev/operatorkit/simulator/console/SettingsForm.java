package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.Limits;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Converts the wallet's address, the secret file and the remembered values of an operator to the fields of a form and back. The admin
 * API changes the other settings.
 *
 * @param operator the operator with its current settings
 * @param sent the sent values, for a form that is shown again; empty for the current ones
 * @param problems the messages by field
 */
record SettingsForm(Operator operator, Map<String, String> sent, Map<String, String> problems) {
    static final String WALLET = OperatorChanges.WALLET;
    static final String SECRET_FILE = OperatorChanges.SECRET_FILE;

    /** Lists the values that are typed once and remembered. */
    static final List<Setting> REMEMBERED = List.of(
            new Setting(TypedValues.TOKEN, "Player token", ""),
            new Setting(TypedValues.SECOND_TOKEN, "Second player token", ""),
            new Setting(TypedValues.PLAYER, "Account id", ""),
            new Setting(TypedValues.GAME, "Game", "the first one"),
            new Setting(TypedValues.CURRENCY, "Currency", ""));

    /** Lists all settings as the form shows them. */
    static final List<Setting> ALL = Stream.concat(
                    Stream.of(
                            new Setting(
                                    WALLET,
                                    "Wallet address, with the prefix of its callbacks",
                                    "https://wallet.example/callbacks"),
                            new Setting(SECRET_FILE, "Secret file, read by the simulator", "/path/to/operator.secret")),
                    REMEMBERED.stream())
            .toList();

    record Setting(String name, String label, String placeholder) {
        boolean isRemembered() {
            return REMEMBERED.contains(this);
        }
    }

    static SettingsForm of(Operator operator) {
        return new SettingsForm(operator, Map.of(), Map.of());
    }

    /** Returns the anchor of an operator's form. It is encoded, since an id may hold any sign. */
    static String anchor(Operator operator) {
        return "settings-" + FormData.encode(operator.id());
    }

    /** Returns the text of a field: the sent value, or the current one. */
    public String value(String name, TypedValues remembered) {
        var value = sent.get(name);
        if (value != null) {
            return value;
        }
        return switch (name) {
            case WALLET -> Objects.toString(operator.wallet(), "");
            case SECRET_FILE -> Objects.toString(operator.secretFile(), "");
            default -> remembered.get(operator.id(), name);
        };
    }

    public String problem(String name) {
        return problems.getOrDefault(name, "");
    }

    /** Returns the operator with the values of a form. Puts a message into {@code problems} for each invalid field. */
    static Operator apply(
            OperatorChanges changes, Operator operator, Map<String, String> values, Map<String, String> problems) {
        var result = operator;
        for (var field : values.entrySet()) {
            try {
                result = apply(changes, result, field.getKey(), field.getValue());
            } catch (InvalidPathException e) {
                problems.put(field.getKey(), "This is not a file path: " + e.getReason() + ".");
            } catch (IllegalArgumentException e) {
                problems.put(field.getKey(), String.valueOf(e.getMessage()));
            }
        }
        return result;
    }

    private static Operator apply(OperatorChanges changes, Operator operator, String name, String value) {
        return switch (name) {
            case WALLET -> operator.withWallet(value.isEmpty() ? null : WalletAddress.parse(value));
            case SECRET_FILE -> value.isEmpty() ? operator : withSecretOf(changes, operator, Path.of(value));
            default -> {
                if (!value.isEmpty()) {
                    requireTyped(name, value);
                }
                yield operator;
            }
        };
    }

    /** Reads the file again even under the same name, since it may have changed. Keeps a key set with previous secrets if it has not. */
    private static Operator withSecretOf(OperatorChanges changes, Operator operator, Path file) {
        var read = changes.withSecretOf(operator, file);
        var current = operator.secret();
        var isSame = current != null
                && read.secret() != null
                && current.isSame(read.secret())
                && Objects.equals(read.secretFile(), operator.secretFile());
        return isSame ? operator : read;
    }

    /** Refuses what cannot be sent, which would fail each check of the overview instead (D-36). */
    private static void requireTyped(String name, String value) {
        switch (name) {
            case TypedValues.CURRENCY -> CurrencyCode.ofUnlisted(value);
            case TypedValues.TOKEN, TypedValues.SECOND_TOKEN -> Limits.requireToken("The token", value);
            default -> {
                if (!Limits.isId(value)) {
                    throw new IllegalArgumentException(
                            "Enter 1 to " + Limits.MAX_ID_LENGTH + " characters, none of them a control character.");
                }
            }
        }
    }
}
