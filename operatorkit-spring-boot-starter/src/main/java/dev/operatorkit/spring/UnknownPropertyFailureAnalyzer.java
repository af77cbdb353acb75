package dev.operatorkit.spring;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Names a misspelt property without its value, which Spring Boot's own analysis shows: it may be a secret (SIG-17). */
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException>
        implements Ordered {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, UnboundConfigurationPropertiesException cause) {
        var names = cause.getUnboundProperties().stream()
                .map(property -> property.getName().toString())
                .filter(name -> name.startsWith("operatorkit."))
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? null
                : new FailureAnalysis("OperatorKit has no property " + names + ".", "Correct or remove it.", cause);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
