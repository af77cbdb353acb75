package dev.operatorkit.simulator.testkit;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Creates the simulator of a test; JUnit closes it with the test. */
final class ProviderSimulatorExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ProviderSimulatorExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ProviderSimulator.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Java21.require();
        return context.getStore(NAMESPACE)
                .computeIfAbsent(ProviderSimulator.class, type -> start(context), ProviderSimulator.class);
    }

    private static ProviderSimulator start(ExtensionContext context) {
        var wish = AnnotationSupport.findAnnotation(context.getRequiredTestClass(), ProviderSimulatorTest.class)
                .orElseThrow();
        var wallet = wish.wallet().isEmpty() ? null : WalletAddress.parse(wish.wallet());
        var keys = wish.secretFile().isEmpty()
                ? SecretKeys.of(wish.secret())
                : SecretKeys.fromFile(Path.of(wish.secretFile()));
        var operator = Operator.of(wish.operator(), keys, wallet);
        var settings = SimulatorSettings.local(operator).chances(OutcomeSource.of(wish.seed()));
        return new ProviderSimulator(Simulator.start(settings), wish.operator());
    }
}
