package dev.operatorkit.spring;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Names a property that does not exist or has no valid value, without its value, which Spring Boot's own analysis shows: it may be a secret (SIG-17). */
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> implements Ordered {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, BindException cause) {
        if (cause.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
            var names = unbound.getUnboundProperties().stream()
                    .map(property -> property.getName().toString())
                    .filter(PropertyFailureAnalyzer::isOurs)
                    .collect(Collectors.joining(", "));
            return names.isEmpty()
                    ? null
                    : new FailureAnalysis("OperatorKit has no property " + names + ".", "Correct or remove it.", cause);
        }
        var name = cause.getName().toString();
        return isOurs(name)
                ? new FailureAnalysis(
                        "The property " + name + " is not valid: its value is not of type "
                                + cause.getTarget().getType() + ".",
                        "Correct the property " + name + ".",
                        cause)
                : null;
    }

    private static boolean isOurs(String property) {
        return property.startsWith("operatorkit.");
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
