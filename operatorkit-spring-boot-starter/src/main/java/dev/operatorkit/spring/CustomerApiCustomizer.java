package dev.operatorkit.spring;

import dev.operatorkit.client.CustomerApiBuilder;

/**
 * Changes the client that the starter builds, after its properties: define a bean of this type. One with the {@code
 * Qualifier} of an operator changes the client of that operator only. Called once, on the thread that starts the application.
 */
@FunctionalInterface
public interface CustomerApiCustomizer {
    /** Changes the client. */
    void customize(CustomerApiBuilder client);
}
