package dev.operatorkit.simulator.runs;

import java.util.List;

/**
 * Describes a load run that ended.
 *
 * @param label the operator's own words, or empty
 * @param walletVersion the version that the operator gave or the wallet named in its {@code Server} header, or empty
 * @param started when it began, in UTC
 * @param planned the rounds that it was to play
 * @param rounds the rounds that it played
 * @param rate the rounds per second
 * @param p50 the median latency of debits in milliseconds
 * @param p99 the 99th percentile of the latency of debits in milliseconds
 * @param violations what the audit found
 * @param problem why it could not run or was not audited, or empty
 */
public record LoadSummary(
        String operator,
        String wallet,
        String label,
        String walletVersion,
        String started,
        int players,
        int concurrency,
        long seed,
        long planned,
        long rounds,
        double rate,
        double p50,
        double p99,
        long refused,
        List<String> violations,
        String problem) {
    /** Copies the list. */
    public LoadSummary {
        violations = List.copyOf(violations);
    }

    /** Returns whether the rates of two runs can be compared: the same wallet, rounds, players and callers. */
    public boolean isLike(LoadSummary other) {
        return wallet.equals(other.wallet)
                && planned == other.planned
                && players == other.players
                && concurrency == other.concurrency
                && problem.isEmpty();
    }

    /** Returns the outcome in words. */
    public String outcome() {
        return !problem.isEmpty()
                ? rounds == 0 ? "could not run" : "not audited"
                : !violations.isEmpty()
                        ? "the ledger does not balance"
                        : rounds < planned ? "stopped, the ledger balances" : "the ledger balances";
    }
}
