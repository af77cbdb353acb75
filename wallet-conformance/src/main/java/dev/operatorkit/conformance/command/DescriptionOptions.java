package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.options.TesterOptions;
import dev.operatorkit.conformance.result.RunDescription;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds the options that say who tests which wallet, for the reports. */
final class DescriptionOptions {
    @Mixin
    TesterOptions tester = new TesterOptions();

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

    RunDescription description() {
        return tester.describe(walletName, walletVersion);
    }
}
