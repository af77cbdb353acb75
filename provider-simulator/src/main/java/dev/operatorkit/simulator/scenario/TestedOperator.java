package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.signing.SecretKeys;

/**
 * Holds the operator whose client is judged.
 *
 * @param keys the key set that the service verifies calls with
 * @param secret the secret that must sign, and must be nowhere else (SIG-17)
 */
public record TestedOperator(String id, SecretKeys keys, Secret secret) {}
