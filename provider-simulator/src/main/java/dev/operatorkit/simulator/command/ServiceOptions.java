package dev.operatorkit.simulator.command;

import picocli.CommandLine.Option;

/** Holds the options that say for whom the service is served, and on which address. */
final class ServiceOptions {
    @Option(
            names = "--operator",
            paramLabel = "ID",
            defaultValue = "demo",
            description = "The operator id. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String operator;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on. Default: loopback.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String bind;
}
