package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.wire.Limits;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Converts the wallet's address and the remembered values of an operator to the fields of a form and back. The admin
 * API changes the other settings.
 *
 * @param operator the operator with its current settings
 * @param sent the sent values, for a form that is shown again; empty for the current ones
 * @param problems the messages by field
 */
record SettingsForm(Operator operator, Map<String, String> sent, Map<String, String> problems) {
    static final String WALLET = "wallet";

    /** Lists the values that are typed once and remembered. */
    static final List<Setting> REMEMBERED = List.of(
            new Setting(TypedValues.TOKEN, "Player token", ""),
            new Setting(TypedValues.SECOND_TOKEN, "Second player token", ""),
            new Setting(TypedValues.PLAYER, "Account id", ""),
            new Setting(TypedValues.GAME, "Game", "the first one"),
            new Setting(TypedValues.CURRENCY, "Currency", ""));

    /** Lists all settings as the form shows them. */
    static final List<Setting> ALL = Stream.concat(
                    Stream.of(new Setting(
                            WALLET,
                            "Wallet address, with the prefix of its callbacks",
                            "https://wallet.example/callbacks")),
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
            default -> remembered.get(operator.id(), name);
        };
    }

    public String problem(String name) {
        return problems.getOrDefault(name, "");
    }

    /** Returns the operator with the values of a form. Puts a message into {@code problems} for each invalid field. */
    static Operator apply(Operator operator, Map<String, String> values, Map<String, String> problems) {
        var result = operator;
        for (var field : values.entrySet()) {
            var value = field.getValue();
            try {
                if (field.getKey().equals(WALLET)) {
                    result = result.withWallet(value.isEmpty() ? null : WalletAddress.parse(value));
                } else if (!value.isEmpty()) {
                    requireTyped(field.getKey(), value);
                }
            } catch (IllegalArgumentException e) {
                problems.put(field.getKey(), String.valueOf(e.getMessage()));
            }
        }
        try {
            return withSecret(result);
        } catch (IllegalArgumentException e) {
            problems.put(WALLET, String.valueOf(e.getMessage()));
            return operator;
        }
    }

    /** Reads the file of the secret again, since it may have changed. Keeps a key set with previous secrets if it has not. */
    private static Operator withSecret(Operator operator) {
        var file = operator.secretFile();
        if (file == null) {
            return operator;
        }
        var read = operator.withSecretOf(file);
        var current = operator.secret();
        return current != null && read.secret() != null && current.isSame(read.secret()) ? operator : read;
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
