package dev.operatorkit.simulator.command;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Provides the version of the jar. */
final class SimulatorVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var version = SimulatorVersion.class.getPackage().getImplementationVersion();
        return new String[] {"OperatorKit simulator " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
