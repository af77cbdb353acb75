package dev.operatorkit.simulator.conformance.report;

import java.util.Objects;

/** Which suite it was. */
final class Version {
    static final String SUITE = "OperatorKit conformance "
            + Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "(development)");

    private Version() {}
}
