package dev.operatorkit.simulator.operator;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads and writes enum constants as JSON and commands spell them: {@code drop-response} for {@code DROP_RESPONSE}. */
public final class ConstantNames {
    private ConstantNames() {}

    /** Returns the spelling of a constant's name. */
    public static String format(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the constant of a name in any case, with hyphens or underscores, or throws an IllegalArgumentException that
     * lists the names.
     */
    public static <E extends Enum<E>> E parse(Class<E> type, String field, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> format(constant.name()).equals(format(name)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + field + "' must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(constant -> format(constant.name()))
                                .collect(Collectors.joining(", "))
                        + ", not '" + name + "'"));
    }
}
