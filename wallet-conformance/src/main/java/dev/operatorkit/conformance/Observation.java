package dev.operatorkit.conformance;

/**
 * Records what a wallet does where the specification is open.
 *
 * @param decision the decision that settles the point for this project ({@code D-…}), or a rule that leaves room
 * @param seen the behaviour of the wallet
 * @param recommended the behaviour that the decision recommends
 */
public record Observation(String decision, String seen, String recommended) {}
