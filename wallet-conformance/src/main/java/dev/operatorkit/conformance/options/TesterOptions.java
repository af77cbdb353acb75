package dev.operatorkit.conformance.options;

import dev.operatorkit.conformance.result.RunDescription;
import picocli.CommandLine.Option;

/** Holds the options that say who tests and where, for the reports. */
public final class TesterOptions {
    @Option(names = "--tester", paramLabel = "NAME", description = "Who tests, for the reports.", defaultValue = "")
    String tester = "";

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "Where the tested system runs, such as staging, for the reports.",
            defaultValue = "")
    String environment = "";

    /** Creates the options; picocli sets them. */
    public TesterOptions() {}

    /** Returns a description with the name and version of what is tested. */
    public RunDescription describe(String name, String version) {
        return new RunDescription(tester, name, version, environment);
    }
}
