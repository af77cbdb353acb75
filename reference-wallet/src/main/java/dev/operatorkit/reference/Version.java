package dev.operatorkit.reference;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"OperatorKit wallet " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
