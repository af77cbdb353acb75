package dev.operatorkit.simulator;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class ProgramVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var version = ProgramVersion.class.getPackage().getImplementationVersion();
        return new String[] {"OperatorKit simulator " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
