package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.RunDescription;
import picocli.CommandLine.Option;

/** Holds the options that say who tests what, for the reports. */
final class DescriptionOptions {
    @Option(names = "--tester", paramLabel = "NAME", description = "Who tests, for the reports.", defaultValue = "")
    String tester = "";

    @Option(
            names = "--wallet-name",
            paramLabel = "NAME",
            description = "The wallet, for the reports.",
            defaultValue = "")
    String walletName = "";

    @Option(
            names = "--wallet-version",
            paramLabel = "VERSION",
            description = "Its version or commit, for the reports.",
            defaultValue = "")
    String walletVersion = "";

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "Where the wallet runs, such as staging, for the reports.",
            defaultValue = "")
    String environment = "";

    RunDescription description() {
        return new RunDescription(tester, walletName, walletVersion, environment);
    }
}
