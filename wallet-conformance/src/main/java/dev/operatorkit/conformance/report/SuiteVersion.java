package dev.operatorkit.conformance.report;

import java.util.Objects;

/** Names the suite and its version. */
final class SuiteVersion {
    static final String SUITE = "OperatorKit conformance "
            + Objects.requireNonNullElse(SuiteVersion.class.getPackage().getImplementationVersion(), "(development)");

    private SuiteVersion() {}
}
