package dev.operatorkit.spring;

import dev.operatorkit.spring.OperatorKitProperties.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the path of each operator whose callbacks are answered. */
final class CallbackPaths {
    private final List<CallbackPath> paths = new ArrayList<>();

    /** Creates the paths of these operators, of which none may be below that of another. */
    CallbackPaths(Collection<Operator> operators) {
        for (var operator : operators) {
            if (operator.properties().wallet().enabled()) {
                add(
                        new CallbackPath(
                                operator.name(), operator.properties().wallet().validPrefix(operator.at())),
                        operator.at());
            }
        }
    }

    private void add(CallbackPath added, String at) {
        for (var path : paths) {
            if (path.includes(added.value()) || added.includes(path.value())) {
                throw new InvalidConfigurationException(
                        "The property " + at + ".wallet.prefix is " + added.value() + ", but operator "
                                + path.operator() + " has " + path.value() + ".",
                        "Give each operator a path that is not below that of another.");
            }
        }
        paths.add(added);
    }

    /** Moves all paths below the context path. */
    void moveBelow(String contextPath) {
        paths.forEach(path -> path.moveBelow(contextPath));
    }

    /** Lists the paths. */
    List<CallbackPath> all() {
        return paths;
    }

    /** Returns the path of this operator. */
    CallbackPath of(String operator) {
        return paths.stream()
                .filter(path -> path.operator().equals(operator))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the path that a callback with this raw path is below, or null if it is none. */
    @Nullable
    CallbackPath find(String rawPath) {
        for (var path : paths) {
            if (path.includes(rawPath)) {
                return path;
            }
        }
        return null;
    }
}
