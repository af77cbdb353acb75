package dev.operatorkit.reference;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the manifest of the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"OperatorKit wallet " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
