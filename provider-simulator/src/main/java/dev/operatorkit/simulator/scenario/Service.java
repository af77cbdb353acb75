package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.signing.SecretKeys;
import java.net.URI;
import java.time.Clock;
import java.util.Map;

/** Serves the whole Customer API for one lane, with its own state. */
public interface Service extends AutoCloseable {
    @FunctionalInterface
    interface Starter {
        /** Starts a service for this operator; {@code publicAddress} is the base of its launch URLs. */
        Service start(String operator, SecretKeys keys, URI publicAddress, Clock clock);
    }

    URI address();

    Map<String, Evidence.Offer> games();

    /** Switches a game on or off. */
    void makeAvailable(String slug, boolean available);

    void createCampaign(String code);

    @Override
    void close();
}
