package dev.operatorkit.conformance;

/**
 * What a wallet does where the specification is open.
 *
 * @param decision the decision that settles the point for this project ({@code D-…}), or a rule that leaves room
 * @param seen what the wallet did
 * @param recommended what the decision recommends
 */
public record Observation(String decision, String seen, String recommended) {}
